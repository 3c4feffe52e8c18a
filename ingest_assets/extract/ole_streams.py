"""What an OLE2 office file says about itself before anything converts it: is it locked, and how large is its text stream?"""

from __future__ import annotations

import struct
from pathlib import Path

import olefile

from ingest_assets.extract.containers import corrupt, encrypted

ENCRYPTED_HEADER = b"\xdf\xc4\xd1\xf3"
"""``headerToken`` of an encrypted presentation in its Current User stream ([MS-PPT] 2.3.2)."""

CCP_TEXT = 0x4C
"""Offset of ``ccpText``, the characters of the main text, in the FIB of Word 97 and later ([MS-DOC] 2.5.4)."""

WORD_97 = 0x00C1
WIDE_TEXT, NARROW_TEXT = 0x0FA0, 0x0FA8
PROMPTS = frozenset({0x03F8, 0x0FC9, 0x03F2})
"""Containers of a presentation whose text no slide shows: main master, handout master, environment ([MS-PPT] 2.13.24)."""

CONTAINER = 0xF
FAULTS = (OSError, ValueError, IndexError, TypeError, struct.error)


def check_lock(path: Path) -> None:
    """Raise encrypted for a locked doc or ppt, corrupt when the OLE2 directory cannot be read."""
    try:
        with olefile.OleFileIO(str(path)) as ole:
            word, user = _head(ole, "WordDocument", 12), _head(ole, "Current User", 16)
            locked = ole.exists("EncryptedPackage") or ole.exists("EncryptedSummary")
    except (OSError, ValueError, IndexError, TypeError) as error:
        raise corrupt(f"the OLE2 directory cannot be read: {error}") from error
    if locked or (len(word) == 12 and word[11] & 1) or user[12:16] == ENCRYPTED_HEADER:
        raise encrypted("the document is locked with a password")


def _head(ole: olefile.OleFileIO, stream: str, size: int) -> bytes:
    return bytes(ole.openstream(stream).read(size)) if ole.exists(stream) else b""


def text_stream_bytes(path: Path) -> int:
    """Size of the WordDocument stream; 0 when there is none."""
    try:
        with olefile.OleFileIO(str(path)) as ole:
            return int(ole.get_size("WordDocument")) if ole.exists("WordDocument") else 0
    except (OSError, ValueError, IndexError, TypeError):
        return 0


def written_characters(path: Path) -> int | None:
    """How many characters a doc or ppt says it holds, marks included: an upper bound of what a reader sees. None for other files."""
    try:
        with olefile.OleFileIO(str(path)) as ole:
            if ole.exists("WordDocument"):
                return _word_characters(ole.openstream("WordDocument").read(CCP_TEXT + 4))
            if ole.exists("PowerPoint Document"):
                return _slide_characters(ole.openstream("PowerPoint Document").read())
    except FAULTS:
        return None
    return None


def _word_characters(fib: bytes) -> int | None:
    version, count = struct.unpack_from("<H", fib, 2)[0], struct.unpack_from("<i", fib, CCP_TEXT)[0]
    return count if version >= WORD_97 and count >= 0 else None


def _slide_characters(stream: bytes) -> int:
    """Text atoms of all slides; those of an earlier save that lie there still are counted as well."""
    place, count = 0, 0
    while place + 8 <= len(stream):
        head, kind, size = struct.unpack_from("<HHI", stream, place)
        place += 8
        if kind == WIDE_TEXT:
            count += size // 2
        elif kind == NARROW_TEXT:
            count += size
        if head & 0xF != CONTAINER or kind in PROMPTS:
            place += size
    return count
