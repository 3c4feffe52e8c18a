"""Old tar archives have no magic: the checksum of their first header tells (sniffing.md section 2, point 6)."""

from __future__ import annotations

from ingest_assets.sniff.mapped import Bytes

BLOCK = 512


def is_tar(data: Bytes) -> bool:
    """True when bytes 148-155 hold the octal sum of the first header, taken with blanks in their place (POSIX ustar)."""
    header = data[:BLOCK]
    if len(header) < BLOCK or not header[0]:
        return False
    field = header[148:156].strip(b" \0")
    if not field or not field.isdigit():
        return False
    try:
        wanted = int(field, 8)
    except ValueError:
        return False
    return sum(header) - sum(header[148:156]) + 8 * 0x20 == wanted
