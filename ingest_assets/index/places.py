"""Where a part of a block stands on its page: the boxes of its own lines instead of the block's whole box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest_assets.images.turned import displayed
from ingest_assets.index.tokens import solid_length
from ingest_assets.model import BBox, ExtractedPage, PageContent, Region, Span

SAME_LINE = 0.5  # of a word's height: centres nearer than this stand on one line
EDGE = 1.0  # points that a word's centre may lie outside a box
SLACK = 0.03  # share of characters by which text and page may differ (a ligature, a repeated head) before the place counts as unknown


@dataclass(frozen=True, slots=True)
class Word:
    """A printed word with its number of letters and digits."""

    bbox: BBox
    length: int

    @property
    def middle(self) -> float:
        """Its centre's height on the page."""
        return (self.bbox[1] + self.bbox[3]) / 2


class Places:
    """The words of the pages that have geometry."""

    def __init__(self, pages: Sequence[ExtractedPage]) -> None:
        self._pages: Mapping[int, PageContent] = {page.page: page.content for page in pages if page.content is not None}
        self._words: dict[int, list[Word]] = {}
        self._last: tuple[tuple[Region, ...], int, list[tuple[int, list[Word]]]] | None = None

    def narrowed(self, regions: Sequence[Region], parts: Sequence[tuple[int, int]], total: int) -> tuple[Region, ...]:
        """The lines that hold the letters from start to stop of each part, ``total`` being the letters of the whole block.

        The first part may be a table's head; where later regions print it again, that is left out of the count. The regions come back as they
        are where the page does not hold those letters.
        """
        lines = self._once(tuple(regions), parts[0][1] if len(parts) > 1 else 0)
        found = sum(word.length for _, line in lines for word in line)
        if not total or not found or abs(found - total) > SLACK * total:
            return tuple(regions)
        scale = found / total
        wanted = [(start * scale, stop * scale) for start, stop in parts]
        return tuple(_merged(_picked(lines, wanted))) or tuple(regions)

    def _once(self, regions: tuple[Region, ...], head: int) -> list[tuple[int, list[Word]]]:
        """The lines of the regions; those of the block asked for last are kept, which is asked for once for each of its parts."""
        if self._last is None or self._last[:2] != (regions, head):
            self._last = (regions, head, _once([list(self._lines(region)) for region in regions], head))
        return self._last[2]

    def _lines(self, region: Region) -> Iterator[tuple[int, list[Word]]]:
        line: list[Word] = []
        for word in sorted(self._inside(region), key=lambda word: word.middle):
            if line and word.middle - line[0].middle > SAME_LINE * (line[0].bbox[3] - line[0].bbox[1]):
                yield region.page, sorted(line, key=lambda word: word.bbox[0])
                line = []
            line.append(word)
        if line:
            yield region.page, sorted(line, key=lambda word: word.bbox[0])

    def _inside(self, region: Region) -> list[Word]:
        if region.bbox is None or region.page not in self._pages:
            return []
        if region.page not in self._words:
            self._words[region.page] = list(_words(self._pages[region.page]))
        x0, y0, x1, y1 = region.bbox
        return [
            word
            for word in self._words[region.page]
            if x0 - EDGE <= (word.bbox[0] + word.bbox[2]) / 2 <= x1 + EDGE and y0 - EDGE <= word.middle <= y1 + EDGE
        ]


def _once(regions: Sequence[list[tuple[int, list[Word]]]], head: int) -> list[tuple[int, list[Word]]]:
    """The lines of all regions, without the heads that regions after the first repeat: as many letters in words as long as above."""
    above = _leading(regions[0], head) if regions and head else []
    found = list(regions[0]) if regions else []
    for lines in regions[1:]:
        repeated = _leading(lines, head) if above else []
        same = repeated and [len(line) for _, line in repeated] == [len(line) for _, line in above]
        found.extend(lines[len(repeated) :] if same and _lengths(repeated) == _lengths(above) else lines)
    return found


def _leading(lines: Sequence[tuple[int, list[Word]]], letters: int) -> list[tuple[int, list[Word]]]:
    """The first lines that hold so many letters."""
    found, size = [], 0
    for line in lines:
        if size >= letters:
            break
        found.append(line)
        size += sum(word.length for word in line[1])
    return found


def _lengths(lines: Sequence[tuple[int, list[Word]]]) -> list[int]:
    return [word.length for _, line in lines for word in line]


def _words(content: PageContent) -> Iterator[Word]:
    for span in content.spans:
        if span.hidden is None:
            for text, box in _parts(span):
                length = solid_length(text)
                if length:
                    yield Word(displayed(box, content) if content.turned else box, length)


def _parts(span: Span) -> Iterator[tuple[str, BBox]]:
    texts = span.text.split()
    if len(texts) != len(span.words) or span.direction[0] < 0.9:
        yield span.text, span.bbox
        return
    for text, (left, right) in zip(texts, span.words, strict=True):
        yield text, (left, span.bbox[1], right, span.bbox[3])


def _picked(
    lines: Sequence[tuple[int, list[Word]]], wanted: Sequence[tuple[float, float]]
) -> Iterator[tuple[int, bool, list[Word]]]:
    """(page, whole line?, words) of each line that holds wanted letters."""
    place = 0
    for page, line in lines:
        chosen = []
        for word in line:
            middle = place + word.length / 2
            if any(start <= middle < stop for start, stop in wanted):
                chosen.append(word)
            place += word.length
        if chosen:
            yield page, len(chosen) == len(line), chosen


def _merged(lines: Iterator[tuple[int, bool, list[Word]]]) -> Iterator[Region]:
    """Whole lines that follow each other share a box; a part of a line has its own."""
    run: list[Word] = []
    at, bottom = 0, 0.0
    for page, whole, words in lines:
        top, height = min(word.bbox[1] for word in words), max(word.bbox[3] - word.bbox[1] for word in words)
        if run and not (whole and page == at and 0 <= top + height - bottom <= 4 * height):
            yield Region(page=at, bbox=_box(run))
            run = []
        if not whole:
            yield Region(page=page, bbox=_box(words))
            continue
        run.extend(words)
        at, bottom = page, max(word.bbox[3] for word in words)
    if run:
        yield Region(page=at, bbox=_box(run))


def _box(words: Sequence[Word]) -> BBox:
    return (
        min(word.bbox[0] for word in words),
        min(word.bbox[1] for word in words),
        max(word.bbox[2] for word in words),
        max(word.bbox[3] for word in words),
    )
