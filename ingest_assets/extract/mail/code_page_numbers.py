"""Windows code page numbers, as MAPI properties and RTF name their encodings."""

from __future__ import annotations

from ingest_assets.code_pages.decode import canonical

NAMES = {
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
    950: "big5",
    1200: "utf-16le",
    1201: "utf-16be",
    10007: "x-mac-cyrillic",
    10000: "macintosh",
    20127: "windows-1252",
    20866: "koi8-r",
    20932: "euc-jp",
    21866: "koi8-u",
    50220: "iso-2022-jp",
    50221: "iso-2022-jp",
    50225: "iso-2022-kr",
    51932: "euc-jp",
    51936: "gbk",
    51949: "euc-kr",
    52936: "gbk",
    54936: "gb18030",
    65001: "utf-8",
}
# \fcharset of a font, RTF specification 1.9.1, "Font Table".
FONT_CHARSETS = {0: 1252, 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258} | {
    177: 1255,
    178: 1256,
    186: 1257,
    204: 1251,
    222: 874,
    238: 1250,
}


def name_of(number: int) -> str | None:
    """The encoding's name, None for a number nobody knows."""
    if number in NAMES:
        return NAMES[number]
    if 28591 <= number <= 28605:
        return canonical(f"iso-8859-{number - 28590}")
    return canonical(f"cp{number}")
