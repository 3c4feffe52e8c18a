"""Which code page an RTF font's bytes are in: ``\\fcharset`` beats ``\\ansicpg``, ``\\cpg`` beats both (RTF specification 1.9.1)."""

from __future__ import annotations

import re

from ingest_assets.code_pages.decode import canonical, decode

CHARSETS = {
    77: 10000, 78: 932, 79: 949, 80: 936, 81: 950, 82: 1361, 83: 10005, 84: 10004, 85: 10006, 86: 10081, 87: 874, 88: 10029, 89: 10007, 128: 932,
    129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250,
    254: 437, 255: 850,
}  # fmt: skip
ANSI, DEFAULT, SYMBOL = 0, 1, 2
WESTERN = 1252
SPECIAL = {
    932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 874: "windows-874", 1361: "johab", 10000: "macintosh", 10007: "x-mac-cyrillic",
    10006: "mac_greek", 10029: "mac_latin2", 10081: "mac_turkish", 65001: "utf-8", 20866: "koi8-r", 21866: "koi8-u",
}  # fmt: skip
CYRILLIC_WORD = re.compile(rb"[\xc0-\xff\xa8\xb8]{2}")


def encoding_of(page: int) -> str:
    """The encoding's name for a Windows or Macintosh code page number; windows-1252 when it is unknown."""
    name = SPECIAL.get(page) or canonical(f"windows-{page}") or canonical(f"cp{page}")
    return name or "windows-1252"


def page_of(charset: int | None, font_page: int | None, document_page: int) -> int:
    """The code page of a font."""
    if font_page:
        return font_page
    if charset is None or charset in {DEFAULT, SYMBOL}:
        return document_page
    if charset == ANSI:
        return WESTERN
    return CHARSETS.get(charset, document_page)


def decoded(data: bytes, page: int, document_page: int) -> str:
    """Text of a run's bytes.

    A font that says ANSI in a document of code page 1251 is Western only as far as its bytes are: two adjacent letters above 0xC0 make a
    Cyrillic word, since old Russian programs wrote ``\\fcharset0`` for every font.
    """
    if page == WESTERN and document_page == 1251 and CYRILLIC_WORD.search(data):
        page = document_page
    return decode(data, encoding_of(page))
