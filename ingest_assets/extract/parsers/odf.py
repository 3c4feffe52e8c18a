"""Formulas and charts of OpenDocument that are files of their own (odf, odc)."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.drafts import assembled
from ingest_assets.extract.opendocument.chart import object_drafts
from ingest_assets.extract.opendocument.package import opened
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import expecting, on_page_one
from ingest_assets.model import Extraction, Route


class OdfParser:
    """A formula as its own notation has it, a chart as its table."""

    name = "odf"
    revision = 1
    engines = ("lxml",)
    formats: frozenset[str] = frozenset({"odf"})
    routes: frozenset[Route] = frozenset({"native"})

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: those of the container."""
        try:
            document = opened(request)
        except ContainerFault as fault:
            return refused(fault)
        read = on_page_one(assembled(object_drafts(document.content, 1), request.settings.formats), self.name)
        return expecting(read, sum(page.characters for page in read.pages))


PARSER = OdfParser()
