"""Presentations and drawings of OpenDocument (odp, otp, odg and the flat ones): an own walk (formats.md section 3)."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.opendocument.package import opened
from ingest_assets.extract.opendocument.slides import read_slides
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.signed import signed
from ingest_assets.extract.unpaged import expecting
from ingest_assets.model import Extraction, Route


class OdpParser:
    """See the module."""

    name = "odp"
    revision = 3
    engines = ("lxml",)
    formats: frozenset[str] = frozenset({"odp", "otp", "fodp", "odg", "fodg"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """One page a slide."""
        try:
            document = opened(request)
            read = read_slides(document, request.settings)
        except ContainerFault as fault:
            return refused(fault)
        return expecting(signed(read, self.name), document.characters)


PARSER = OdpParser()
