"""UTF-16 and UTF-32: byte order marks, and the pattern of their lanes when there is no mark."""

from __future__ import annotations

import unicodedata

from ingest_assets.code_pages.byte_model import mean_character_cost

MARKS = (
    (b"\x00\x00\xfe\xff", "utf-32be"),
    (b"\xff\xfe\x00\x00", "utf-32le"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16le"),
    (b"\xfe\xff", "utf-16be"),
)
SAMPLE = 8192
"""Bytes looked at: lanes are clear within a page of text."""
SCRIPT_BLOCKS = frozenset({0x03, 0x04, 0x05, 0x06, 0x0E, 0x10, 0x30})
COMMON = 8.5
"""Nat per character under which East Asian text counts as common characters: real text has 6 to 7, other bytes read so 10.5 and more."""
PRINTABLE = bytes(range(0x20, 0x7F)) + b"\t\r\n"
MOSTLY_PRINTABLE = 0.15
"""Share of bytes outside printable ASCII under which bytes are ASCII: 16-bit text then needs zeros in a whole lane."""
LATIN_ZEROS = 0.3
KEPT = bytes(byte for byte in range(256) if byte >= 0x20 or byte in b"\t\n\r")
"""Bytes that eight-bit text has too; 16-bit East Asian text of any length has others."""
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
    if _is_damaged_ascii(sample) and max(zeros_even, zeros_odd) < LATIN_ZEROS:
        return None
    if zeros_odd >= 0.05 and zeros_even <= 0.02 and _sensible(sample, "utf-16-le"):
        return "utf-16le"
    if zeros_even >= 0.05 and zeros_odd <= 0.02 and _sensible(sample, "utf-16-be"):
        return "utf-16be"
    if len(sample) < 8:
        return None
    return _by_blanks(sample) or _by_dominant_byte(sample) or _by_characters(sample)


def _is_damaged_ascii(sample: bytes) -> bool:
    """Printable ASCII but for a few bytes: a text with stray zeros, unless every other byte is one."""
    rest = sample.replace(b"\0", b"")
    return len(rest.translate(None, PRINTABLE)) < MOSTLY_PRINTABLE * len(rest)


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
    """One lane holds the block of a script that is written in one block, the other many values."""
    low, high = sample[0::2], sample[1::2]
    if _block_share(high) >= 0.6 > _block_share(low) and _sensible(sample, "utf-16-le"):
        return "utf-16le"
    if _block_share(low) >= 0.6 > _block_share(high) and _sensible(sample, "utf-16-be"):
        return "utf-16be"
    return None


def _by_characters(sample: bytes) -> str | None:
    """East Asian text has no blanks: its characters are common ones in one byte order only."""
    if not sample.translate(None, KEPT):
        return None
    little, big = (
        mean_character_cost(sample[:1024].decode(codec, errors="replace")) for codec in ("utf-16-le", "utf-16-be")
    )
    if min(little, big) > COMMON or abs(little - big) < 2.0:
        return None
    return "utf-16le" if little < big else "utf-16be"


def _block_share(lane: bytes) -> float:
    """Share of the commonest byte when it is the high byte of a one-block script (Greek, Cyrillic, Hebrew, Arabic, Thai, kana), else 0."""
    value = max(set(lane), key=lane.count)
    return lane.count(value) / len(lane) if value in SCRIPT_BLOCKS else 0.0


def _sensible(sample: bytes, codec: str) -> bool:
    text = sample.decode(codec, errors="replace")
    if not text:
        return False
    return (
        sum(unicodedata.category(char)[0] in "LNZPM" or char in "\t\r\n$+<>=|^~`" for char in text) / len(text)
        >= SENSIBLE
    )
