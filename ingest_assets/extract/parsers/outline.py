"""reStructuredText and Org texts."""

from __future__ import annotations

from ingest_assets.code_pages.decode import decode
from ingest_assets.extract.child_program import MissingProgramError, missing
from ingest_assets.extract.containers import ContainerFault
from ingest_assets.extract.pandoc import pandoc_versions, through_pandoc
from ingest_assets.extract.plain.outline import outline_blocks
from ingest_assets.extract.plain.prose import readable
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Route


class OutlineParser:
    """Through pandoc; a text it cannot parse is read by its headings and literal blocks."""

    name = "outline"
    revision = 2
    engines = ("pypandoc-binary", "selectolax")
    formats = frozenset({"rst", "org"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("web",)

    def program_versions(self) -> tuple[str, ...]:
        """pandoc's own version."""
        return pandoc_versions()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: missing_program."""
        source = readable(decode(request.data(), request.sniffed.encoding or "utf-8"))
        kind, web = request.sniffed.format, request.settings.web
        try:
            read = through_pandoc(source, kind, request.scratch, web)
        except MissingProgramError as error:
            return missing(error)
        except ContainerFault as fault:
            blocks = tuple(outline_blocks(source, kind, web))
            read = Extraction(blocks=blocks, metadata={"outline": f"read by its headings: {fault.detail}"})
        return on_page_one(read, self.name)


PARSER = OutlineParser()
