"""Is this a PDF, also behind junk or without its header? (sniffing.md section 2, point 4)"""

from __future__ import annotations

import re

from ingest_assets.sniff.evidence import Kind
from ingest_assets.sniff.mapped import Bytes

HEADER = b"%PDF-"
WINDOW = 1024
FIRST_OBJECT = re.compile(rb"%[^\r\n]{0,80}[\x80-\xff][^\r\n]{0,80}[\r\n]+\s*\d+ \d+ obj")
OBJECT = re.compile(rb"\d\s+obj\b")
SCAN = 1024 * 1024


def by_header(data: Bytes) -> Kind | None:
    """A PDF by its header at the very start."""
    return Kind(format="pdf", evidence="sig") if data[: len(HEADER)] == HEADER else None


def behind_junk(data: Bytes) -> Kind | None:
    """A PDF by a header within the first 1,024 bytes (then objects must follow), or by its first object without a header."""
    head = data[: WINDOW + len(HEADER)]
    position = head.find(HEADER)
    if position > 0 and _has_objects(data, position):
        return Kind(format="pdf", evidence="pdf-offset", flags=("leading_junk",))
    return Kind(format="pdf", evidence="pdf-offset") if FIRST_OBJECT.match(head) else None


def _has_objects(data: Bytes, start: int) -> bool:
    """Prose that mentions ``%PDF-1.4`` has no objects and no end mark."""
    if not OBJECT.search(data[start : start + SCAN]):
        return False
    return data.find(b"endobj", start) >= 0 or data.rfind(b"%%EOF", start) >= 0
