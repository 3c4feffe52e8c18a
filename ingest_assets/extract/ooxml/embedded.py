"""Files embedded in an office document: documents of their own. An object named by an OLE package stream gets its real name back."""

from __future__ import annotations

import io
import posixpath

import olefile

from ingest_assets.extract.containers import ContainerFault
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.model import Child

KINDS = {"package", "oleObject"}


def embedded_files(package: Package, *parts: str) -> tuple[list[Child], list[str]]:
    """The children of those parts and their names. Workbooks behind charts are left out: the chart shows their data."""
    found: dict[str, Child] = {}
    for part in parts:
        for relationship in package.relationships(part).values():
            if relationship.kind in KINDS and not relationship.external and relationship.target not in found:
                child = _child(package, relationship.target)
                if child is not None:
                    found[relationship.target] = child
    return list(found.values()), [child.member for child in found.values()]


def _child(package: Package, part: str) -> Child | None:
    """The embedded file; a damaged or missing one is no reason to refuse its document."""
    if part not in package:
        return None
    try:
        data = package.read(part)
    except ContainerFault as fault:
        if fault.code in {"bomb", "too_large"}:
            raise
        return None
    name, data = unpacked(posixpath.basename(part), data)
    return Child(member=name, data=data) if data else None


def unpacked(name: str, data: bytes) -> tuple[str, bytes]:
    """Name and bytes of the file inside an OLE object; the object itself when it is a document of an OLE program."""
    if not data.startswith(olefile.MAGIC):
        return name, data
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as ole:
            if ole.exists("\x01Ole10Native"):
                return _native(ole.openstream("\x01Ole10Native").read(), name)
            for stream in ("Package", "CONTENTS"):
                if ole.exists(stream):
                    return name, ole.openstream(stream).read()
    except (OSError, ValueError, IndexError):
        return name, data
    return name, data


def _native(stream: bytes, name: str) -> tuple[str, bytes]:
    """The ``Ole10Native`` layout of [MS-OLEDS]: size, 2 bytes, label, path, 8 bytes, path, then the length and bytes of the file."""
    label, rest = _zero_ended(stream[6:])
    _, rest = _zero_ended(rest)
    skip = int.from_bytes(rest[4:8], "little")
    rest = rest[8 + skip :]
    size = int.from_bytes(rest[:4], "little")
    payload = rest[4 : 4 + size]
    return (label.decode("cp1252", errors="replace") or name, payload) if payload else (name, stream)


def _zero_ended(data: bytes) -> tuple[bytes, bytes]:
    text, _, rest = data.partition(b"\0")
    return text, rest
