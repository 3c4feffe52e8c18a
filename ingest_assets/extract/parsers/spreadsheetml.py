"""SpreadsheetML 2003, most often under the name .xls."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.spreadsheet.spreadsheetml import read_spreadsheetml
from ingest_assets.extract.spreadsheet.workbook import workbook_extraction
from ingest_assets.extract.xml_parts import parse_tree
from ingest_assets.model import Extraction, Route


class SpreadsheetmlParser:
    """See the module."""

    name = "spreadsheetml"
    revision = 2
    engines = ("lxml",)
    formats: frozenset[str] = frozenset({"spreadsheetml"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """One page a sheet."""
        try:
            root = parse_tree(request.data(), limit=request.settings.formats.tree_bytes)
            workbook = read_spreadsheetml(root, request.settings)
        except ContainerFault as fault:
            return refused(fault)
        return workbook_extraction(workbook, self.name, request.settings)


PARSER = SpreadsheetmlParser()
