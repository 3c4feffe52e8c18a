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
DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})|\d{4}-\d{2}-\d{2}")
TIME = re.compile(r"\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?")
BULLET = re.compile("[•●▪■□◦‣·∙⁃➢✓\uf000-\uf0ff]")
MARKER = re.compile(
    r"[•●▪■◦‣·∙*–—\-]|[\uf000-\uf0ff]|\(?(\d{1,3}|[a-zA-Zа-яА-Я]|[ivxIVX]{1,5})[.)]|(\d{1,2}\.){1,4}\d{0,2}"
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
    """True when a date and the time of that day follow each other: one value in two words."""
    return DATE.fullmatch(before) is not None and TIME.fullmatch(after) is not None


def is_marker(text: str) -> bool:
    """A bullet or the number of a list item."""
    return MARKER.fullmatch(text) is not None
