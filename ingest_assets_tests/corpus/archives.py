"""Archives, honest and hostile, built in memory."""

from __future__ import annotations

import tarfile
import warnings
from collections.abc import Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

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
