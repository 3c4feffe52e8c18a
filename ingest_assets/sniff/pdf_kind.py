"""Is this a PDF, also behind junk or without its header? (sniffing.md section 2, point 4)"""

from __future__ import annotations

import re

from ingest_assets.sniff.evidence import Kind
from ingest_assets.sniff.mapped import Bytes

HEADER = b"%PDF-"
MARK = HEADER[:4]
WINDOW = 1024
FIRST_OBJECT = re.compile(rb"(?:\A\s*|%[^\r\n]{0,80}[\x80-\xff][^\r\n]{0,80}[\r\n]+\s*|\A%PDF\s+)\d+ \d+ obj\b")
OBJECT = re.compile(rb"\d\s+obj\b")
TABLE = re.compile(rb"xref|trailer|/Root|/Catalog")
SCAN = 1024 * 1024


def by_header(data: Bytes) -> Kind | None:
    """A PDF by its header at the very start."""
    return Kind(format="pdf", evidence="sig") if data[: len(HEADER)] == HEADER else None


def behind_junk(data: Bytes, *, extension: str) -> Kind | None:
    """A PDF by a header within the first 1,024 bytes (then objects must follow, or the name must agree), or by its first object
    without a header, or by half a header with the tables of a PDF behind it."""
    head = data[: WINDOW + len(HEADER)]
    position = head.find(HEADER)
    if position > 0 and (extension == "pdf" or _has_objects(data, position)):
        return Kind(format="pdf", evidence="pdf-offset", flags=("leading_junk",))
    if data[: len(MARK)] == MARK and (extension == "pdf" or _has_objects(data, 0)) and TABLE.search(data[:SCAN]):
        return Kind(format="pdf", evidence="pdf-offset", flags=("damaged",))
    if FIRST_OBJECT.search(head) and _has_objects(data, 0) and TABLE.search(data[max(0, len(data) - SCAN) :]):
        return Kind(format="pdf", evidence="pdf-offset", flags=("damaged",))
    return None


def _has_objects(data: Bytes, start: int) -> bool:
    """Prose that mentions ``%PDF-1.4`` has no objects and no end mark."""
    if not OBJECT.search(data[start : start + SCAN]):
        return False
    return data.find(b"endobj", start) >= 0 or data.rfind(b"%%EOF", start) >= 0
