"""Text decoded with the wrong one-byte code page, turned back without loss: encode strictly, decode strictly (triage-ocr.md section 5).

One character that cannot be encoded kills the candidate: with ``errors="replace"`` wrong repairs look good, because they turn
what was wrong into question marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

Mend = Callable[[str], str | None]
"""A mapping of a text; None when it does not apply."""

# The five bytes that windows-1252 leaves undefined pass through as the C1 controls of the same number, as in the Encoding Standard.
UNDEFINED = {code: chr(code) for code in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}

C1 = re.compile("[\x80-\x9f]")
CYRILLIC_PAGES = ("cp1251", "koi8_r", "cp866", "iso8859_5", "mac_cyrillic")
LATIN_PAGES = ("cp1252", "latin_1", "mac_roman", "cp437", "cp850")
CODEC = "codec:"  # how the names of these repairs begin; they leave ASCII as it is
# Read as the first, meant as the second: the pairs that PDF producers and converters leave.
PAIRS = (
    *((wrong, right) for wrong in (*LATIN_PAGES, *CYRILLIC_PAGES) for right in CYRILLIC_PAGES if wrong != right),
    *((wrong, "utf_8") for wrong in ("cp1252", "latin_1", "cp1251", "koi8_r", "cp866", "mac_roman", "mac_cyrillic")),
    *((wrong, "cp1252") for wrong in ("cp437", "cp850", "mac_roman", "cp1251")),
    *((wrong, right) for wrong in ("cp1252", "latin_1") for right in ("cp1250", "cp1253", "cp1254", "cp1257")),
)


@lru_cache(maxsize=2048)  # each text is tried with seven readings of the same bytes
def encoded(text: str, page: str) -> bytes | None:
    """The bytes that ``page`` would have read as this text, or None. windows-1252 takes any C1 control as its byte."""
    try:
        return text.encode(page)
    except UnicodeEncodeError:
        if page != "cp1252":
            return None
    try:
        return b"".join(bytes([ord(c)]) if 0x80 <= ord(c) <= 0x9F else c.encode(page) for c in text)
    except UnicodeEncodeError:
        return None


def decoded(data: bytes, page: str) -> str | None:
    """The bytes read with ``page``, or None where they do not fit."""
    try:
        text = data.decode(page)
    except UnicodeDecodeError:
        return None
    return None if C1.search(text) else text


def codec_pair(wrong: str, right: str) -> Mend:
    """Undo "read as ``wrong``, meant as ``right``"."""

    def undo(text: str) -> str | None:
        if text.isascii():
            return text
        data = encoded(text, wrong)
        return None if data is None else decoded(data, right)

    return undo


def codec_mends() -> Mapping[str, Mend]:
    """All pairs by name, e.g. ``codec:cp1252>cp1251``."""
    return {f"{CODEC}{wrong}>{right}": codec_pair(wrong, right) for wrong, right in PAIRS}
