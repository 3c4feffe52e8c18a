"""Bytes to text by the rules of the WHATWG Encoding Standard, and the names of code pages."""

from __future__ import annotations

import codecs
import re
from functools import cache

import webencodings

# The standard's name → Python's codec that reads what browsers read (sniffing.md section 3.2).
CODECS = {
    "gbk": "gb18030",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac_cyrillic",
    "macintosh": "mac_roman",
    "ibm866": "cp866",
    "iso-8859-8-i": "iso8859-8",
    "x-mac-ce": "mac_latin2",
    "iso-2022-jp": "iso2022_jp_3",
    "iso-2022-kr": "iso2022_kr",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "utf-32le": "utf-32-le",
    "utf-32be": "utf-32-be",
    "x-user-defined": "cp1252",
}
# Labels that exist in real files and stand in no table (sniffing.md section 3.2), and Python's names of what the standard calls otherwise.
LABELS = {
    "cp866": "ibm866",
    "cp936": "gbk",
    "cp932": "shift_jis",
    "cp949": "euc-kr",
    "cp950": "big5",
    "cp874": "windows-874",
    "mac_cyrillic": "x-mac-cyrillic",
    "mac_roman": "macintosh",
    "mac_latin2": "x-mac-ce",
    "x-mac-centraleurope": "x-mac-ce",
    "x-mac-ce": "x-mac-ce",
    "iso2022_kr": "iso-2022-kr",
    "iso2022_jp": "iso-2022-jp",
    "iso2022_jp_3": "iso-2022-jp",
    "iso2022_jp_2": "iso-2022-jp",
    "utf-16": "utf-16le",
    "utf-32": "utf-32le",
    "utf-32-le": "utf-32le",
    "utf-32-be": "utf-32be",
    "ucs-2": "utf-16le",
    "ucs-4": "utf-32le",
    "shift_jis_2004": "shift_jis",
    "euc_jis_2004": "euc-jp",
    "big5hkscs": "big5",
    "hz": "hz-gb-2312",
    "hz-gb-2312": "hz-gb-2312",
    "koi8": "koi8-r",
}
MULTI_BYTE = frozenset(
    {"gbk", "gb18030", "euc-kr", "shift_jis", "big5", "euc-jp", "iso-2022-jp", "iso-2022-kr", "johab", "hz-gb-2312"}
)
LABEL = re.compile(r"[a-z0-9][a-z0-9_.:() -]{0,60}")
"""What a label may look like: Python's own look-up drops quotes and other signs."""
NOT_TEXT = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem"})


def canonical(label: str) -> str | None:
    """The standard's name for a label, or the usual name for code pages outside the standard; None when unknown."""
    key = label.strip().lower()
    found = webencodings.lookup(key)
    if found is not None and found.name != "replacement":
        return str(found.name)
    if key in LABELS:
        return LABELS[key]
    if not LABEL.fullmatch(key):
        return None
    return _python_name(key)


def _python_name(key: str) -> str | None:
    """The usual name of a codec that Python knows and that turns bytes into text."""
    try:
        info = codecs.lookup(key)
    except (LookupError, ValueError):
        return None
    if not getattr(info, "_is_text_encoding", True) or info.name.replace("-", "_") in NOT_TEXT:
        return None
    if info.name in LABELS:
        return LABELS[info.name]
    found = webencodings.lookup(info.name)
    return str(found.name) if found is not None and found.name != "replacement" else info.name


def codec_of(encoding: str) -> str:
    """Python's codec for a name that ``canonical`` returned."""
    return CODECS.get(encoding, encoding)


def is_multi_byte(encoding: str) -> bool:
    """True for UTF-* and the East Asian sets."""
    return encoding.startswith("utf-") or encoding in MULTI_BYTE


@cache
def byte_table(encoding: str) -> str | None:
    """The 256 characters of a one-byte set, undefined bytes as C1 controls as the standard has them; None for other sets."""
    if is_multi_byte(encoding):
        return None
    codec = codec_of(encoding)
    return "".join(_one(byte, codec) for byte in range(256))


def _one(byte: int, codec: str) -> str:
    try:
        return bytes([byte]).decode(codec)
    except UnicodeDecodeError:
        return chr(byte)


def decode(data: bytes, encoding: str) -> str:
    """Text of ``data``; undecodable bytes become U+FFFD, undefined bytes of one-byte sets C1 controls. A byte order mark is dropped."""
    table = byte_table(encoding)
    if encoding in ("utf-16le", "utf-16be") and len(data) % 2:
        data = data[:-1]  # half a unit: a program that counts bytes added its line end
    if table is None:
        return data.decode(codec_of(encoding), errors="replace").removeprefix("\ufeff")
    return codecs.charmap_decode(data, "replace", table)[0]
