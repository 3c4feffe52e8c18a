"""What kind of thing a word or a cell is: number, filler or text."""

from __future__ import annotations

import re

NUMBER = re.compile(r"[(\[<>≤≥≈~±+\-–−]*[$€£¥₽№]?\d[\d.,:/'’   \u202f\-–]*[)\]]?[%‰°]?[)\]]?[*†‡]*(Cr|Dr)?")
FILLERS = frozenset(
    {"-", "–", "—", "−", "..", "...", "…", "*", ":", ".", "x", "X", "х", "Х", "n/a", "N/A", "NA", "n.a.", "н/д", "нет"}
)
GROUP_HEAD = re.compile(r"[(\[+\-–−$€£₽]*\d{1,3}")
GROUP_TAIL = re.compile(r"\d{3}([.,]\d+)?[)\]%]*")
OPENING = re.compile(r"[(\[+\-–−$€£₽]*\d{1,3}([   \u202f]\d{3})*")
CONTINUATION = re.compile(r"\d{3}([   \u202f]\d{3})*([.,]\d+)?[)\]%]*")
WHOLE_NUMBER = re.compile(r"[(\[+\-–−$€£₽]*(\d{1,3}([,.   \u202f]\d{3})+|\d{4,})[.,]\d{2}[)\]%]*")
NUMBER_REST = re.compile(r"\d{0,3}([.,]\d{2}|\d)?[)\]%]*")
CUT_NUMBER = 5  # characters: a shorter one stands by itself
CUT_DATE = re.compile(r"(?<!\d)\d{1,2}\.\d{1,2}\.([12]\d{0,2})$")
YEAR_REST = re.compile(r"\d{1,3}(?!\S)")
YEAR_DIGITS = 4
"""Digits of a whole year: a date broken in its year is put together to this length."""
DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})|\d{4}-\d{2}-\d{2}")
YEAR = re.compile(r"(19|20)\d\d")
TIME = re.compile(r"\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?")
BULLET = re.compile("[•●▪■□◦‣·∙⁃➢✓①-⓿❶-➓\uf000-\uf0ff]")
MARKER = re.compile(
    r"[•●▪■◦‣·∙*–—\-①-⓿❶-➓]|[\uf000-\uf0ff]|\(?(\d{1,3}|[a-zA-Zа-яА-Я]|[ivxIVX]{1,5})[.)]|(\d{1,2}\.){1,4}\d{0,2}"
)


def is_number(text: str) -> bool:
    """Digits with their marks: sums, dates, years, shares; also a sum with Cr or Dr behind it."""
    return NUMBER.fullmatch(text) is not None


def is_value(text: str) -> bool:
    """A number, or what stands for one that is not there."""
    return text in FILLERS or is_number(text)


def continues_number(above: str, below: str) -> bool:
    """True when a number is broken over two lines between its groups of three digits ("507" / "860,36")."""
    return OPENING.fullmatch(above) is not None and CONTINUATION.fullmatch(below) is not None


def is_time_of_date(before: str, after: str) -> bool:
    """True when a date (or the year that a narrow cell broke off it) and a time follow each other: one value in two words."""
    return TIME.fullmatch(after) is not None and (DATE.fullmatch(before) or YEAR.fullmatch(before)) is not None


def is_cut_number(above: str, below: str) -> bool:
    """True when a sum with two decimals had no room on its line: "2,260,634.5" / "5", "(805 686,94" / ")"."""
    if len(above) < CUT_NUMBER or not (above[-1].isdigit() or above[-1] in ".,") or not NUMBER_REST.fullmatch(below):
        return False
    return WHOLE_NUMBER.fullmatch(above) is None and WHOLE_NUMBER.fullmatch(above + below) is not None


def is_cut_date(above: str, below: str) -> bool:
    """True when a date had no room for its year: "16.05.202" / "4"."""
    head, tail = CUT_DATE.search(above), YEAR_REST.match(below)
    return head is not None and tail is not None and len(head[1]) + len(tail[0]) == YEAR_DIGITS


def is_marker(text: str) -> bool:
    """A bullet or the number of a list item."""
    return MARKER.fullmatch(text) is not None
