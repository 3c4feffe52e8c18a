"""Word documents (docx, docm, dotx, dotm, strict ones too): an own walk over the XML, because the losses are in the reading (formats.md section 3)."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.word.checks import checked
from ingest_assets.extract.ooxml.word.document import DocumentReader
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Route


class DocxParser:
    """See the module."""

    name = "docx"
    revision = 2
    engines = ("lxml",)
    formats: frozenset[str] = frozenset({"docx", "docm", "dotx", "dotm"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """The document's blocks, tables, notes, comments and embedded files."""
        try:
            read = DocumentReader(Package(request.path, request.settings), request.settings).read()
        except ContainerFault as fault:
            return refused(fault)
        return on_page_one(checked(read, request.settings.formats), self.name)


PARSER = DocxParser()
