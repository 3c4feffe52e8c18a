"""The text of a cell: its lines in order. Words broken over its lines are joined when the document's words are known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ingest_assets.clean.layout.hyphens import BREAK, HYPHENS, with_printed_hyphens
from ingest_assets.clean.tables.words import Word, bands_of

BROKEN_DATE = re.compile(r"(?<!\d)\d{1,2}\.\d{1,2}\.([12]\d{0,2})$")
YEAR_REST = re.compile(r"\d{1,3}(?!\S)")
YEAR_DIGITS = 4
"""Digits of a whole year: a date broken in its year is put together to this length."""


def cell_text(words: Sequence[Word]) -> str:
    """Lines of the cell from top to bottom, joined to one line of text; ``Vocabulary.settled`` joins what BREAK parts."""
    text = ""
    for band in bands_of(words):
        line = _line(band.words)
        text += _between(text, line) + line if text else line
    return with_printed_hyphens(text)


def _between(text: str, line: str) -> str:
    """What stands between two lines: a blank, a mark after a hyphen, nothing inside a date broken in its year ("16.05.202", "4")."""
    if text.endswith(HYPHENS):
        return BREAK
    head, tail = BROKEN_DATE.search(text), YEAR_REST.match(line)
    return "" if head and tail and len(head[1]) + len(tail[0]) == YEAR_DIGITS else " "


def _line(words: Sequence[Word]) -> str:
    """Words with blanks between them; a hyphen that a setter placed by itself stays with its word."""
    line = words[0].text
    for before, word in pairwise(words):
        touches = word.text in HYPHENS and word.x0 - before.x1 < TOUCHES * word.size
        line += word.text if touches else f" {word.text}"
    return line


TOUCHES = 0.1  # em: less than any blank
