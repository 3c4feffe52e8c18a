"""Outlook messages."""

from __future__ import annotations

import olefile

from ingest_assets.extract.containers import container_finding, corrupt, refused
from ingest_assets.extract.mail.mapi import mapi_body, mapi_headers
from ingest_assets.extract.mail.message import head_blocks, name_blocks
from ingest_assets.extract.mail.outlook import Outlook
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Json, Route
from ingest_assets.problems import Problem

OLE_ERRORS = (OSError, ValueError, IndexError, TypeError, AttributeError, KeyError)
"""What olefile raises on damaged files, by its own tests."""


class MsgParser:
    """The body once, attachments and inner messages as children."""

    name = "msg"
    revision = 1
    engines = ("olefile", "compressed-rtf", "selectolax")
    formats = frozenset({"msg"})
    routes: frozenset[Route] = frozenset({"native"})

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: corrupt, member_limit."""
        try:
            with olefile.OleFileIO(str(request.path)) as ole:
                read = _message(Outlook(ole), request)
        except OLE_ERRORS as error:
            return refused(corrupt(f"{type(error).__name__}: {error}"))
        return on_page_one(read, self.name)


def _message(outlook: Outlook, request: ReadRequest) -> Extraction:
    about = outlook.message()
    limit = request.settings.limits.members
    children = []
    for child in outlook.attachments(request.settings):
        children.append(child)
        if len(children) > limit:
            break
    found = mapi_headers(about)
    body = mapi_body(about, request.settings)
    names = [child.member for child in children]
    blocks = (*head_blocks(found), *body.blocks, *name_blocks(names)) if body.blocks else ()
    metadata: dict[str, Json] = {"mail": found, "attachments": names, **body.metadata}
    if found.get("subject"):
        metadata["title"] = found["subject"]
    over = (container_finding(Problem.MEMBER_LIMIT, f"more than {limit} attachments"),) if len(children) > limit else ()
    return Extraction(
        blocks=blocks,
        tables=body.tables,
        removed=body.removed,
        children=tuple(children[:limit]),
        metadata=metadata,
        findings=over,
    )


PARSER = MsgParser()
