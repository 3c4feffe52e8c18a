"""UTF-16 and UTF-32: byte order marks, and the pattern of their lanes when there is no mark."""

from __future__ import annotations

import unicodedata

MARKS = (
    (b"\x00\x00\xfe\xff", "utf-32be"),
    (b"\xff\xfe\x00\x00", "utf-32le"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16le"),
    (b"\xfe\xff", "utf-16be"),
)
SAMPLE = 8192
"""Bytes looked at: lanes are clear within a page of text."""
SENSIBLE = 0.85
"""Share of letters, digits, blanks and punctuation of real text (sniffing.md section 3, point 2)."""


def mark_of(head: bytes) -> tuple[str, int] | None:
    """Encoding and length of a byte order mark; UTF-32 before UTF-16LE, they share two bytes."""
    for mark, encoding in MARKS:
        if head.startswith(mark):
            return encoding, len(mark)
    return None


def wide_encoding(data: bytes) -> str | None:
    """UTF-32 or UTF-16 without a mark, by its lanes; None when the bytes do not look like it."""
    sample = data[:SAMPLE]
    sample = sample[: len(sample) // 4 * 4] or sample
    if len(sample) < 4:
        return None
    zeros = [sample[lane::4].count(0) / max(1, len(sample[lane::4])) for lane in range(4)]
    if min(zeros[2], zeros[3]) > 0.95 and zeros[0] < 0.5 and _sensible(sample, "utf-32-le"):
        return "utf-32le"
    if min(zeros[0], zeros[1]) > 0.95 and zeros[3] < 0.5 and _sensible(sample, "utf-32-be"):
        return "utf-32be"
    return _utf16(data[: min(SAMPLE, len(data) // 2 * 2)])


def _utf16(sample: bytes) -> str | None:
    low, high = sample[0::2], sample[1::2]
    zeros_even, zeros_odd = low.count(0) / len(low), high.count(0) / len(high)
    if zeros_odd >= 0.05 and zeros_even <= 0.02 and _sensible(sample, "utf-16-le"):
        return "utf-16le"
    if zeros_even >= 0.05 and zeros_odd <= 0.02 and _sensible(sample, "utf-16-be"):
        return "utf-16be"
    if zeros_odd or zeros_even or len(sample) < 8:
        return _by_blanks(sample)
    return _by_blanks(sample) or _by_dominant_byte(sample)


def _by_blanks(sample: bytes) -> str | None:
    """Blanks, newlines and ideographic punctuation as 16-bit units, in one byte order only."""
    units_le = sum(_aligned(sample, unit) for unit in (b" \0", b"\n\0", b"\x02\x30", b"\x01\x30", b"\x0c\xff"))
    units_be = sum(_aligned(sample, unit) for unit in (b"\0 ", b"\0\n", b"\x30\x02", b"\x30\x01", b"\xff\x0c"))
    if units_le >= 2 and units_be == 0 and _sensible(sample, "utf-16-le"):
        return "utf-16le"
    if units_be >= 2 and units_le == 0 and _sensible(sample, "utf-16-be"):
        return "utf-16be"
    return None


def _aligned(sample: bytes, unit: bytes) -> int:
    count, position = 0, sample.find(unit)
    while position >= 0:
        count += position % 2 == 0
        position = sample.find(unit, position + 1)
    return count


def _by_dominant_byte(sample: bytes) -> str | None:
    """One lane holds few values (the block of a script), the other many, and only one order decodes to one script."""
    low, high = sample[0::2], sample[1::2]
    if _top_share(high) >= 0.6 > _top_share(low) and _sensible(sample, "utf-16-le"):
        return "utf-16le"
    if _top_share(low) >= 0.6 > _top_share(high) and _sensible(sample, "utf-16-be"):
        return "utf-16be"
    return None


def _top_share(lane: bytes) -> float:
    return max(lane.count(value) for value in set(lane)) / len(lane)


def _sensible(sample: bytes, codec: str) -> bool:
    text = sample.decode(codec, errors="replace")
    if not text:
        return False
    return (
        sum(unicodedata.category(char)[0] in "LNZPM" or char in "\t\r\n$+<>=|^~`" for char in text) / len(text)
        >= SENSIBLE
    )
