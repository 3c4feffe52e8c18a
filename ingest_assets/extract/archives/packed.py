"""One packed stream: gz, bz2, xz and zst hold a single file."""

from __future__ import annotations

import bz2
import gzip
import lzma
import struct
import zlib
from pathlib import Path
from typing import IO, cast

from ingest_assets.extract.archives.members import Members
from ingest_assets.extract.containers import ContainerFault, corrupt

PACKED_NAMES = {
    ".tgz": ".tar",
    ".tbz": ".tar",
    ".tbz2": ".tar",
    ".txz": ".tar",
    ".tzst": ".tar",
    ".taz": ".tar",
    ".svgz": ".svg",
}
PACKED_ENDINGS = (".gz", ".bz2", ".xz", ".zst", ".z", ".lzma")


def read_packed(path: Path, kind: str, members: Members, name: str) -> None:
    """Unpack the one file of ``path`` into ``members``."""
    members.add(inner_name(path, kind, name), lambda: _unpacked(path, kind, members))


def _unpacked(path: Path, kind: str, members: Members) -> bytes:
    try:
        with _opened(path, kind) as stream:
            return members.read_stream(stream)
    except ContainerFault:
        raise
    except (OSError, EOFError, lzma.LZMAError, zlib.error, ValueError) as error:
        raise corrupt(f"{kind}: {error}") from error


def _opened(path: Path, kind: str) -> IO[bytes]:
    if kind == "gz":
        return cast(IO[bytes], gzip.open(path))
    return bz2.open(path) if kind == "bz2" else lzma.open(path)


def inner_name(path: Path, kind: str, name: str) -> str:
    """The name that the header keeps, else the archive's own without its last ending."""
    stored = _gzip_name(path) if kind == "gz" else ""
    if stored:
        return stored
    base = name.rpartition("/")[2] or "content"
    lowered = base.lower()
    for ending, inner in PACKED_NAMES.items():
        if lowered.endswith(ending):
            return base[: -len(ending)] + inner
    ending = next((ending for ending in PACKED_ENDINGS if lowered.endswith(ending)), "")
    return base[: -len(ending)] if ending and len(base) > len(ending) else base


def _gzip_name(path: Path) -> str:
    """FNAME of RFC 1952, "" without one."""
    with path.open("rb") as file:
        head = file.read(4096)
    flags, position = head[3:4], 10
    if not flags or not flags[0] & 8:
        return ""
    if flags[0] & 4 and len(head) > 12:
        position += 2 + struct.unpack_from("<H", head, 10)[0]
    raw = head[position:].partition(b"\0")[0]
    try:
        return raw.decode("utf-8").rpartition("/")[2]
    except UnicodeDecodeError:
        return raw.decode("latin-1").rpartition("/")[2]
