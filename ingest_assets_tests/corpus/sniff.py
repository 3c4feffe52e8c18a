"""Files of many formats as bytes, small and made here, for the sniffer's tests."""

from __future__ import annotations

import io
import struct
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ingest_assets.model import RawFile, Sniffed
from ingest_assets.settings import Settings
from ingest_assets.sniff.sniff import sniff

SETTINGS = Settings()
END_OF_CHAIN, FREE, FAT_SECTOR, NO_ENTRY = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD, 0xFFFFFFFF
SECTOR = 512
PDF = b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n"
TYPES = '<?xml version="1.0"?><Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/{part}" ContentType="{kind}"/></Types>'
RELS = (
    '<?xml version="1.0"?><Relationships><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="{part}"/></Relationships>'
)
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def sniffed(
    data: bytes,
    name: str = "file",
    *,
    http: str | None = None,
    override: str | None = None,
    folder: Path,
    settings: Settings = SETTINGS,
) -> Sniffed:
    """The sniffer's answer for these bytes under this name; the blob's own name is a hash, as in the store."""
    path = folder / "blob"
    path.write_bytes(data)
    raw = RawFile(raw_sha256="0" * 64, size_bytes=len(data), name=name, http_content_type=http)
    return sniff(path, raw, settings, override=override)


def zipped(members: Mapping[str, bytes | str], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP with these members in this order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def ooxml(part: str = "word/document.xml", kind: str = WORD, *, reverse: bool = False) -> bytes:
    """An OOXML package whose main part is ``part`` of content type ``kind``."""
    members = {
        "[Content_Types].xml": TYPES.format(part=part, kind=kind),
        "_rels/.rels": RELS.format(part=part),
        part: "<x/>" * 400,
    }
    return zipped(dict(reversed(members.items())) if reverse else members)


def tarred(members: Mapping[str, bytes], *, magic: bool = True) -> bytes:
    """A tar; without magic it is one of the 1970s."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    data = bytearray(buffer.getvalue())
    if not magic:
        data[257:265] = bytes(8)
        data[148:156] = b" " * 8
        data[148:156] = b"%06o\0 " % sum(data[:512])
    return bytes(data)


def ole(streams: Mapping[str, bytes], *, class_id: bytes = bytes(16)) -> bytes:
    """An OLE2 file (MS-CFB version 3) with these streams, each padded to 4,096 bytes so that no mini stream is needed."""
    entries = [_entry("Root Entry", 5, child=1 if streams else NO_ENTRY, start=END_OF_CHAIN, size=0, class_id=class_id)]
    directory_sectors = (len(streams) + 4) // 4
    first = 1 + directory_sectors
    chains = [FAT_SECTOR, *_chain(1, directory_sectors)]
    body = b""
    for number, (name, content) in enumerate(streams.items(), start=1):
        padded = content.ljust(4096, b"\0")[:4096]
        following = number + 1 if number < len(streams) else NO_ENTRY
        entries.append(_entry(name, 2, right=following, start=first + len(body) // SECTOR, size=4096))
        chains += _chain(first + len(body) // SECTOR, 8)
        body += padded
    fat = struct.pack(f"<{len(chains)}I", *chains).ljust(SECTOR, b"\xff")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, END_OF_CHAIN, 0, END_OF_CHAIN, 0) + struct.pack("<I", 0)
    return header.ljust(SECTOR, b"\xff") + fat + b"".join(entries).ljust(directory_sectors * SECTOR, b"\0") + body


def _chain(start: int, count: int) -> list[int]:
    return [start + step + 1 for step in range(count - 1)] + [END_OF_CHAIN]


def _entry(
    name: str,
    kind: int,
    *,
    child: int = NO_ENTRY,
    right: int = NO_ENTRY,
    start: int,
    size: int,
    class_id: bytes = bytes(16),
) -> bytes:
    encoded = name.encode("utf-16-le") + b"\0\0"
    fixed = encoded.ljust(64, b"\0") + struct.pack("<HBBIII", len(encoded), kind, 1, NO_ENTRY, right, child)
    return fixed + class_id + bytes(20) + struct.pack("<IQ", start, size)


MAIL = b"Received: from a by b; Mon, 1 Jun 2009 10:00:00 +0000\r\nFrom: a@example.org\r\nTo: b@example.org\r\nSubject: Berth\r\n\r\nThe berth is free.\r\n"
ROWS = b"berth;vessel;draught\n7;Aurora;4.1\n8;Baltika;3.9\n9;Cygnus;5.2\n"
