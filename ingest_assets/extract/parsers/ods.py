"""Spreadsheets of OpenDocument (ods, ots and the flat fods): an own walk (formats.md section 3)."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.opendocument.package import opened
from ingest_assets.extract.opendocument.sheets import read_spreadsheet
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.spreadsheet.workbook import workbook_extraction
from ingest_assets.extract.unpaged import expecting
from ingest_assets.model import Extraction, Route


class OdsParser:
    """See the module."""

    name = "ods"
    revision = 3
    engines = ("lxml",)
    formats: frozenset[str] = frozenset({"ods", "ots", "fods"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """One page a sheet."""
        try:
            document = opened(request)
            workbook = read_spreadsheet(document, request.settings)
        except ContainerFault as fault:
            return refused(fault)
        return expecting(workbook_extraction(workbook, self.name, request.settings), document.characters)


PARSER = OdsParser()
