"""What stands in the margins of the pages of a document: running lines, and rows that a table took from them by mistake."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.words import Band, bands_of, bbox_of, words_of
from ingest_assets.model import PageContent, Region
from ingest_assets.thresholds.tables import Tables

PAGE_NUMBER = re.compile(r"\W*#(\W*(из|of|/)\W*#)?\W*")
OWN_FOOT = 2  # rows that a table must keep when its last one is a running line


def text_of(band: Band) -> str:
    """Its words with blanks between them."""
    return " ".join(word.text for word in band.words)


def masked(text: str) -> str:
    """Text in small letters, each number as one sign."""
    return re.sub(r"\d+", "#", text.lower())


def is_running(band: Band, running: set[str]) -> bool:
    """The line stands in the margin of several pages, or is a page number."""
    text = masked(text_of(band))
    return text in running or PAGE_NUMBER.fullmatch(text) is not None


def running_lines(pages: Sequence[PageContent], limits: Tables) -> set[str]:
    """Lines in the margins of at least two pages, digits masked."""
    counts: Counter[str] = Counter()
    for page in pages:
        low, high = page.height * limits.running_band, page.height * (1 - limits.running_band)
        bands = bands_of(word for word in words_of(page) if not low < word.middle < high)
        counts.update({masked(text_of(band)) for band in bands})
    return {text for text, count in counts.items() if count >= max(2, limits.running_share * len(pages))}


def without_foot(found: FoundTable, page: PageContent, running: set[str], limits: Tables) -> FoundTable:
    """An aligned table without a last row that is the page's running line, standing farther off than rows do."""
    rows, tops = found.table.rows, found.row_tops
    if found.drawn or len(rows) <= OWN_FOOT or tops[-1] < page.height * (1 - limits.running_band):
        return found
    foot = [word for word in words_of(page) if word.keys[0] in found.owned and word.top >= tops[-1] - 1]
    kept = [word for word in words_of(page) if word.keys[0] in found.owned and word.top < tops[-1] - 1]
    if not foot or not kept or not all(is_running(band, running) for band in bands_of(foot)):
        return found
    if min(word.top for word in foot) - max(word.bottom for word in kept) < foot[0].size:
        return found
    box = bbox_of(kept)
    last = len(rows) - 1
    table = replace(
        found.table,
        rows=rows[:-1],
        spans=tuple(span for span in found.table.spans if span.row < last),
        bbox=box,
        regions=(Region(page=found.table.page, bbox=box),),
    )
    owned = found.owned - {key for word in foot for key in word.keys}
    return replace(found, table=table, owned=owned, bbox=box, row_tops=tops[:-1])
