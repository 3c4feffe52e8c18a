"""The only place that walks folders. Links are never followed, pipes and devices never opened, odd names survive.

Costs (execution.md section 4): ``os.scandir`` with stat 3.0 µs a file, ``Path.rglob`` with stat 12.8 µs.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from ingest_assets.problems import SkipRule
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.store import StoreSizes

Kind = Literal["file", "symlink", "special", "unreadable"]
RULES: dict[str, SkipRule] = {"symlink": SkipRule.SYMLINK, "special": SkipRule.SPECIAL_FILE}


class Entry(NamedTuple):
    """A name in a source. ``path`` is relative to its folder with "/" between, the bytes as the disk has them.

    ``unreadable`` is a folder that cannot be listed, or a name whose stat fails. (A tuple: a million are made each night.)
    """

    path: bytes
    kind: Kind
    size_bytes: int = 0
    mtime_ns: int = 0
    etag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFile:
    """A file below the paths that a person named. ``raw_sha256`` is "" for what may not be opened or cannot be read."""

    name: str
    path: Path
    raw_sha256: str = ""
    size_bytes: int = 0
    skip_rule: SkipRule | None = None


def walk(folder: Path, *, without: bytes = b"") -> Iterator[Entry]:
    """Everything below ``folder``, folder by folder, sorted by the names' bytes (the same order on every disk).

    ``without`` is a folder below it that is passed over, relative like the entries' paths.
    """
    base = os.fsencode(folder) + b"/"
    waiting = [b""]
    while waiting:
        prefix = waiting.pop()
        try:
            with os.scandir(base + prefix) as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except OSError:
            yield Entry(prefix.rstrip(b"/"), "unreadable")
            continue
        folders = [prefix + entry.name for entry in reversed(entries) if entry.is_dir(follow_symlinks=False)]
        waiting.extend(path + b"/" for path in folders if path != without)
        yield from (_entry(prefix, entry) for entry in entries if not entry.is_dir(follow_symlinks=False))


def found_files(
    paths: Iterable[Path], limits: Limits | None = None, *, without: Path | None = None
) -> Iterator[FoundFile]:
    """The files that a person named: a file by its basename, a folder's files by their path below it, but for those in ``without``."""
    for path in paths:
        kind = _kind(path.lstat().st_mode)
        if kind == "folder":
            for entry in walk(path, without=_below(path, without)):
                yield _found(path, entry, limits or Limits())
        else:
            status = path.lstat()
            entry = Entry(os.fsencode(path.name), kind, status.st_size, status.st_mtime_ns)
            yield _found(path.parent, entry, limits or Limits())


def found_folders(paths: Iterable[Path], *, without: Path | None = None) -> Iterator[str]:
    """The folders below the paths that a person named and that hold files, by their path below it."""
    for path in paths:
        if _kind(path.lstat().st_mode) == "folder":
            seen = (label(entry.path.rpartition(b"/")[0]) for entry in walk(path, without=_below(path, without)))
            yield from (folder for folder, _ in groupby(seen) if folder)


def label(path: bytes) -> str:
    """A name that can be shown and stored as UTF-8; foreign bytes are shown as ``\\xe9``."""
    return path.decode("utf-8", "backslashreplace")


def open_inside(folder: Path, path: bytes) -> BinaryIO:
    """Open a regular file below ``folder`` for reading. OSError when it is a link, has become one, or leads outside."""
    base = os.path.realpath(os.fsencode(folder)).rstrip(b"/") + b"/"
    descriptor = os.open(base + path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    refusal = _refusal(base, descriptor)
    if refusal:
        os.close(descriptor)
        raise OSError(refusal)
    return os.fdopen(descriptor, "rb")


def _below(folder: Path, other: Path | None) -> bytes:
    """The path of ``other`` relative to ``folder``; b"" when it does not lie below it."""
    if other is None or not other.resolve().is_relative_to(folder.resolve()):
        return b""
    return os.fsencode(other.resolve().relative_to(folder.resolve()))


def _refusal(base: bytes, descriptor: int) -> str:
    """Why an open file may not be read, or ""."""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        return "not a regular file"
    real = os.fsencode(Path(f"/proc/self/fd/{descriptor}").readlink())
    return "" if real.startswith(base) else "a folder on the way is a link that leads outside the source"


def _entry(prefix: bytes, entry: os.DirEntry[bytes]) -> Entry:
    path = prefix + entry.name
    if entry.is_symlink():
        return Entry(path, "symlink")
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return Entry(path, "unreadable")
    kind: Kind = "file" if stat.S_ISREG(status.st_mode) else "special"
    return Entry(path, kind, status.st_size, status.st_mtime_ns)


def _kind(mode: int) -> Literal["folder", "file", "symlink", "special"]:
    if stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISLNK(mode):
        return "symlink"
    return "file" if stat.S_ISREG(mode) else "special"


def _found(folder: Path, entry: Entry, limits: Limits) -> FoundFile:
    name, path = label(entry.path), folder / os.fsdecode(entry.path)
    rule = RULES.get(entry.kind)
    if rule is None and entry.size_bytes > limits.file_bytes:
        rule = SkipRule.SIZE_LIMIT
    if rule is not None or entry.kind == "unreadable":
        return FoundFile(name=name, path=path, size_bytes=entry.size_bytes, skip_rule=rule)
    return FoundFile(name=name, path=path, raw_sha256=_hashed(folder, entry.path), size_bytes=entry.size_bytes)


def _hashed(folder: Path, path: bytes) -> str:
    """The file's sha256, or "" when it cannot be read (its reader will say so)."""
    digest = hashlib.sha256()
    try:
        with open_inside(folder, path) as stream:
            while chunk := stream.read(StoreSizes().chunk_bytes):
                digest.update(chunk)
    except OSError:
        return ""
    return digest.hexdigest()
