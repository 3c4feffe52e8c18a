"""Is it UTF-8? Strictly over the whole file in pieces, and the count of damage when it is not."""

from __future__ import annotations

import codecs
import mmap
from dataclasses import dataclass

PIECE = 1024 * 1024
RELEASE = 32 * PIECE
"""Bytes after which read pages are given back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Utf8Check:
    """``valid``: strict but for a character cut at the end. ``good`` and ``bad`` count multi-byte sequences and undecodable ones."""

    valid: bool
    ascii: bool
    good: int = 0
    bad: int = 0


def check_utf8(data: bytes | mmap.mmap, *, count_limit: int) -> Utf8Check:
    """Read everything once, 1 MiB at a time; damaged text is counted over its first ``count_limit`` bytes and around the first fault."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    ascii_only = True
    for start in range(0, len(data), PIECE):
        piece = data[start : start + PIECE]
        if start and start % RELEASE == 0:
            _release(data, start)
        if ascii_only and piece.isascii():
            continue
        ascii_only = False
        try:
            decoder.decode(piece)
        except UnicodeDecodeError:
            good, bad = _count(data[:count_limit])
            if start >= count_limit:
                more = _count(piece)
                good, bad = good + more[0], bad + more[1]
            return Utf8Check(valid=False, ascii=False, good=good, bad=max(1, bad))
    return Utf8Check(valid=not ascii_only and _has_sequence(data), ascii=ascii_only)


def _release(data: bytes | mmap.mmap, end: int) -> None:
    """Give read pages of a map back: they would count as memory of the worker, whose limit is on resident bytes."""
    if isinstance(data, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        data.madvise(mmap.MADV_DONTNEED, 0, end)


def _has_sequence(data: bytes | mmap.mmap) -> bool:
    """A single cut sequence at the very end of ASCII bytes is no evidence: there must be one whole character."""
    tail = data[max(0, len(data) - 4) :]
    if len(data) > PIECE or not data[: len(data) - 4].isascii():
        return True
    return any(char > "\x7f" for char in tail.decode("utf-8", errors="ignore"))


def _count(data: bytes) -> tuple[int, int]:
    """Whole multi-byte characters and undecodable sequences."""
    text = data.decode("utf-8", errors="replace")
    bad = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    ascii_bytes = len(data.translate(None, bytes(range(128, 256))))
    return max(0, len(text) - ascii_bytes - bad), bad
