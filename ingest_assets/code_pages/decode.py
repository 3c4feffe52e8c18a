"""Bytes to text by the rules of the WHATWG Encoding Standard."""

from __future__ import annotations

import codecs

import webencodings

# The standard's name → Python's codec that reads what browsers read (sniffing.md section 3.2).
CODECS = {"gbk": "gb18030", "euc-kr": "cp949", "shift_jis": "cp932", "big5": "big5hkscs", "windows-874": "cp874", "x-mac-cyrillic": "mac_cyrillic", "macintosh": "mac_roman"}


def canonical(label: str) -> str | None:
    """The standard's name for a label, or Python's for code pages outside the standard; None when unknown."""
    found = webencodings.lookup(label.strip())
    if found is not None and found.name != "replacement":
        return str(found.name)
    try:
        return codecs.lookup(label.strip()).name
    except LookupError:
        return None


def decode(data: bytes, encoding: str) -> str:
    """Text of ``data``; undecodable bytes become U+FFFD, undefined bytes of one-byte sets C1 controls. A byte order mark is dropped."""
    text = data.decode(CODECS.get(encoding, encoding), errors="replace")
    return text.removeprefix("\ufeff")
