"""ZIP archives."""

from __future__ import annotations

import struct
import zipfile

from ingest_assets.extract.archives.foreign import read_foreign
from ingest_assets.extract.archives.members import Members
from ingest_assets.extract.archives.zip_names import member_name
from ingest_assets.extract.containers import ContainerFault, bomb, broken_zip, encrypted, guarded, refused
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Route
from ingest_assets.thresholds.limits import Limits

PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA})
"""Compressions that Python's own reader knows; libarchive knows more (deflate64, xz, zstd, ppmd)."""


class ZipParser:
    """Members as children, in the order of the directory."""

    name = "zip"
    revision = 1
    engines = ("libarchive-c",)
    formats = frozenset({"zip", "jar", "kmz"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: broken_zip, encrypted, bomb, member_limit, corrupt (a damaged member)."""
        limits = request.settings.limits
        try:
            archive = zipfile.ZipFile(request.path)
        except (zipfile.BadZipFile, struct.error, EOFError, OSError, ValueError, NotImplementedError) as error:
            return refused(broken_zip(str(error)))
        with archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            packed = sum(info.compress_size for info in infos)
            if packed > request.raw.size_bytes:
                return refused(bomb(f"members overlap: {packed} packed bytes in {request.raw.size_bytes}"))
            members = Members.of(limits, request.raw.size_bytes)
            if any(info.compress_type not in PACKINGS and not info.flag_bits & 1 for info in infos):
                read_foreign(request.path, members)
                return on_page_one(members.extraction(), self.name)
            for info in infos:
                if not _add(archive, info, members, request.settings.passwords):
                    break
        return on_page_one(members.extraction(), self.name)


def _add(archive: zipfile.ZipFile, info: zipfile.ZipInfo, members: Members, passwords: tuple[str, ...]) -> bool:
    name = member_name(info)
    if (info.external_attr >> 16) & 0o170000 == 0o120000:
        members.leave_out(name, "link")
        return True
    return members.add(name, lambda: _read(archive, info, members, passwords))


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, members: Members, passwords: tuple[str, ...]) -> bytes:
    _check_claim(info, members.limits)
    if not info.flag_bits & 1:
        return _content(archive, info, members, None)
    for password in passwords:
        try:
            return _content(archive, info, members, password.encode("utf-8"))
        except ContainerFault:
            continue
    raise encrypted("the member is locked")


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, members: Members, password: bytes | None) -> bytes:
    def whole() -> bytes:
        with archive.open(info, pwd=password) as stream:
            return members.read_stream(stream, info.compress_size)

    return guarded(whole)


def _check_claim(info: zipfile.ZipInfo, limits: Limits) -> None:
    """Refuse what the directory itself claims to be a bomb, before a byte is unpacked."""
    if info.file_size > max(limits.ratio_from_bytes, limits.ratio * max(1, info.compress_size)):
        raise bomb(f"{info.file_size} bytes from {info.compress_size}: ratio over {limits.ratio:g}")


PARSER = ZipParser()
