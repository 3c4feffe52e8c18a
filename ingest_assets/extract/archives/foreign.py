"""Archives that libarchive reads: rar, zst, cab, iso, and tar variants that Python's own reader refuses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ingest_assets.extract.archives.members import Members
from ingest_assets.extract.containers import ContainerFault, corrupt, encrypted

LOCKED = ("passphrase", "encrypt", "password")


def read_foreign(path: Path, members: Members, *, raw_name: str = "") -> None:
    """All regular members. ``raw_name`` names the one member of a packed stream without names (zst)."""
    import libarchive

    try:
        if raw_name:
            with libarchive.file_reader(str(path), format_name="raw") as archive:
                _read(archive, members, raw_name)
        else:
            with libarchive.file_reader(str(path)) as archive:
                _read(archive, members, "")
    except libarchive.ArchiveError as error:
        members.fault(_fault(error))
    if not members.children and not members.left_out and not members.faults:
        members.fault(corrupt("no members"))


def _read(archive: Any, members: Members, raw_name: str) -> None:
    for entry in archive:
        name = raw_name or str(entry.pathname or "unnamed")
        if entry.isdir:
            continue
        if not entry.isfile:
            members.leave_out(name, "link or device")
            continue
        read = partial(_refused, name) if _is_locked(entry) else partial(_content, entry.get_blocks(), members)
        if not members.add(name, read):
            return


def _is_locked(entry: Any) -> bool:
    """The entry's own mark: a locked member that is not packed would come out as its locked bytes, without an error."""
    from libarchive import ffi

    ask = ffi.libarchive.archive_entry_is_data_encrypted
    ask.argtypes = (
        ffi.c_archive_entry_p,
    )  # the binding leaves this function undeclared, and a pointer would be cut to an int
    return bool(ask(entry._entry_p))


def _refused(name: str) -> bytes:
    raise encrypted(f"{name} is locked")


def _content(blocks: Iterator[bytes], members: Members) -> bytes:
    import libarchive

    try:
        return members.read_stream(_Pieces(blocks))  # type: ignore[arg-type]  # it has the one method that is called: read
    except libarchive.ArchiveError as error:
        raise _fault(error) from error


def _fault(error: Exception) -> ContainerFault:
    text = str(getattr(error, "msg", error))  # the whole text names a memory address: no two runs would agree
    return encrypted(text) if any(word in text.lower() for word in LOCKED) else corrupt(text)


class _Pieces:
    """An iterator of pieces as a stream that is read forward."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = iter(pieces)

    def read(self, _size: int) -> bytes:
        """The next piece, whatever its size; b"" at the end."""
        return bytes(next(self._pieces, b""))
