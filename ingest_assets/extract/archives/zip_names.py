"""Names of ZIP members: UTF-8 where the archive says so, else the code page of the program that packed it."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib

UTF8_FLAG = 0x800
WORD = re.compile(r"[^\W\d_]+")
UNICODE_PATH = 0x7075  # Info-ZIP's extra field with the name in UTF-8
RUSSIAN_SHARE = 0.5  # of the non-ASCII characters that become Russian letters as cp866 (formats.md section 5)


def member_name(info: zipfile.ZipInfo) -> str:
    """The name as the packer's user saw it."""
    if info.flag_bits & UTF8_FLAG:
        return info.filename
    raw = _raw(info)
    if raw.isascii():
        return info.filename
    return _unicode_path(info.extra, raw) or _guessed(raw)


def _raw(info: zipfile.ZipInfo) -> bytes:
    try:
        return info.orig_filename.encode("cp437")
    except UnicodeEncodeError:
        return info.orig_filename.encode("utf-8", "surrogateescape")


def _unicode_path(extra: bytes, raw: bytes) -> str | None:
    """The name of the extra field, valid only while its checksum fits the plain name."""
    position = 0
    while position + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, position)
        body = extra[position + 4 : position + 4 + size]
        if kind == UNICODE_PATH and len(body) > 5 and struct.unpack_from("<I", body, 1)[0] == zlib.crc32(raw):
            return body[5:].decode("utf-8", "replace")
        position += 4 + size
    return None


def _guessed(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    russian = raw.decode("cp866")
    foreign = [character for character in russian if not character.isascii()]
    letters = sum("а" <= character.lower() <= "я" or character.lower() == "ё" for character in foreign)
    is_russian = letters >= RUSSIAN_SHARE * len(foreign) and not any(_is_mixed(word) for word in WORD.findall(russian))
    return russian if is_russian else raw.decode("cp437")


def _is_mixed(word: str) -> bool:
    """True for a word of Latin and other letters: ``café`` read as cp866 is ``cafВ``."""
    return not word.isascii() and any(letter.isascii() for letter in word)
