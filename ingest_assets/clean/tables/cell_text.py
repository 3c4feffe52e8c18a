"""The text of a cell: its lines in order. Words broken over its lines are joined when the document's words are known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ingest_assets.clean.layout.hyphens import BREAK, HYPHENS, with_printed_hyphens
from ingest_assets.clean.tables.words import Word, bands_of


def cell_text(words: Sequence[Word]) -> str:
    """Lines of the cell from top to bottom, joined to one line of text; ``Vocabulary.settled`` joins what BREAK parts."""
    text = ""
    for band in bands_of(words):
        line = _line(band.words)
        text += (BREAK if text.endswith(HYPHENS) else " ") + line if text else line
    return with_printed_hyphens(text)


def _line(words: Sequence[Word]) -> str:
    """Words with blanks between them; a hyphen that a setter placed by itself stays with its word."""
    line = words[0].text
    for before, word in pairwise(words):
        touches = word.text in HYPHENS and word.x0 - before.x1 < TOUCHES * word.size
        line += word.text if touches else f" {word.text}"
    return line


TOUCHES = 0.1  # em: less than any blank
