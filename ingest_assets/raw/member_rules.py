"""Members that are no documents by what their container says of them."""

from __future__ import annotations

from ingest_assets.model import RawFile
from ingest_assets.problems import SkipRule

SIGNATURES = frozenset({"application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"})


def is_signature(content_type: str) -> bool:
    """A detached signature of a mail."""
    return content_type.partition(";")[0].strip().lower() in SIGNATURES


def member_rule(raw: RawFile) -> SkipRule | None:
    """The rule that leaves a member out before its bytes are looked at."""
    told = raw.parent_sha256 is not None and raw.http_content_type is not None and is_signature(raw.http_content_type)
    return SkipRule.SIGNATURE if told else None
