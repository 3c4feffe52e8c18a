"""7z archives."""

from __future__ import annotations

import lzma
import zlib
from io import BytesIO
from pathlib import Path

import py7zr
from py7zr.exceptions import ArchiveError

from ingest_assets.extract.archives.members import Members
from ingest_assets.extract.containers import Budget, ContainerFault, bomb, corrupt, encrypted, member_limit
from ingest_assets.thresholds.limits import Limits


class _Product(py7zr.Py7zIO):
    """One member in memory, counted while it grows."""

    def __init__(self, name: str, budget: Budget, ratio_bytes: float, limits: Limits) -> None:
        self.name, self._budget, self._most, self._limits = name, budget, ratio_bytes, limits
        self.buffer = BytesIO()

    def write(self, s: bytes | bytearray) -> int:
        """Take a piece; raises the bomb fault over a limit."""
        written = self.buffer.write(s)
        self._budget.spend(written)
        if self.size() > max(self._most, self._limits.ratio_from_bytes):
            raise bomb(f"{self.size()} bytes unpacked: ratio over {self._limits.ratio:g}")
        return written

    def read(self, size: int | None = None) -> bytes:
        """Bytes from the current position."""
        return self.buffer.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        """As of any stream."""
        return self.buffer.seek(offset, whence)

    def flush(self) -> None:
        """Nothing to do in memory."""

    def size(self) -> int:
        """Bytes taken so far."""
        return self.buffer.getbuffer().nbytes


class _Products(py7zr.WriterFactory):
    def __init__(self, members: Members) -> None:
        self.made: list[_Product] = []
        self._members = members

    def create(self, filename: str) -> _Product:
        """A new member; names are labels and may repeat."""
        limits = self._members.limits
        most = limits.ratio * self._members.packed_bytes
        self.made.append(_Product(filename, self._members.budget, most, limits))
        return self.made[-1]


def read_sevenzip(path: Path, members: Members, passwords: tuple[str, ...]) -> None:
    """All regular members; each of the ``passwords`` is tried on a locked archive."""
    fault: ContainerFault | None = None
    for password in (None, *passwords):
        try:
            products = _unpacked(path, members, password)
        except ContainerFault as met:
            fault = met
            continue
        for product in products:
            if not members.add(product.name, product.buffer.getvalue):
                return
        return
    if fault is not None:
        members.fault(fault)


def _unpacked(path: Path, members: Members, password: str | None) -> list[_Product]:
    products = _Products(members)
    try:
        with py7zr.SevenZipFile(path, password=password) as archive:
            if archive.needs_password() and password is None:
                raise encrypted("the archive needs a password")
            regular = [file.filename for file in archive.files if not (file.is_directory or file.is_symlink)]
            if len(regular) > members.limits.members:
                raise member_limit(f"{len(regular)} members, {members.limits.members} allowed")
            if regular:
                archive.extract(targets=regular, factory=products)
    except py7zr.PasswordRequired as error:
        raise encrypted("the archive needs a password") from error
    except (ArchiveError, lzma.LZMAError, zlib.error, OSError, EOFError, ValueError, TypeError, IndexError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise (encrypted(reason) if password is not None else corrupt(reason)) from error
    return products.made
