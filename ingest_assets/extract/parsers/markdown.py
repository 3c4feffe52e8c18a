"""Markdown texts."""

from __future__ import annotations

from ingest_assets.code_pages.mixed import decode_lines
from ingest_assets.extract.plain.markdown import MarkdownReader
from ingest_assets.extract.plain.prose import readable
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Json, Route


class MarkdownParser:
    """Fences stay code, front matter is metadata, comments and scripts are dropped."""

    name = "markdown"
    revision = 2
    engines: tuple[str, ...] = ()
    formats = frozenset({"markdown"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ()

    def read(self, request: ReadRequest) -> Extraction:
        """Blocks of the text; no fault is possible."""
        reader = MarkdownReader()
        reader.read(readable(decode_lines(request.data(), request.sniffed.encoding or "utf-8")))
        metadata: dict[str, Json] = {"front_matter": reader.front} if reader.front else {}
        if reader.front.get("title"):
            metadata["title"] = reader.front["title"]
        read = Extraction(blocks=tuple(reader.blocks), tables=tuple(reader.tables), metadata=metadata)
        return on_page_one(read, self.name)


PARSER = MarkdownParser()
