"""From a container to its members: how a child is named, and how the size of the whole tree stays bounded."""

from __future__ import annotations

from collections.abc import Sequence

from ingest_assets.model import RawFile
from ingest_assets.raw.member_rules import is_signature
from ingest_assets.store.rows import StoredChild
from ingest_assets.thresholds.limits import Limits


def child_files(parent: RawFile, children: Sequence[StoredChild], limits: Limits) -> list[RawFile]:
    """The raw records of a document's children, in order: named through their parent, one level deeper."""
    return [
        RawFile(
            raw_sha256=child.raw_sha256,
            size_bytes=child.size_bytes,
            name=f"{parent.name}!{child.member}",
            source=parent.source,
            http_content_type=text_type(child.content_type),
            parent_sha256=parent.raw_sha256,
            member=child.member,
            depth=parent.depth + 1,
            children_allowed=share(parent, len(children), limits),
        )
        for child in children
    ]


def share(parent: RawFile, siblings: int, limits: Limits) -> int:
    """How many children each of ``siblings`` may have. It does not depend on the order of reading, so every run decides alike."""
    rest = max(parent.children_allowed - siblings, 0) // max(siblings, 1)
    return max(rest, limits.attachments) if parent.depth < 1 else rest


def text_type(content_type: str | None) -> str | None:
    """A MIME part's own charset counts as a header's, and a signature is known by its type; other media types say nothing."""
    told = content_type is not None and (content_type.startswith("text/") or is_signature(content_type))
    return content_type if told else None
