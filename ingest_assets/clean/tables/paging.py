"""Where tables stand on their pages: which one ends a page, which one begins the next, and how far down pages are filled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.margins import is_running, running_lines, text_of
from ingest_assets.clean.tables.words import Band, bands_of, words_of
from ingest_assets.model import PageContent
from ingest_assets.thresholds.tables import Tables

CONTINUED = re.compile(
    r"\W*(продолжение|окончание|continued|continuation|fortsetzung)\b|.*\((continued|cont\.?|продолжение)\)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Paging:
    """What is known of all pages: contents, words owned by tables, running lines, and how far down pages are filled (points)."""

    pages: dict[int, PageContent]
    owned: dict[int, set[tuple[int, int]]]
    limits: Tables

    @cached_property
    def running(self) -> Set[str]:
        """Lines in the margins of the pages; asked for only where tables meet, as are the bottoms."""
        return running_lines(tuple(self.pages.values()), self.limits)

    @cached_property
    def bottoms(self) -> dict[int, float]:
        """For each page the height down to which pages of its format are filled."""
        return _bottoms(tuple(self.pages.values()), self.running, self.limits)

    def own(self, found: Iterable[FoundTable]) -> None:
        """Note anew which words the tables hold."""
        self.owned.clear()
        for table in found:
            self.owned.setdefault(table.table.page, set()).update(table.owned)

    def ends_page(self, bottom: float, number: int) -> bool:
        """No text between the table and the running lines at the foot."""
        page = self.pages[number]
        foot = page.height * (1 - self.limits.running_band)
        words = [word for word in words_of(page) if word.middle > bottom and word.keys[0] not in self._taken(number)]
        return all(band.base > foot and is_running(band, self.running) for band in bands_of(words))

    def starts_page(self, top: float, number: int) -> bool:
        """No text between the running lines at the top and the table, but a line that says that the table goes on."""
        words = [
            word
            for word in words_of(self.pages[number])
            if word.middle < top and word.keys[0] not in self._taken(number)
        ]
        return all(self.is_above(band, number) for band in bands_of(words))

    def is_above(self, band: Band, number: int) -> bool:
        """A running line at the top of the page, or a line that says that the table goes on."""
        head = self.pages[number].height * self.limits.running_band
        return (band.base < head and is_running(band, self.running)) or CONTINUED.match(text_of(band)) is not None

    def _taken(self, number: int) -> set[tuple[int, int]]:
        return self.owned.get(number, set())


def paging_of(pages: Sequence[PageContent], limits: Tables) -> Paging:
    """All pages, no table noted yet."""
    return Paging({page.page: page for page in pages}, {}, limits)


def _bottoms(pages: Sequence[PageContent], running: Set[str], limits: Tables) -> dict[int, float]:
    """For each page the height (points) down to which pages of its format are filled."""
    lowest: dict[tuple[int, int], list[float]] = {}
    for page in pages:
        foot = page.height * (1 - limits.running_band)
        bands = sorted(bands_of(words_of(page)), key=lambda band: -band.bottom)
        bottom = next((b.bottom for b in bands if b.base <= foot or not is_running(b, running)), None)
        if bottom is not None:
            lowest.setdefault((round(page.width), round(page.height)), []).append(bottom)
    full = {key: sorted(ends)[ceil(limits.full_page * (len(ends) - 1))] for key, ends in lowest.items()}
    return {page.page: full.get((round(page.width), round(page.height)), page.height) for page in pages}
