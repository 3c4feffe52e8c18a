"""The text of a cell: its lines in order, hyphens at line ends joined, digit groups put together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest_assets import lexicon
from ingest_assets.clean.layout.hyphens import with_printed_hyphens, without_soft_hyphens
from ingest_assets.clean.tables.words import Word, bands_of

SETTERS_HYPHENS = ("\u2010", "\u00ad")  # a real hyphen is set as "-" (pdf-layout.md section 4)


def cell_text(words: Sequence[Word]) -> str:
    """Lines of the cell from top to bottom, joined to one line of text."""
    lines = [" ".join(word.text for word in band.words) for band in bands_of(words)]
    text = ""
    for line in lines:
        text = _continued(text, line) if text else line
    return without_soft_hyphens(with_printed_hyphens(text))


def _continued(text: str, line: str) -> str:
    if text.endswith(SETTERS_HYPHENS) and line[:1].isalpha():
        return text[:-1] + line
    if text.endswith("-") and text[-2:-1].isalpha() and line[:1].islower() and _one_word(text, line):
        return text[:-1] + line
    if text.endswith("-") and text[-2:-1].isalnum() and line[:1].isalnum():
        return text + line
    return f"{text} {line}"


def _one_word(text: str, line: str) -> bool:
    head = re.search(r"[^\W\d_]+-$", text)
    tail = re.match(r"[^\W\d_]+", line)
    return bool(head and tail and lexicon.is_word(head[0][:-1] + tail[0]))
