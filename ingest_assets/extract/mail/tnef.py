"""TNEF ("winmail.dat", MS-OXTNEF): attributes of a message and of its attachments."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from ingest_assets.extract.containers import corrupt
from ingest_assets.extract.mail.mapi import (
    ATTACH_LONG_NAME,
    BODY,
    MESSAGE_CODEPAGE,
    STRING8,
    SUBJECT,
    UNICODE,
    Mapi,
)
from ingest_assets.model import Child

SIGNATURE = 0x223E9F78
START_ATTACHMENT, TITLE, DATA, ATTACHMENT_PROPS = 0x9002, 0x8010, 0x800F, 0x9005
SUBJECT_TEXT, BODY_TEXT, MESSAGE_PROPS, CODEPAGE = 0x8004, 0x800C, 0x9003, 0x9007
FIXED = {2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 0xA: 4, 0xB: 4, 0x14: 8, 0x40: 8, 0x48: 16}
COUNTED = frozenset({STRING8, UNICODE, 0x102, 0x0D})
MULTIPLE = 0x1000
NAMED = 0x8000


def read_tnef(data: bytes) -> tuple[Mapi, list[Child]]:
    """The message's properties and its attachments. Raises corrupt when the file is no TNEF or is cut."""
    message = Mapi()
    children: list[Child] = []
    title, content, about = "", b"", Mapi()
    for attribute, value in _attributes(data):
        if attribute == START_ATTACHMENT:
            children.extend(_attachment(title, content, about))
            title, content, about = "", b"", Mapi()
        elif attribute == TITLE:
            title = value.rstrip(b"\0").decode("latin-1")
        elif attribute == DATA:
            content = value
        elif attribute == ATTACHMENT_PROPS:
            about = properties(value)
        else:
            _message_attribute(message, attribute, value)
    children.extend(_attachment(title, content, about))
    return message, children


def _message_attribute(message: Mapi, attribute: int, value: bytes) -> None:
    if attribute == MESSAGE_PROPS:
        message.values.update(properties(value).values)
    elif attribute == CODEPAGE:
        message.values.setdefault(MESSAGE_CODEPAGE, (3, value[:4]))
    elif attribute == SUBJECT_TEXT:
        message.values.setdefault(SUBJECT, (STRING8, value))
    elif attribute == BODY_TEXT:
        message.values.setdefault(BODY, (STRING8, value))


def _attachment(title: str, content: bytes, about: Mapi) -> Iterator[Child]:
    name = about.string(ATTACH_LONG_NAME) or title
    if content and (name or len(content) > 0):
        yield Child(member=name or "attachment", data=content)


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    if len(data) < 6 or struct.unpack_from("<I", data)[0] != SIGNATURE:
        raise corrupt("no TNEF signature")
    position = 6
    while position + 9 <= len(data):
        _, attribute, _, size = struct.unpack_from("<BHHI", data, position)
        position += 9
        if position + size > len(data):
            raise corrupt(f"an attribute of {size} bytes is cut")
        yield attribute, data[position : position + size]
        position += size + 2


def properties(data: bytes) -> Mapi:
    """A stream of MAPI properties; reading stops where it is damaged."""
    found = Mapi()
    try:
        for prop, kind, value in _properties(data):
            found.values[prop] = (kind, value)
    except struct.error:
        pass
    return found


def _properties(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    count = struct.unpack_from("<I", data)[0]
    position = 4
    for _ in range(count):
        kind, prop = struct.unpack_from("<HH", data, position)
        position += 4
        if prop >= NAMED:
            position = _after_name(data, position)
        plain = kind & ~MULTIPLE
        values = 1
        if plain in COUNTED or kind & MULTIPLE:
            values = struct.unpack_from("<I", data, position)[0]
            position += 4
        value = b""
        for _ in range(values):
            value, position = _value(data, position, plain)
        yield prop, plain, value


def _after_name(data: bytes, position: int) -> int:
    kind = struct.unpack_from("<I", data, position + 16)[0]
    position += 20
    if kind == 0:
        return position + 4
    size = struct.unpack_from("<I", data, position)[0]
    return int(position + 4 + size + -size % 4)


def _value(data: bytes, position: int, kind: int) -> tuple[bytes, int]:
    if kind in COUNTED:
        size = struct.unpack_from("<I", data, position)[0]
        position += 4
    else:
        size = FIXED.get(kind, 4)
    if position + size > len(data):
        raise struct.error("property is cut")
    return data[position : position + size], position + size + -size % 4
