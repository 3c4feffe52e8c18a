"""Writing a small OLE2 file ([MS-CFB], version 3): an object embedded as a storage becomes a file of its own, as its program would have saved it."""

from __future__ import annotations

import struct
from collections.abc import Mapping

SECTOR = 512
SMALLEST = 4096
"""A shorter stream would lie in the mini stream; it is filled with zeros instead, which no office format minds."""
FAT_SECTORS = 109
"""As many fit into the header: 7 MB."""
FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def ole_file(streams: Mapping[str, bytes]) -> bytes | None:
    """The file with those streams in its root; None when it would pass 7 MB."""
    names = sorted(streams, key=lambda name: (len(name), name.upper()))
    contents = [streams[name].ljust(SMALLEST, b"\0") for name in names]
    directory_sectors = -(-(len(names) + 1) * 128 // SECTOR)
    data_sectors = sum(-(-len(content) // SECTOR) for content in contents)
    fat_sectors = 1
    while fat_sectors * (SECTOR // 4) < fat_sectors + directory_sectors + data_sectors:
        fat_sectors += 1
    if fat_sectors > FAT_SECTORS:
        return None
    chains = [FAT] * fat_sectors + _chain(fat_sectors, directory_sectors)
    entries = [_entry("Root Entry", 5, child=1 if names else FREE)]
    for number, (name, content) in enumerate(zip(names, contents, strict=True), 1):
        following = number + 1 if number < len(names) else FREE
        entries.append(_entry(name, 2, right=following, start=len(chains), size=len(content)))
        chains += _chain(len(chains), -(-len(content) // SECTOR))
    fat = struct.pack(f"<{len(chains)}I", *chains).ljust(fat_sectors * SECTOR, b"\xff")
    directory = b"".join(entries).ljust(directory_sectors * SECTOR, b"\0")
    body = b"".join(content + bytes(-len(content) % SECTOR) for content in contents)
    return _header(fat_sectors) + fat + directory + body


def _header(fat_sectors: int) -> bytes:
    fixed = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    fixed += struct.pack("<9I", 0, fat_sectors, fat_sectors, 0, SMALLEST, END, 0, END, 0)
    return (fixed + struct.pack(f"<{fat_sectors}I", *range(fat_sectors))).ljust(SECTOR, b"\xff")


def _chain(start: int, count: int) -> list[int]:
    return [start + step + 1 for step in range(count - 1)] + [END]


def _entry(name: str, kind: int, *, child: int = FREE, right: int = FREE, start: int = END, size: int = 0) -> bytes:
    encoded = name[:31].encode("utf-16-le") + b"\0\0"
    fixed = encoded.ljust(64, b"\0") + struct.pack("<HBBIII", len(encoded), kind, 1, FREE, right, child)
    return fixed + bytes(36) + struct.pack("<IQ", start, size)
