"""Outlook .msg files: an OLE2 container written by hand (MS-CFB version 3, every stream in the mini stream)."""

from __future__ import annotations

import struct
from collections.abc import Mapping

Storage = Mapping[str, "bytes | Storage"]
FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
SECTOR, MINI = 512, 64


def ole_file(root: Storage) -> bytes:
    """A compound file of these storages (mappings) and streams (bytes, each under 4,096)."""
    entries: list[list[object]] = []
    mini = bytearray()
    mini_fat: list[int] = []
    _add(entries, "Root Entry", root, mini, mini_fat)
    directory = b"".join(_entry(entry, mini) for entry in entries)
    parts = [_padded(directory), _padded(bytes(mini)), _padded(b"".join(struct.pack("<I", link) for link in mini_fat))]
    starts, fat = [], []
    for data in parts:
        starts.append(len(fat))
        count = len(data) // SECTOR
        fat.extend([*range(len(fat) + 1, len(fat) + count), END] if count else [])
    fat_sectors = 1
    while (len(fat) + fat_sectors) * 4 > fat_sectors * SECTOR:
        fat_sectors += 1
    first_fat = len(fat)
    fat.extend([FAT] * fat_sectors)
    fat.extend([FREE] * (fat_sectors * SECTOR // 4 - len(fat)))
    body = b"".join(parts).replace(b"MINISTRT", struct.pack("<II", starts[1] if mini else END, len(mini)))
    header = struct.pack("<8s16xHHHHH6xIIIIIIIII", bytes.fromhex("d0cf11e0a1b11ae1"), 0x3E, 3, 0xFFFE, 9, 6, 0, fat_sectors, starts[0], 0, 4096,
                         starts[2] if mini else END, len(parts[2]) // SECTOR, END, 0)  # fmt: skip
    table = [*range(first_fat, first_fat + fat_sectors), *[FREE] * (109 - fat_sectors)]
    return header + struct.pack("<109I", *table) + body + b"".join(struct.pack("<I", link) for link in fat)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % SECTOR)


def _add(entries: list[list[object]], name: str, item: bytes | Storage, mini: bytearray, mini_fat: list[int]) -> int:
    """Append an entry [name, kind, right, child, start, size]; returns its number."""
    number = len(entries)
    entries.append([name, 5 if number == 0 else 2 if isinstance(item, bytes) else 1, FREE, FREE, END, 0])
    if isinstance(item, bytes):
        if item:
            count = -(-len(item) // MINI)
            entries[number][4:] = [len(mini_fat), len(item)]
            mini_fat.extend([*range(len(mini_fat) + 1, len(mini_fat) + count), END])
            mini += item + bytes(-len(item) % MINI)
        return number
    before = None
    for inner in sorted(item, key=lambda key: (len(key), key.upper())):
        child = _add(entries, inner, item[inner], mini, mini_fat)
        if before is None:
            entries[number][3] = child
        else:
            entries[before][2] = child
        before = child
    return number


def _entry(entry: list[object], mini: bytearray) -> bytes:
    name, kind, right, child, start, size = entry
    encoded = str(name).encode("utf-16-le")
    place = b"MINISTRT" if kind == 5 else struct.pack("<II", start, size)
    return (
        struct.pack("<64sHBBIII", encoded, len(encoded) + 2, kind, 1, FREE, right, child) + bytes(36) + place + bytes(4)
    )


def properties(values: Mapping[int, int | str | bytes], header: int) -> dict[str, bytes | Storage]:
    """Streams of a message or attachment: strings as UTF-16, bytes as binary, numbers in the properties stream."""
    streams: dict[str, bytes | Storage] = {}
    table = bytes(header)
    for prop, value in values.items():
        if isinstance(value, int):
            table += struct.pack("<HHIii", 0x3, prop, 6, value, 0)
        else:
            kind, data = (0x1F, value.encode("utf-16-le")) if isinstance(value, str) else (0x102, value)
            streams[f"__substg1.0_{prop:04X}{kind:04X}"] = data
            table += struct.pack("<HHIII", kind, prop, 6, len(data), 0)
    streams["__properties_version1.0"] = table
    return streams


def msg_file(values: Mapping[int, int | str | bytes], attachments: list[Storage] | None = None) -> bytes:
    """A whole .msg."""
    root = properties(values, 32)
    for number, attachment in enumerate(attachments or []):
        root[f"__attach_version1.0_#{number:08X}"] = attachment
    return ole_file(root)


def attached_file(name: str, data: bytes) -> Storage:
    """The storage of an attached file."""
    return properties({0x3707: name, 0x3701: data}, 8)


def attached_message(
    name: str, values: Mapping[int, int | str | bytes], attachments: list[Storage] | None = None
) -> Storage:
    """The storage of a message inside the message."""
    inner = properties(values, 24)
    for number, attachment in enumerate(attachments or []):
        inner[f"__attach_version1.0_#{number:08X}"] = attachment
    return {**properties({0x3001: name}, 8), "__substg1.0_3701000D": inner}
