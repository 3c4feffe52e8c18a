"""The text of a cell: its lines in order. Words broken over its lines are joined when the document's words are known."""

from __future__ import annotations

from collections.abc import Sequence

from ingest_assets.clean.layout.hyphens import BREAK, HYPHENS, with_printed_hyphens
from ingest_assets.clean.tables.words import Word, bands_of


def cell_text(words: Sequence[Word]) -> str:
    """Lines of the cell from top to bottom, joined to one line of text; ``Vocabulary.settled`` joins what BREAK parts."""
    text = ""
    for band in bands_of(words):
        line = " ".join(word.text for word in band.words)
        text += (BREAK if text.endswith(HYPHENS) else " ") + line if text else line
    return with_printed_hyphens(text)
