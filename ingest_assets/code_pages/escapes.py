"""Seven-bit encodings that announce themselves by escape sequences."""

from __future__ import annotations

import re

ESCAPES = (
    (b"\x1b$)C", "iso-2022-kr"),
    (b"\x1b$B", "iso-2022-jp"),
    (b"\x1b$@", "iso-2022-jp"),
    (b"\x1b(J", "iso-2022-jp"),
)
HZ = re.compile(rb"~\{(?:[!-w][!-~]){1,200}?~\}")


def escaped_encoding(data: bytes) -> str | None:
    """ISO-2022-JP, ISO-2022-KR or HZ by their escapes in ASCII bytes; None when there are none."""
    if not data.isascii():
        return None
    if b"\x1b" in data:
        for mark, encoding in ESCAPES:
            if mark in data:
                return encoding
    return "hz-gb-2312" if b"~{" in data and _is_hz(data) else None


def _is_hz(data: bytes) -> bool:
    """At least one run of pairs between ``~{`` and ``~}``, and the whole decodes: source code rarely holds both."""
    if not HZ.search(data):
        return False
    try:
        text = data.decode("hz")
    except UnicodeDecodeError:
        return False
    return sum("\u4e00" <= char <= "\u9fff" for char in text) >= 2
