"""winmail.dat: a message as Exchange packs it for foreign programs."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.mail.mapi_document import mapi_document
from ingest_assets.extract.mail.tnef import read_tnef
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Route


class TnefParser:
    """The body, if it holds one, and the attachments as children."""

    name = "tnef"
    revision = 2
    engines = ("selectolax",)
    formats = frozenset({"tnef"})
    routes: frozenset[Route] = frozenset({"native"})

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: corrupt, member_limit."""
        try:
            message, children = read_tnef(request.data())
        except ContainerFault as fault:
            return refused(fault)
        return on_page_one(mapi_document(message, children, request.settings), self.name)


PARSER = TnefParser()
