"""The member list of a ZIP, read tolerantly: central directory first, local headers when it is gone.

Source of the record layouts: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.14 and 4.3.16.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from ingest_assets.sniff.mapped import Bytes

LOCAL, CENTRAL, END, END64 = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06"
STUB_LIMIT = 1024
END_LIMIT = 65_557 + 4096
"""Bytes at the end where the end record may stand: 22 + the longest comment, and some padding behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One member: ``name`` with forward slashes, ``offset`` of its local header, packed and unpacked size in bytes."""

    name: str
    flags: int
    method: int
    packed: int
    size: int
    offset: int

    @property
    def encrypted(self) -> bool:
        """Bit 0 of the flags: a password is needed."""
        return bool(self.flags & 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Directory:
    """The members in directory order. ``truncated`` says that they come from a scan of local headers."""

    members: tuple[Member, ...]
    truncated: bool
    stub: int = 0


def read_directory(data: Bytes, limit: int) -> Directory | None:
    """Up to ``limit`` members of the ZIP that starts within the first 1,024 bytes; None when there is none."""
    start = data[: STUB_LIMIT + 4].find(LOCAL)
    end = data.rfind(END, max(0, len(data) - END_LIMIT))
    if start < 0 and (end < 0 or data[:4] != END):
        return None
    if end >= 0:
        members = _central(data, end, limit)
        if members is not None:
            return Directory(members=members, truncated=False, stub=max(start, 0))
    if start > 0:
        return None
    return Directory(members=_local(data, start, limit), truncated=True, stub=start)


def _central(data: Bytes, end: int, limit: int) -> tuple[Member, ...] | None:
    if len(data) < end + 22:
        return None
    total, size, offset = struct.unpack("<HII", data[end + 10 : end + 20])
    first_end = end
    if offset == 0xFFFFFFFF or size == 0xFFFFFFFF:
        end64 = data.rfind(END64, max(0, end - 4096), end)
        if end64 < 0 or len(data) < end64 + 56:
            return None
        size, offset = struct.unpack("<QQ", data[end64 + 40 : end64 + 56])
        end = end64
    # A stub in front shifts every offset: the directory ends where the end record begins.
    shift = end - size - offset
    position = offset + shift
    if size == 0:
        return ()
    if position < 0 or data[position : position + 4] != CENTRAL:
        position = data.find(CENTRAL, 0, end)
        shift = 0
        if position < 0 or (offset and position != offset):
            return None
    members = _entries(data, position, shift, limit)
    # A directory that breaks off hides members that are still there.
    return members if len(members) >= min(total, limit) or end != first_end else None


def _entries(data: Bytes, position: int, shift: int, limit: int) -> tuple[Member, ...]:
    members: list[Member] = []
    while len(members) < limit and data[position : position + 4] == CENTRAL:
        fixed = data[position : position + 46]
        if len(fixed) < 46:
            break
        flags, method = struct.unpack("<HH", fixed[8:12])
        packed, size, name_length, extra, comment = struct.unpack("<IIHHH", fixed[20:34])
        offset = struct.unpack("<I", fixed[42:46])[0] + shift
        name = _name(data[position + 46 : position + 46 + name_length], flags)
        members.append(Member(name=name, flags=flags, method=method, packed=packed, size=size, offset=offset))
        position += 46 + name_length + extra + comment
    return tuple(members)


def _local(data: Bytes, position: int, limit: int) -> tuple[Member, ...]:
    members: list[Member] = []
    while position >= 0 and len(members) < limit:
        fixed = data[position : position + 30]
        if len(fixed) < 30:
            break
        flags, method = struct.unpack("<HH", fixed[6:10])
        packed, size, name_length, extra = struct.unpack("<IIHH", fixed[18:30])
        name = _name(data[position + 30 : position + 30 + name_length], flags)
        members.append(Member(name=name, flags=flags, method=method, packed=packed, size=size, offset=position))
        following = position + 30 + name_length + extra + (0 if flags & 8 else packed)
        position = data.find(LOCAL, following)
    return tuple(members)


def _name(raw: bytes, flags: int) -> str:
    text = raw.decode("utf-8" if flags & 0x800 else "cp437", errors="replace")
    return text.replace("\\", "/").lstrip("/")


def member_bytes(data: Bytes, member: Member, limit: int) -> bytes:
    """At most ``limit`` bytes of a member, unpacked in pieces; b"" when it cannot be read."""
    fixed = data[member.offset : member.offset + 30]
    if len(fixed) < 30 or fixed[:4] != LOCAL or member.encrypted:
        return b""
    name_length, extra = struct.unpack("<HH", fixed[26:30])
    start = member.offset + 30 + name_length + extra
    packed = member.packed or min(limit, len(data) - start)
    raw = data[start : start + min(packed, limit)]
    if member.method == 0:
        return raw
    if member.method != 8:
        return b""
    try:
        return zlib.decompressobj(-15).decompress(raw, limit)
    except zlib.error:
        return b""
