"""An Outlook message, from a file of its own or from a winmail.dat, to an extraction."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ingest_assets.extract.containers import member_limit
from ingest_assets.extract.faults import finding_of
from ingest_assets.extract.mail.mapi import Mapi, mapi_body, mapi_headers
from ingest_assets.extract.mail.message import head_blocks, name_blocks
from ingest_assets.model import Child, Extraction, Json
from ingest_assets.settings import Settings


def mapi_document(message: Mapi, attachments: Iterable[Child], settings: Settings) -> Extraction:
    """Headers, the body once, attachments as children up to the limit of members."""
    limit = settings.limits.members
    children = list(islice(attachments, limit + 1))
    found = mapi_headers(message)
    body = mapi_body(message, settings)
    names = [child.member for child in children[:limit]]
    metadata: dict[str, Json] = {"mail": found, "attachments": names, **body.metadata}
    if found.get("subject"):
        metadata["title"] = found["subject"]
    return Extraction(
        blocks=(*head_blocks(found), *body.blocks, *name_blocks(names)) if body.blocks else (),
        tables=body.tables,
        removed=body.removed,
        children=tuple(children[:limit]),
        metadata=metadata,
        findings=(finding_of(member_limit(f"more than {limit} attachments")),) if len(children) > limit else (),
    )
