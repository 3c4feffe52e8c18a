"""winmail.dat: a message as Exchange packs it for foreign programs."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, container_finding, refused
from ingest_assets.extract.mail.mapi import mapi_body, mapi_headers
from ingest_assets.extract.mail.message import head_blocks, name_blocks
from ingest_assets.extract.mail.tnef import read_tnef
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Route
from ingest_assets.problems import Problem


class TnefParser:
    """The body, if it holds one, and the attachments as children."""

    name = "tnef"
    revision = 1
    engines = ("compressed-rtf", "selectolax")
    formats = frozenset({"tnef"})
    routes: frozenset[Route] = frozenset({"native"})

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: corrupt, member_limit."""
        try:
            message, children = read_tnef(request.data())
        except ContainerFault as fault:
            return refused(fault)
        limit = request.settings.limits.members
        body = mapi_body(message, request.settings)
        found = mapi_headers(message)
        names = [child.member for child in children]
        blocks = (*head_blocks(found), *body.blocks, *name_blocks(names)) if body.blocks else ()
        over = (container_finding(Problem.MEMBER_LIMIT, f"{len(children)} attachments, limit {limit}"),)
        read = Extraction(
            blocks=blocks,
            tables=body.tables,
            removed=body.removed,
            children=tuple(children[:limit]),
            metadata={"mail": found, "attachments": names},
            findings=over if len(children) > limit else (),
        )
        return on_page_one(read, self.name)


PARSER = TnefParser()
