"""S/MIME in one piece (application/pkcs7-mime): the mail inside a signature, and whether it is locked. RFC 5652, BER by hand."""

from __future__ import annotations

from collections.abc import Iterator

SIGNED = bytes.fromhex("2a864886f70d010702")
ENVELOPED = bytes.fromhex("2a864886f70d010703")
AUTH_ENVELOPED = bytes.fromhex("2a864886f70d0109100117")
OBJECT, OCTETS, SEQUENCE = 0x06, 0x04, 0x30
DEPTH = 16  # nested constructed strings; real ones have two


def kind_of(data: bytes) -> str | None:
    """``signed``, ``locked``, or None when the bytes are neither."""
    outer = next(_items(data), None)
    first = next(_items(outer[1]), None) if outer is not None and outer[0] == SEQUENCE else None
    if first is None or first[0] != OBJECT:
        return None
    return {SIGNED: "signed", ENVELOPED: "locked", AUTH_ENVELOPED: "locked"}.get(first[1])


def signed_content(data: bytes) -> bytes:
    """The signed MIME entity: ContentInfo, SignedData, EncapsulatedContentInfo, OCTET STRING; b"" when it is not inside."""
    info = next(_items(data), (0, b""))[1]
    explicit = list(_items(info))[1:2]
    signed = next(_items(explicit[0][1]), (0, b""))[1] if explicit else b""
    encapsulated = next((value for tag, value in _items(signed) if tag == SEQUENCE), b"")
    content = list(_items(encapsulated))[1:2]
    return _octets(content[0][1], 0) if content else b""


def _octets(data: bytes, depth: int) -> bytes:
    """The bytes of an OCTET STRING that may be cut into pieces."""
    if depth > DEPTH:
        return b""
    out = b""
    for tag, value in _items(data):
        out += value if tag == OCTETS else _octets(value, depth + 1) if tag == OCTETS | 0x20 else b""
    return out


def _items(data: bytes) -> Iterator[tuple[int, bytes]]:
    """(tag, value) of each element; reading stops at damage."""
    position = 0
    while position + 2 <= len(data):
        tag, start, end, following = _element(data, position)
        if end > len(data) or (tag, end - start) == (0, 0):
            return
        yield tag, data[start:end]
        position = following


def _element(data: bytes, position: int) -> tuple[int, int, int, int]:
    """(tag, start, end of the value, start of the next element)."""
    tag, size = data[position], data[position + 1]
    start = position + 2
    if size == 0x80:
        end = _end_of_contents(data, start)
        return tag, start, end, end + 2
    if size > 0x80:
        count = size & 0x7F
        size = int.from_bytes(data[start : start + count], "big")
        start += count
    return tag, start, start + size, start + size


def _end_of_contents(data: bytes, start: int) -> int:
    """Where the two zero bytes of an element of unknown length stand; past the end when they are missing."""
    position, depth = start, 1
    while position + 2 <= len(data):
        if data[position : position + 2] == b"\0\0":
            depth -= 1
            if depth == 0:
                return position
            position += 2
        elif data[position + 1] == 0x80:
            depth += 1
            position += 2
        else:
            _, _, _, position = _element(data, position)
    return len(data) + 1
