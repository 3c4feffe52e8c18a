"""Texts whose lines were written by programs of different code pages: logs, concatenated exports, comments under a page."""

from __future__ import annotations

import re

from ingest_assets.code_pages.decode import decode
from ingest_assets.code_pages.detect import guess, high_letters

LINE = re.compile(rb"[^\n]*\n?")
GOOD_LINES = 4
"""Lines of UTF-8 for each line that is none, from which a text is UTF-8: a legacy text has hardly one line that is valid by chance."""
FOREIGN_LETTERS = 8
"""High bytes that the foreign lines must have together: fewer may be a single damaged character (as many as ``detect.AGAINST_TEXT`` asks)."""
SURE = 0.9
"""Confidence of the guess from which the foreign lines are read by it. A guess: damaged UTF-8 has to stay what it is."""


def is_utf8_by_lines(data: bytes) -> bool:
    """True when the lines with bytes beyond ASCII are UTF-8, but for one in five."""
    good = bad = 0
    for line in LINE.findall(data):
        if not line.isascii():
            valid = _is_utf8(line)
            good, bad = good + valid, bad + (not valid)
    return bad > 0 and good >= GOOD_LINES * bad


def decode_lines(data: bytes, encoding: str) -> str:
    """As ``decode``, but lines that are no UTF-8 in a UTF-8 text are read by the code page that they show together, if they show one."""
    if encoding != "utf-8" or _is_utf8(data):
        return decode(data, encoding)
    lines = LINE.findall(data)
    foreign = [line for line in lines if not line.isascii() and _is_foreign(line)]
    sample = b"".join(foreign)
    if high_letters(sample) < FOREIGN_LETTERS:
        return decode(data, encoding)
    found = guess(sample)
    if found.confidence < SURE:
        return decode(data, encoding)
    chosen = set(foreign)
    return "".join(decode(line, found.encoding if line in chosen else encoding) for line in lines).removeprefix(
        "\ufeff"
    )


def _is_foreign(line: bytes) -> bool:
    """Not one whole character of UTF-8 stands among the high bytes."""
    text = line.decode("utf-8", errors="ignore")
    return text.isascii()


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
