"""OCR words to the same page content that native text gives: one span a word, in points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.extract.ocr.reading import Reading
from ingest_assets.model import PageContent, Span

DESCENDING = frozenset("gjpqyQ,;()[]{}|/руфцщдДЦЩ")
DESCENT = 0.22  # em below the baseline in common text fonts
PITCH = 0.6  # em: the width of every letter in the common typewriter faces
LONG_WORD, LONG_WORDS = 6, 12  # letters of a word, and words of a page, that tell the width of letters
ONE_WIDTH = 0.04  # quartile range of the widths: typewriter pages have 0.014-0.032, a bold narrow face 0.052, others 0.08 and more


def content_of(reading: Reading, page: int, dpi: float) -> PageContent:
    """The page as OCR read it, in the frame in which its lines run level (``PageContent.turned``)."""
    height, width = reading.ink.mask.shape
    return PageContent(
        page=page,
        width=width * 72 / dpi,
        height=height * 72 / dpi,
        turned=round((reading.quarter - reading.skew) % 360, 2),
        spans=tuple(spans_of(reading.words, dpi)),
        rules=reading.rules,
    )


def spans_of(words: Sequence[Word], dpi: float, *, first_line: int = 0, first_order: int = 0) -> Iterator[Span]:
    """One span a word; the words of a line share its baseline and its number."""
    scale = 72 / dpi
    order = first_order
    least_size = _typewriter_size(words)
    for _, group in groupby(words, key=lambda word: word.line):
        line = list(group)
        baseline = _baseline(line)
        for word in line:
            order += 1
            x0, y0, x1, y1 = (value * scale for value in word.bbox)
            yield Span(
                text=word.text,
                bbox=(x0, y0, x1, y1),
                origin=_origin(word, baseline, scale),
                size=max(_size(word), least_size) * scale,
                direction=word.direction,
                order=order,
                line=first_line + word.line,
                words=((x0, x1),),
                route="ocr",
                confidence=round(word.confidence, 1),
            )


def _typewriter_size(words: Sequence[Word]) -> float:
    """Type size (px) of a page whose letters all have one width, by that width; 0 for other pages.

    Typewriter faces are low for their width: by their height alone the wide blanks of justified lines are taken for gutters.
    """
    widths = [(word.bbox[2] - word.bbox[0]) / len(word.text) for word in words if len(word.text) >= LONG_WORD]
    if len(widths) < LONG_WORDS:
        return 0.0
    low, middle, high = np.percentile(widths, (25, 50, 75))
    return float(middle / PITCH) if high - low <= ONE_WIDTH * middle else 0.0


def _size(word: Word) -> float:
    return word.size or (word.bbox[3] - word.bbox[1])


def _baseline(line: Sequence[Word]) -> float:
    """Median foot (px) of the words that stand on the line; of all words less their descent when all hang below it."""
    standing = [word.bbox[3] for word in line if not DESCENDING.intersection(word.text)]
    if standing:
        return float(np.median(standing))
    return float(np.median([word.bbox[3] - DESCENT * _size(word) for word in line]))


def _origin(word: Word, baseline: float, scale: float) -> tuple[float, float]:
    """Start of the word's baseline (pt), by the direction in which it is written."""
    x0, y0, x1, y1 = (value * scale for value in word.bbox)
    if word.direction == (0.0, -1.0):
        return (x1, y1)
    if word.direction == (0.0, 1.0):
        return (x0, y0)
    foot = baseline * scale
    return (x0, foot if abs(foot - y1) <= 0.6 * _size(word) * scale else y1)
