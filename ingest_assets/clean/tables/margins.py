"""What stands in the margins of the pages of a document: running lines, kept out of tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set

from ingest_assets.clean.tables.words import Band, Word, bands_of, words_of
from ingest_assets.model import PageContent
from ingest_assets.thresholds.tables import Tables

PAGE_NUMBER = re.compile(r"\W*#(\W*(из|of|/)\W*#)?\W*")


def text_of(band: Band) -> str:
    """Its words with blanks between them."""
    return " ".join(word.text for word in band.words)


def masked(text: str) -> str:
    """Text in small letters, each number as one sign, Roman ones of front matter included."""
    return re.sub(r"\d+|\b[ivxl]+\b", "#", text.lower())


def is_running(band: Band, running: Set[str]) -> bool:
    """The line stands in the margin of several pages, or is a page number."""
    text = masked(text_of(band))
    return text in running or PAGE_NUMBER.fullmatch(text) is not None


def running_lines(pages: Sequence[PageContent], limits: Tables) -> frozenset[str]:
    """Lines in the margins of at least two pages, digits masked."""
    counts: Counter[str] = Counter()
    for page in pages:
        low, high = page.height * limits.running_band, page.height * (1 - limits.running_band)
        bands = bands_of(word for word in words_of(page) if not low < word.middle < high)
        counts.update({masked(text_of(band)) for band in bands})
    return frozenset(text for text, count in counts.items() if count >= max(2, limits.running_share * len(pages)))


def without_foot(words: Sequence[Word], page: PageContent, running: Set[str], limits: Tables) -> list[Word]:
    """The words without the running lines at the page's foot that stand farther off the line above them than rows do."""
    foot = page.height * (1 - limits.running_band)
    if not running or not any(word.base > foot for word in words):
        return list(words)
    bands = bands_of(words)
    gone: set[int] = set()
    while bands and bands[-1].base > foot and is_running(bands[-1], running):
        lowest = bands.pop()
        if bands and lowest.top - bands[-1].bottom < lowest.size and bands[-1].base <= foot:
            break
        gone.update(id(word) for word in lowest.words)
    return [word for word in words if id(word) not in gone]
