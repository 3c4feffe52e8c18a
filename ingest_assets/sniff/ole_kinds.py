"""Which format is this OLE2 file? By the names of its streams (sniffing.md section 2.2)."""

from __future__ import annotations

import contextlib
import io
import struct
from typing import Any

import olefile

from ingest_assets.sniff.evidence import Kind
from ingest_assets.sniff.mapped import Bytes

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
SCAN_BYTES = 64 * 1024 * 1024
"""A damaged file's directory is looked for by its UTF-16 names this far."""
PPT_LOCKED = b"\xdf\xc4\xd1\xf3"
PROJECT_STREAMS = ("props", "props9", "props12", "props14")
MSI_CLASS = "000C1084"
SCAN_NAMES = (
    ("EncryptedPackage", "ooxml-encrypted"),
    ("__properties_version1.0", "msg"),
    ("__nameid_version1.0", "msg"),
    ("HwpSummaryInformation", "hwp"),
    ("Quill", "pub"),
    ("VisioDocument", "vsd"),
    ("PowerPoint Document", "ppt"),
    ("WordDocument", "doc"),
    ("Workbook", "xls"),
    ("Book", "xls"),
    ("MatOST", "wps"),
)


def by_streams(data: Bytes) -> Kind:
    """The kind of an OLE2 file; ``ole2`` when no rule knows its streams. Flag ``damaged`` when the directory cannot be read."""
    try:
        with contextlib.closing(olefile.OleFileIO(_Reader(data), raise_defects=olefile.DEFECT_FATAL)) as ole:
            names = {"/".join(path): path for path in ole.listdir(streams=True, storages=True)}
            found = _by_directory(ole, names)
            if found:
                return Kind(format=found, evidence="ole:stream", flags=_encryption(ole, found))
            damaged = len(names) == 0
    except (
        OSError,
        ValueError,
        IndexError,
        KeyError,
        struct.error,
        TypeError,
        AttributeError,
        RecursionError,
        MemoryError,
        OverflowError,
        AssertionError,
    ):
        damaged = True
    scanned = _by_scan(data)
    if scanned:
        return Kind(format=scanned, evidence="ole:name-scan", flags=("truncated",))
    return Kind(format="ole2", evidence="sig", flags=("damaged",) if damaged else ())


class _Reader(io.RawIOBase):
    """A read-only file over mapped bytes: olefile wants a file and must not copy the whole."""

    def __init__(self, data: Bytes) -> None:
        self._data = data
        self._position = 0

    def read(self, size: int | None = -1) -> bytes:
        end = len(self._data) if size is None or size < 0 else self._position + size
        piece = self._data[self._position : end]
        self._position += len(piece)
        return piece

    def seek(self, offset: int, whence: int = 0) -> int:
        base = (0, self._position, len(self._data))[whence]
        self._position = max(0, base + offset)
        return self._position

    def tell(self) -> int:
        return self._position

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True


def _by_directory(ole: Any, names: dict[str, list[str]]) -> str | None:
    lower = {name.lower() for name in names}
    for stream, kind in (
        ("encryptedpackage", "ooxml-encrypted"),
        ("__properties_version1.0", "msg"),
        ("__nameid_version1.0", "msg"),
    ):
        if stream in lower:
            return kind
    if "fileheader" in lower and _stream(ole, "FileHeader", 32).startswith(b"HWP Document"):
        return "hwp"
    if "quill" in lower and "escher" in lower:
        return "pub"
    for stream, kind in (
        ("visiodocument", "vsd"),
        ("powerpoint document", "ppt"),
        ("worddocument", "doc"),
        ("workbook", "xls"),
        ("book", "xls"),
        ("matost", "wps"),
    ):
        if stream in lower:
            return kind
    return _rare(ole, names, lower)


def _rare(ole: Any, names: dict[str, list[str]], lower: set[str]) -> str | None:
    if "contents" in lower:
        start = _stream(ole, "CONTENTS", 16)
        if start.startswith(b"CHNKWKS"):
            return "wps"
        if start.startswith(b"CHNKINK"):
            return "pub"
    if any(name in lower for name in PROJECT_STREAMS) and any(name.strip().isdigit() for name in lower):
        return "mpp"
    if "catalog" in lower:
        return "thumbsdb"
    root = ole.root.clsid if ole.root is not None else ""
    if str(root).upper().startswith(MSI_CLASS) or any("\u4840" in name for name in names):
        return "msi"
    return None


def _stream(ole: Any, name: str, size: int) -> bytes:
    try:
        return bytes(ole.openstream(name).read(size))
    except (OSError, ValueError, IndexError):
        return b""


def _encryption(ole: Any, kind: str) -> tuple[str, ...]:
    """Word's FIB bit (MS-DOC 2.5.2, fEncrypted), Excel's FILEPASS behind the BOF (MS-XLS 2.4.117), PowerPoint's token (MS-PPT 2.3.2)."""
    if kind == "doc":
        fib = _stream(ole, "WordDocument", 12)
        return ("locked",) if len(fib) == 12 and fib[11] & 1 else ()
    if kind == "xls":
        head = _stream(ole, "Workbook", 4096) or _stream(ole, "Book", 4096)
        return ("locked",) if _has_filepass(head) else ()
    if kind == "ppt":
        user = _stream(ole, "Current User", 16)
        return ("locked",) if user[12:] == PPT_LOCKED or ole.exists("EncryptedSummary") else ()
    return ()


def _has_filepass(head: bytes) -> bool:
    position = 0
    for _ in range(6):
        if len(head) < position + 4:
            return False
        kind, length = struct.unpack("<HH", head[position : position + 4])
        if kind == 0x2F:
            return True
        position += 4 + length
    return False


def _by_scan(data: Bytes) -> str | None:
    """Stream names as UTF-16 in directory entries, then Word's FIB or Excel's BOF in the first sector."""
    for name, kind in SCAN_NAMES:
        pattern = name.encode("utf-16-le") + b"\0\0"
        position = data.find(pattern, 512, SCAN_BYTES)
        if position >= 0 and (position % 128 == 0 or len(name) > 6):
            return kind
    if data[512:514] == b"\xec\xa5":
        return "doc"
    return "xls" if data[512:514] == b"\x09\x08" else None
