"""The text of a cell: its lines in order. Words broken over its lines are joined when the document's words are known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ingest_assets.clean.layout.hyphens import BREAK, HYPHENS, with_printed_hyphens
from ingest_assets.clean.tables.tokens import is_cut_date, is_cut_number, is_number
from ingest_assets.clean.tables.words import Band, Word, bands_of
from ingest_assets.lexicon import is_word

BROKEN_ADDRESS = re.compile(r"\b(https?|ftp):/[^\s\ufff8]*/$|\bwww\.[^\s\ufff8]*/$")
LETTERS = re.compile(r"[^\W\d_]+(?![^\W_])")
ONE_LETTER_WORDS = frozenset("абвжикосуяaeiouyàèé")
"""Of Russian and of the Latin languages that the lists know."""
WIDE_LETTER = 1.6  # mean letters of the line: no letter but м, ш and щ is wider
MINUS = frozenset("-–−")


def cell_text(words: Sequence[Word]) -> str:
    """Lines of the cell from top to bottom, joined to one line of text; ``Vocabulary.settled`` joins what BREAK parts."""
    return text_of_lines(bands_of(words))


def text_of_lines(bands: Sequence[Band], room: float = 0.0) -> str:
    """The same for lines that are known. ``room`` is the width of the column's longest line: only lines as long end within a word."""
    text = before = _line(bands[0].words) if bands else ""
    for upper, lower in pairwise(bands):
        line = _line(lower.words)
        cut = _is_full(upper, room) and (is_cut_number(before, line) or _is_cut_word(upper, lower))
        signed = text in MINUS and is_number(line)
        text += line if cut or signed else _between(text, line) + line
        before = line
    return with_printed_hyphens(text)


def _is_full(band: Band, room: float) -> bool:
    """No further letter had room on the line."""
    width = band.words[-1].x1 - band.words[0].x0
    letters = sum(len(word.text) for word in band.words)
    return width + WIDE_LETTER * width / letters >= room


def _between(text: str, line: str) -> str:
    """What stands between two lines: a blank, a mark after a hyphen, nothing inside a date or an address."""
    if text.endswith(HYPHENS):
        return BREAK
    return "" if is_cut_date(text, line) or BROKEN_ADDRESS.search(text) else " "


def _is_cut_word(upper: Band, lower: Band) -> bool:
    """A line of one word, cut where the cell ends: with the small letters that begin the next line it is a word, by itself one of both is none."""
    head, tail = upper.words[0].text, LETTERS.match(lower.words[0].text)
    if len(upper.words) > 1 or tail is None or not head.isalpha() or not tail[0].islower():
        return False
    parts = (head.lower(), tail[0])
    return is_word("".join(parts)) and not all(_stands_alone(part) for part in parts)


def _stands_alone(part: str) -> bool:
    """A word by itself; lists of words hold every letter, texts only some."""
    return is_word(part) if len(part) > 1 else part in ONE_LETTER_WORDS


def _line(words: Sequence[Word]) -> str:
    """Words with blanks between them; a hyphen that a setter placed by itself stays with its word."""
    line = words[0].text
    for before, word in pairwise(words):
        touches = word.text in HYPHENS and word.x0 - before.x1 < TOUCHES * word.size
        line += word.text if touches else f" {word.text}"
    return line


TOUCHES = 0.1  # em: less than any blank
