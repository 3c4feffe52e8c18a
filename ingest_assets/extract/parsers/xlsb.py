"""Binary Excel workbooks (xlsb): own records; calamine where they do not parse."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.spreadsheet.biff import read_with_calamine
from ingest_assets.extract.spreadsheet.workbook import Workbook, workbook_extraction
from ingest_assets.extract.spreadsheet.xlsb import read_xlsb
from ingest_assets.model import Extraction, Route


class XlsbParser:
    """See the module."""

    name = "xlsb"
    revision = 2
    engines = ("python-calamine",)
    formats: frozenset[str] = frozenset({"xlsb"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """One page a sheet."""
        try:
            workbook = self._workbook(request)
        except ContainerFault as fault:
            return refused(fault)
        return workbook_extraction(workbook, self.name, request.settings)

    @staticmethod
    def _workbook(request: ReadRequest) -> Workbook:
        package = Package(request.path, request.settings)
        try:
            return read_xlsb(package, request.settings)
        except ContainerFault as fault:
            if fault.code != "corrupt":
                raise
            return read_with_calamine(request.data(), request.settings)


PARSER = XlsbParser()
