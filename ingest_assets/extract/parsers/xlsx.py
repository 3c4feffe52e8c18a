"""Excel workbooks in XML (xlsx, xlsm, xltx, xltm, strict ones too): an own event walk, because formats, flags and formulas matter."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.sheets.workbook import read_workbook
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.spreadsheet.workbook import workbook_extraction
from ingest_assets.model import Extraction, Route


class XlsxParser:
    """See the module."""

    name = "xlsx"
    revision = 2
    engines = ("lxml",)
    formats: frozenset[str] = frozenset({"xlsx", "xlsm", "xltx", "xltm"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """One page a sheet."""
        try:
            workbook = read_workbook(Package(request.path, request.settings), request.settings)
        except ContainerFault as fault:
            return refused(fault)
        return workbook_extraction(workbook, self.name, request.settings)


PARSER = XlsxParser()
