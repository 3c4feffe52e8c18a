"""Flat OPC files (``pkg:package``): Word, Excel or PowerPoint by the root of their main part."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, corrupt, refused
from ingest_assets.extract.ooxml.flat import open_flat
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.sheets.workbook import read_workbook
from ingest_assets.extract.ooxml.slides.presentation import read_presentation
from ingest_assets.extract.ooxml.word.checks import checked
from ingest_assets.extract.ooxml.word.document import DocumentReader
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.spreadsheet.workbook import workbook_extraction
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.extract.xml_parts import local
from ingest_assets.model import Extraction, Route
from ingest_assets.settings import Settings


class FlatopcParser:
    """See the module."""

    name = "flatopc"
    revision = 2
    engines = ("lxml",)
    formats: frozenset[str] = frozenset({"flatopc"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """As the zipped kind of the same document."""
        try:
            return self._read(open_flat(request.data(), request.settings), request.settings)
        except ContainerFault as fault:
            return refused(fault)

    def _read(self, package: Package, settings: Settings) -> Extraction:
        match local(package.tree(package.main_part())):
            case "document":
                return on_page_one(checked(DocumentReader(package, settings).read(), settings.formats), self.name)
            case "workbook":
                return workbook_extraction(read_workbook(package, settings), self.name, settings)
            case "presentation":
                return read_presentation(package, settings, self.name).extraction
            case root:
                raise corrupt(f"a main part with the root {root!r}")


PARSER = FlatopcParser()
