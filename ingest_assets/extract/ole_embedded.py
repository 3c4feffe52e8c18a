"""Objects embedded in old office files (doc, xls) and RTF: documents of their own.

An object is a packed file with its name (``Ole10Native``, [MS-OLEDS] 2.3.6), a document that lies whole in a stream, or a storage with the streams of
an OLE program, which is written out as the file it would be.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import olefile

from ingest_assets.extract.ole_writer import ole_file
from ingest_assets.model import Block, Child, Extraction

WHOLE = ("Package", "CONTENTS")
"""Streams that hold a complete file."""
MAIN = {"WordDocument": "doc", "Workbook": "xls", "Book": "xls", "PowerPoint Document": "ppt", "VisioDocument": "vsd"}
NATIVE = "\x01Ole10Native"
FAULTS = (OSError, ValueError, IndexError, TypeError, struct.error)
OBJECT_DATA = re.compile(rb"\\objdata\b[^0-9a-fA-F{}\\]*((?:[0-9a-fA-F\s])*)")
EMBEDDED = 2
"""``FormatID`` of an embedded object in the OLE 1 layout that RTF keeps ([MS-OLEDS] 2.2.5)."""


def embedded_objects(path: Path) -> tuple[Child, ...]:
    """The objects of a doc or xls; a damaged one is no reason to refuse its document."""
    if not olefile.isOleFile(str(path)):
        return ()
    try:
        with olefile.OleFileIO(str(path)) as ole:
            storages = [entry for entry in ole.listdir(streams=False, storages=True) if _is_object(entry)]
            found = (_object(ole, storage) for storage in storages)
            return tuple(child for child in found if child is not None)
    except FAULTS:
        return ()


def _is_object(storage: list[str]) -> bool:
    """Word keeps objects in ``ObjectPool/_123``, Excel in ``MBD0123ABCD``; what they embed in turn is found when they are read."""
    if len(storage) == 2 and storage[0] == "ObjectPool":
        return True
    return len(storage) == 1 and re.fullmatch(r"MBD[0-9A-Fa-f]{8}", storage[0]) is not None


def _object(ole: olefile.OleFileIO, storage: list[str]) -> Child | None:
    name = storage[-1].lstrip("_")
    streams = {entry[-1]: entry for entry in ole.listdir() if entry[:-1] == storage}
    if NATIVE in streams:
        member, data = native(ole.openstream(streams[NATIVE]).read(), name)
        return Child(member=member, data=data)
    for stream in WHOLE:
        if stream in streams:
            return Child(member=name, data=ole.openstream(streams[stream]).read())
    kind = next((kind for stream, kind in MAIN.items() if stream in streams), None)
    if kind is None:
        return None
    whole = ole_file({stream: ole.openstream(entry).read() for stream, entry in streams.items()})
    return None if whole is None else Child(member=f"{name}.{kind}", data=whole)


def unpacked(name: str, data: bytes) -> tuple[str, bytes]:
    """Name and bytes of the file inside an OLE object; the object itself when it is a document of an OLE program."""
    if not data.startswith(olefile.MAGIC):
        return name, data
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as ole:
            if ole.exists(NATIVE):
                return native(ole.openstream(NATIVE).read(), name)
            for stream in WHOLE:
                if ole.exists(stream):
                    return name, ole.openstream(stream).read()
    except FAULTS:
        return name, data
    return name, data


def native(stream: bytes, name: str) -> tuple[str, bytes]:
    """The ``Ole10Native`` layout: size, then the packed file."""
    return _packed(stream[4:], name) or (name, stream)


def _packed(data: bytes, name: str) -> tuple[str, bytes] | None:
    """2 bytes, label, path, 8 bytes with the length of the path that follows, then the length and bytes of the file; None for anything else."""
    label, rest = _zero_ended(data[2:])
    _, rest = _zero_ended(rest)
    skip = int.from_bytes(rest[4:8], "little")
    rest = rest[8 + skip :]
    size = int.from_bytes(rest[:4], "little")
    payload = rest[4 : 4 + size]
    return (label.decode("cp1252", errors="replace") or name, payload) if payload else None


def _zero_ended(data: bytes) -> tuple[bytes, bytes]:
    text, _, rest = data.partition(b"\0")
    return text, rest


def rtf_objects(source: bytes) -> Iterator[Child]:
    """The objects of an RTF file, in order."""
    for number, match in enumerate(OBJECT_DATA.finditer(source), 1):
        digits = b"".join(match[1].split())
        data = bytes.fromhex(digits[: len(digits) // 2 * 2].decode("ascii"))
        child = _ole1_object(data, f"object-{number}")
        if child is not None:
            yield child


def _ole1_object(data: bytes, name: str) -> Child | None:
    """``EmbeddedObject``: version, format, three strings with their lengths, then the object's bytes with theirs."""
    try:
        (form,) = struct.unpack_from("<I", data, 4)
        place, strings = 8, []
        for _ in range(3):
            (size,) = struct.unpack_from("<I", data, place)
            strings.append(data[place + 4 : place + 4 + size].rstrip(b"\0"))
            place += 4 + size
        (size,) = struct.unpack_from("<I", data, place)
    except struct.error:
        return None
    content = data[place + 4 : place + 4 + size]
    if form != EMBEDDED or not content:
        return None
    if strings[0] == b"Package":
        packed = _packed(content, name)
        return None if packed is None else Child(member=packed[0], data=packed[1])
    member, content = unpacked(name, content)
    return Child(member=member, data=content)


def with_objects(read: Extraction, objects: Iterable[Child]) -> Extraction:
    """``read`` with further children, their names at the end of its text."""
    found = tuple(objects)
    page = max((block.page for block in read.blocks), default=1)
    named = tuple(
        Block(kind="paragraph", text=f"Embedded file: {one.member}", page=page, flags=("embedded",)) for one in found
    )
    return replace(read, blocks=(*read.blocks, *named), children=(*read.children, *found))


def without_objects(read: Extraction) -> Extraction:
    """``read`` without its children and the lines that name them."""
    return replace(read, blocks=tuple(block for block in read.blocks if "embedded" not in block.flags), children=())
