"""Marks at the start of lines: list items, numbered headings, captions, notes, contents entries. Patterns only, no geometry."""

from __future__ import annotations

import re

BULLETS = "•‣◦▪▫■□●○◆◇►▸▶–—−-*·∙⁃➢➤✓✔❖\uf0b7\uf0a7\uf0d8\uf02d\uf0fc\uf0a8\uf076\uf06e\uf0e0"
_BULLET = re.compile(rf"[{re.escape(BULLETS)}](?=\s|$)")
_GLYPH_BULLET = re.compile("[•‣◦▪▫■●○◆►▸❖\uf000-\uf0ff](?=\\S)")
_NUMBER = re.compile(r"(?:\d{1,3}|[a-zа-яё]|[ivxlc]{1,5})[.)](?=\s|$)|\((?:\d{1,3}|[a-zа-яё]|[ivxlc]{1,5})\)(?=\s|$)")
_UPPER = re.compile(r"[A-ZА-ЯЁ]\)(?=\s|$)")
_DEPTH = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s+(?=\S)")
_POINTED = re.compile(r"\d{1,3}(?:\.\d{1,3})*\.\s+|\d{1,3}(?:\.\d{1,3})+\s+")
_NUMBER_ALONE = re.compile(r"\d{1,3}(?:\.\d{1,3}){1,5}\.?|\d{1,3}\.")
_NAMED = re.compile(
    r"(?:глава|раздел|статья|часть|приложение|параграф|§|chapter|section|article|part|appendix|annex|kapitel|anhang)"
    r"\s+(?:[\dIVXLC]+|[A-ZА-Я])\b",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"(?:таблица|табл\.|рисунок|рис\.|схема|график|диаграмма|листинг|table|tab\.|figure|fig\.|listing|scheme|chart|"
    r"abbildung|abb\.|tabelle|tableau|tabella|figura|tabla)\s*(?:№\s*)?(?:[A-ZА-Я]?[\d]+(?:[.–-]\d+)*|[IVXLC]+)\b",
    re.IGNORECASE,
)
_TABLE_WORD = re.compile(r"табл|tab", re.IGNORECASE)
_LEADERS = re.compile(r"(?:\.\s?){4,}|…{2,}|_{6,}")
_CONTENTS = re.compile(r"(?:(?:\.\s?){4,}|…{2,}|\s{2,})\s*\d{1,4}$")
_END = re.compile(r"[.!?:;…][\"'»”’)\]]*$")
_SENTENCE_END = re.compile(r"[.!?:…][\"'»”’)\]]*$")


def list_mark(text: str) -> str | None:
    """The list mark at the start of a line: a bullet, "1.", "a)", "(i)", or None."""
    match = _BULLET.match(text) or _NUMBER.match(text) or _UPPER.match(text) or _GLYPH_BULLET.match(text)
    return match[0] if match else None


def is_marker(text: str) -> bool:
    """True when the whole text is one list mark."""
    stripped = text.strip()
    return list_mark(stripped) == stripped


def is_division_number(text: str, title: str) -> bool:
    """True for the number of a division ("1.", "4.1.2.", "4.1" before a capital) that stands apart from its title."""
    return bool(_NUMBER_ALONE.fullmatch(text)) and (text.endswith(".") or title.lstrip('«“"(')[:1].isupper())


def is_bullet(mark: str) -> bool:
    """True for marks that are glyphs, not numbers or letters."""
    return not any(character.isalnum() for character in mark)


def numbering(text: str) -> tuple[int, ...] | None:
    """The numbers of "1.2.3 Title", or None."""
    match = _DEPTH.match(text)
    return tuple(int(part) for part in match[1].split(".")) if match else None


def without_number(text: str) -> str:
    """The title of "1.2.3 Title"."""
    match = _POINTED.match(text)
    return text[match.end() :] if match else text


def is_named_division(text: str) -> bool:
    """ "Глава 3", "Chapter 3", "Приложение А" and their kind."""
    return bool(_NAMED.match(text))


def is_caption(text: str) -> bool:
    """True for "Таблица 3 – …", "Figure 2: …"."""
    return bool(_CAPTION.match(text))


def is_table_caption(text: str) -> bool:
    """True for the captions of tables."""
    return is_caption(text) and bool(_TABLE_WORD.match(text))


def has_leaders(text: str) -> bool:
    """True for lines of a contents list: dot leaders, or a page number after a wide blank."""
    if "." not in text and "…" not in text and "_" not in text and not text[-1:].isdigit():
        return False
    return bool(_LEADERS.search(text) or (text[-1:].isdigit() and _CONTENTS.search(text)))


def ends_sentence(text: str) -> bool:
    """True when the text ends with a full stop, question mark or colon, closing quotes allowed."""
    return bool(_SENTENCE_END.search(text.rstrip()))


def ends_clause(text: str) -> bool:
    """Like ``ends_sentence``, semicolons too."""
    return bool(_END.search(text.rstrip()))


def starts_lower(text: str) -> bool:
    """True when the first letter of the text, after opening marks, is a small one."""
    for character in text:
        if character.isalpha():
            return character.islower()
        if character.isdigit():
            return False
    return False
