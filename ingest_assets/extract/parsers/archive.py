"""Archives other than ZIP."""

from __future__ import annotations

import tarfile
import zlib

from ingest_assets.extract.archives.foreign import read_foreign
from ingest_assets.extract.archives.members import Members
from ingest_assets.extract.archives.packed import inner_name, read_packed
from ingest_assets.extract.archives.sevenzip import read_sevenzip
from ingest_assets.extract.containers import ContainerFault, corrupt
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Route

PACKED = frozenset({"gz", "bz2", "xz"})


class ArchiveParser:
    """Regular members as children; links and devices are listed, never followed."""

    name = "archive"
    revision = 2
    engines = ("py7zr", "libarchive-c")
    formats = frozenset({"7z", "tar", "zst", "rar", "cab", "iso"}) | PACKED
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: encrypted, bomb, member_limit, corrupt."""
        members = Members.of(request.settings.limits, request.raw.size_bytes)
        kind = request.sniffed.format
        name = request.raw.member or request.raw.name
        if kind in PACKED:
            read_packed(request.path, kind, members, name)
        elif kind == "7z":
            read_sevenzip(request.path, members, request.settings.passwords)
        elif kind == "tar":
            _read_tar(request, members)
        else:
            raw_name = inner_name(request.path, kind, name) if kind == "zst" else ""
            read_foreign(request.path, members, raw_name=raw_name)
        return on_page_one(members.extraction(), self.name)


def _read_tar(request: ReadRequest, members: Members) -> None:
    try:
        with tarfile.open(request.path, mode="r:") as archive:
            for info in archive:
                if not _add(archive, info, members):
                    return
            _check_end(request, archive.offset, members)
    except (tarfile.TarError, OSError, EOFError, zlib.error, ValueError) as error:
        members.fault(corrupt(f"tar: {error}"))


def _check_end(request: ReadRequest, offset: int, members: Members) -> None:
    """Python's reader stops without a word at a damaged or cut header: a whole archive ends in zeros, or with its last member."""
    with request.path.open("rb") as file:
        file.seek(offset)
        block = file.read(tarfile.BLOCKSIZE)
    if block.strip(b"\0") or 0 < len(block) < tarfile.BLOCKSIZE or offset > request.raw.size_bytes:
        members.fault(corrupt(f"tar: cut or damaged at byte {offset} of {request.raw.size_bytes}"))


def _add(archive: tarfile.TarFile, info: tarfile.TarInfo, members: Members) -> bool:
    if info.isdir():
        return True
    if not info.isreg():
        members.leave_out(info.name, "link or device")
        return True
    return members.add(info.name, lambda: _content(archive, info, members))


def _content(archive: tarfile.TarFile, info: tarfile.TarInfo, members: Members) -> bytes:
    try:
        stream = archive.extractfile(info)
        return b"" if stream is None else members.read_stream(stream, info.size)
    except ContainerFault:
        raise
    except (tarfile.TarError, OSError, EOFError, ValueError) as error:
        raise corrupt(f"tar: {error}") from error


PARSER = ArchiveParser()
