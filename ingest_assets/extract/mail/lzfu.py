"""Compressed RTF of Outlook messages (MS-OXRTFCP). A damaged stream gives what stands before the damage."""

from __future__ import annotations

import struct

HEADER = struct.Struct("<IIII")
COMPRESSED, PLAIN = 0x75465A4C, 0x414C454D
# The dictionary's first content, MS-OXRTFCP section 2.1.2.1.
PRIMED = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor "
    rb"MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
WINDOW = 4096


def decompressed(data: bytes, limit: int) -> bytes:
    """The RTF, at most ``limit`` bytes. Raises ValueError when the header is none of this format."""
    if len(data) < HEADER.size:
        raise ValueError("shorter than its header")
    _, raw_size, kind, _ = HEADER.unpack_from(data)
    body = data[HEADER.size :]
    if kind == PLAIN:
        return body[: min(raw_size, limit)]
    if kind != COMPRESSED:
        raise ValueError(f"unknown kind {kind:#010x}")
    return _unpacked(body, min(raw_size, limit))


def _unpacked(body: bytes, size: int) -> bytes:
    window = bytearray(PRIMED.ljust(WINDOW, b"\0"))
    write, out, position = len(PRIMED), bytearray(), 0
    while position < len(body) and len(out) < size:
        flags = body[position]
        position += 1
        for bit in range(8):
            is_reference = flags >> bit & 1
            if position + is_reference >= len(body):
                return bytes(out[:size])
            if is_reference:
                token = body[position] << 8 | body[position + 1]
                start, count = token >> 4, (token & 15) + 2
                if start == write:
                    return bytes(out[:size])
            else:
                start, count = -1, 1
            for step in range(count):
                byte = body[position] if start < 0 else window[(start + step) % WINDOW]
                out.append(byte)
                window[write] = byte
                write = (write + 1) % WINDOW
            position += 1 + is_reference
    return bytes(out[:size])
