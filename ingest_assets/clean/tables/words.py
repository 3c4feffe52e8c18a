"""Words of a page as the table finder sees them: upright, visible, with their extents, grouped to bands of one baseline."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from ingest_assets.model import BBox, PageContent, Span

UPRIGHT = 0.999  # cosine of the writing direction of text that runs from left to right
SAME_BASELINE = 0.35  # em: pdf-layout.md section 3, rule 4
SOFT_HYPHEN = "\u00ad"
ASCENT, DESCENT = 0.75, 0.22  # em above and below the baseline that ink of common fonts takes


@dataclass(slots=True, eq=False)  # not frozen: a page makes a thousand, and frozen ones cost three times as much
class Word:
    """A blank-separated word. ``keys`` are (span index, word index) of what it stands for; all lengths in points."""

    text: str
    x0: float
    x1: float
    base: float
    size: float
    bold: bool
    keys: tuple[tuple[int, int], ...]
    span: int

    @property
    def top(self) -> float:
        """Where the ink of its letters starts."""
        return self.base - ASCENT * self.size

    @property
    def bottom(self) -> float:
        """Where the ink of its letters ends."""
        return self.base + DESCENT * self.size

    @property
    def middle(self) -> float:
        """Height of the middle of a small letter."""
        return self.base - 0.27 * self.size

    @property
    def center(self) -> float:
        """Middle of its width."""
        return (self.x0 + self.x1) / 2


@dataclass(slots=True, eq=False)
class Band:
    """All words on one baseline, from left to right; ``size`` is the largest type size, ``top`` and ``bottom`` enclose the ink."""

    base: float
    words: tuple[Word, ...]
    size: float
    top: float
    bottom: float


def band_of(base: float, words: Iterable[Word]) -> Band:
    """A band of at least one word."""
    ordered = tuple(sorted(words, key=_left))
    first = ordered[0]
    if len(ordered) == 1:
        size = first.size
        return Band(base, ordered, size, first.base - ASCENT * size, first.base + DESCENT * size)
    styles = {(word.base, word.size) for word in ordered}
    return Band(
        base,
        ordered,
        max([size for _, size in styles]),
        min([line - ASCENT * size for line, size in styles]),
        max([line + DESCENT * size for line, size in styles]),
    )


def words_of(page: PageContent) -> list[Word]:
    """Visible words that run from left to right. Those of the last few pages are kept: tables over pages ask for them again and again."""
    for kept, words in _LAST:
        if kept is page:
            return list(words)
    found: list[Word] = []
    for index, span in enumerate(page.spans):
        if _readable(span):
            found += _words(index, span)
    _LAST.append((page, tuple(found)))
    return found


_LAST: deque[tuple[PageContent, tuple[Word, ...]]] = deque(maxlen=32)
"""Most documents are no longer; of the others a table ends on one page and goes on on the next."""


def _readable(span: Span) -> bool:
    return (
        span.hidden is None
        and span.direction[0] >= UPRIGHT
        and span.size > 0
        and not span.text.isspace()
        and span.text != ""
    )


def _words(index: int, span: Span) -> list[Word]:
    texts = span.text.split()
    if SOFT_HYPHEN in span.text:
        texts = [_with_minus(text) for text in texts]
    if len(texts) != len(span.words):
        keys = tuple((index, number) for number in range(max(1, len(span.words))))
        return [Word(" ".join(texts), span.bbox[0], span.bbox[2], span.origin[1], span.size, span.bold, keys, index)]
    base, size, bold = span.origin[1], span.size, span.bold
    return [
        Word(text, extent[0], extent[1], base, size, bold, ((index, number),), index)
        for number, (text, extent) in enumerate(zip(texts, span.words, strict=True))
    ]


def _with_minus(text: str) -> str:
    """Fonts whose hyphen and soft hyphen share a glyph read back as U+00AD: before a digit it is a minus."""
    return f"-{text[1:]}" if text[0] == SOFT_HYPHEN and text[1:2].isdigit() else text


def bands_of(words: Iterable[Word]) -> list[Band]:
    """Words grouped by baseline, from top to bottom. Raised and lowered small words stay with the line that they touch."""
    ordered = sorted(words, key=_by_place)
    if not ordered:
        return []
    if ordered[0].base == ordered[-1].base and len({word.size for word in ordered}) == 1:  # a line of a cell
        base, size = ordered[0].base, ordered[0].size
        return [Band(base, tuple(ordered), size, base - ASCENT * size, base + DESCENT * size)]
    groups: list[list[Word]] = []
    anchors: list[Word] = []
    place: int | None = None
    before: Word | None = None
    for word in ordered:
        if before is None or word.base != before.base or word.size != before.size:
            place = _group_of(word, anchors)
        before = word
        if place is None:
            place = len(groups)
            groups.append([word])
            anchors.append(word)
        else:
            groups[place].append(word)
            if word.size > anchors[place].size * 1.2:
                anchors[place] = word
    bands = [band_of(anchor.base, group) for anchor, group in zip(anchors, groups, strict=True)]
    return sorted(bands, key=lambda band: band.base)


_by_place = attrgetter("base", "x0")
_left = attrgetter("x0")


def _group_of(word: Word, anchors: Sequence[Word]) -> int | None:
    for place in range(len(anchors) - 1, max(-1, len(anchors) - 4), -1):
        anchor = anchors[place]
        if abs(word.base - anchor.base) <= SAME_BASELINE * max(word.size, anchor.size):
            return place
    return None


def bbox_of(words: Sequence[Word]) -> BBox:
    """Box around the ink of words; needs at least one."""
    return (min(w.x0 for w in words), min(w.top for w in words), max(w.x1 for w in words), max(w.bottom for w in words))
