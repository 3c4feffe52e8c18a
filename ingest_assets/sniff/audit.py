"""libmagic's own answer: an audit column, and the last resort for binary formats without a row of ours."""

from __future__ import annotations

import logging
import threading
from functools import cache
from pathlib import Path
from typing import Any

_local = threading.local()
_log = logging.getLogger(__name__)
PREFIXES = (
    ("audio/", "audio"),
    ("video/", "video"),
    ("font/", "font"),
    ("application/font", "font"),
    ("application/x-font", "font"),
)
NAMES = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/tiff": "tiff",
    "image/webp": "webp",
    "image/bmp": "bmp",
    "image/x-ms-bmp": "bmp",
    "image/heic": "heic",
    "image/jp2": "jp2",
    "image/vnd.djvu": "djvu",
    "image/wmf": "wmf",
    "image/emf": "emf",
    "application/x-tar": "tar",
    "application/gzip": "gz",
    "application/x-bzip2": "bz2",
    "application/x-xz": "xz",
    "application/x-rar": "rar",
    "application/x-7z-compressed": "7z",
    "application/x-dosexec": "exe",
    "application/vnd.microsoft.portable-executable": "exe",
    "application/x-executable": "exe",
    "application/x-sharedlib": "exe",
    "application/x-pie-executable": "exe",
    "application/x-object": "exe",
    "application/x-mach-binary": "exe",
    "application/java-vm": "class",
    "application/x-java-applet": "class",
    "application/x-dbf": "dbf",
    "application/x-sqlite3": "sqlite",
    "application/vnd.ms-tnef": "tnef",
    "application/vnd.tcpdump.pcap": "binary",
    "application/x-wordperfect": "wpd",
    "application/x-hwp": "hwp3",
}


def _handle() -> Any | None:
    """One handle per thread: shared handles crash (python-magic issues 11, 85 and 30), a new one per file costs 5 ms."""
    if not hasattr(_local, "handle"):
        try:
            import magic

            _local.handle = magic.Magic(mime=True)
        except (ImportError, OSError):
            _say_missing()
            _local.handle = None
    return _local.handle


@cache
def _say_missing() -> None:
    _log.warning(
        "libmagic is not installed: the column libmagic stays empty; everything else works (Debian: apt-get install libmagic1)"
    )


@cache
def _version() -> str:
    import magic

    return str(magic.version())  # type: ignore[no-untyped-call]  # python-magic has no annotations


def libmagic_answer(path: Path) -> str | None:
    """The MIME type that libmagic gives the whole file, with its version, e.g. ``application/pdf (libmagic 544)``; None when it is missing."""
    handle = _handle()
    if handle is None:
        return None
    import magic

    try:
        return f"{handle.from_file(str(path))} (libmagic {_version()})"
    except (magic.MagicException, OSError, UnicodeDecodeError):
        return None


def format_of_answer(answer: str | None) -> str | None:
    """Our name for libmagic's answer; None when it says nothing that helps."""
    if not answer:
        return None
    mime = answer.split(" ", 1)[0]
    for prefix, name in PREFIXES:
        if mime.startswith(prefix):
            return name
    return NAMES.get(mime)
