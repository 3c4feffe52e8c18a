"""What an OLE2 office file says about itself before anything converts it: is it locked, and how large is its text stream?"""

from __future__ import annotations

from pathlib import Path

import olefile

from ingest_assets.extract.containers import corrupt, encrypted

ENCRYPTED_HEADER = b"\xdf\xc4\xd1\xf3"
"""``headerToken`` of an encrypted presentation in its Current User stream ([MS-PPT] 2.3.2)."""


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
