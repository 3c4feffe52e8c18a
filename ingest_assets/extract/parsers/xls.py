"""Old Excel workbooks (BIFF 2 to 8)."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.ole_embedded import embedded_objects
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.spreadsheet.biff import read_xls
from ingest_assets.extract.spreadsheet.workbook import workbook_extraction
from ingest_assets.model import Extraction, Route


class XlsParser:
    """See the module."""

    name = "xls"
    revision = 3
    engines = ("xlrd", "python-calamine")
    formats: frozenset[str] = frozenset({"xls", "xls-preole"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """One page a sheet."""
        try:
            workbook = read_xls(request.data(), request.settings)
        except ContainerFault as fault:
            return refused(fault)
        workbook.children.extend(embedded_objects(request.path))
        return workbook_extraction(workbook, self.name, request.settings)


PARSER = XlsParser()
