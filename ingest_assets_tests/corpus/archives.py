"""Archives, honest and hostile, built in memory."""

from __future__ import annotations

import struct
import tarfile
import warnings
from collections.abc import Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo
from zlib import crc32

DAY = (2026, 3, 12, 9, 30, 0)


def zipped(members: Sequence[tuple[str, bytes]], *, stored: bool = False) -> bytes:
    """A ZIP of these members in this order; equal names are allowed."""
    buffer = BytesIO()
    with warnings.catch_warnings(), ZipFile(buffer, "w", ZIP_STORED if stored else ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")
        for name, data in members:
            archive.writestr(ZipInfo(name, DAY), data, ZIP_STORED if stored else ZIP_DEFLATED)
    return buffer.getvalue()


def with_raw_name(archive: bytes, placeholder: bytes, name: bytes) -> bytes:
    """The archive with a member's name bytes replaced (same length), as old packers write names without the UTF-8 flag."""
    assert len(placeholder) == len(name)
    return archive.replace(placeholder, name)


def locked(archive: bytes) -> bytes:
    """The archive with the encryption flag set on its first member."""
    data = bytearray(archive)
    data[6] |= 1
    data[data.find(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def tarred(members: Sequence[tuple[str, bytes]], links: Sequence[tuple[str, bytes, str]] = ()) -> bytes:
    """A tar of files and of (name, type, target) links."""
    buffer = BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, BytesIO(data))
        for name, kind, target in links:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            archive.addfile(info)
    return buffer.getvalue()


def locked_rars() -> dict[str, bytes]:
    """Locked RAR archives by the place of their lock: the directory of version 5, the directory of version 4, one stored member of version 4."""
    lock = bytes([4, 0, 0, 0, 15]) + bytes(16)  # type, flags, version, rounds of the key, salt
    sized = bytes([len(lock)]) + lock
    five = b"Rar!\x1a\x07\x01\x00" + struct.pack("<I", crc32(sized)) + sized + bytes(64)
    four = b"Rar!\x1a\x07\x00"
    name = b"a.txt"
    head = struct.pack("<BHH", 0x74, 0x8004, 32 + len(name))
    head += struct.pack("<IIBIIBBHI", 16, 10, 2, 0, 0, 29, 0x30, len(name), 0x20) + name
    return {
        "directory of version 5": five,
        "directory of version 4": four + _block(struct.pack("<BHH", 0x73, 0x80, 13) + bytes(6)) + bytes(64),
        "stored member": four + _block(struct.pack("<BHH", 0x73, 0, 13) + bytes(6)) + _block(head) + bytes(16),
    }


def _block(content: bytes) -> bytes:
    return struct.pack("<H", crc32(content) & 0xFFFF) + content
