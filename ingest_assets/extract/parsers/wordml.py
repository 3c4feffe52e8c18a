"""WordprocessingML 2003 (``w:wordDocument``)."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.ooxml.word.checks import checked
from ingest_assets.extract.ooxml.word.wordml import read_wordml
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.extract.xml_parts import parse_tree
from ingest_assets.model import Extraction, Route


class WordmlParser:
    """See the module."""

    name = "wordml"
    revision = 2
    engines = ("lxml",)
    formats: frozenset[str] = frozenset({"wordml"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """The document on page 1."""
        try:
            root = parse_tree(request.data(), limit=request.settings.formats.tree_bytes)
            read = read_wordml(root, request.settings)
        except ContainerFault as fault:
            return refused(fault)
        return on_page_one(checked(read, request.settings.formats), self.name)


PARSER = WordmlParser()
