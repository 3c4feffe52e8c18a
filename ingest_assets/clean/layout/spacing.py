"""Pages set letter by letter so wide that the engine takes each letter for a phrase: their letters put together to lines of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from ingest_assets.clean.layout.frames import is_cjk
from ingest_assets.model import PageContent, Span
from ingest_assets.thresholds.layout import Layout

SHARE = 0.5  # of a page's phrases that are single letters: triage-ocr.md section 2 calls such a page letter-spaced
LEAST = 20  # letters of a page: fewer may be the marks of a drawing or the heads of a table
SHORT = 3  # letters of a phrase that may stand in a spaced word: ligatures, and pairs whose gap is lost
APART = 4.0  # times the usual gap: a blank makes two gaps and its own width, a gutter more
BLANK = 0.25  # em: an ordinary blank


def with_joined_letters(content: PageContent, limits: Layout) -> PageContent:
    """The page with its letter-spaced lines as spans of words; other pages as they are (pdf-layout.md section 3.5)."""
    phrases = {index for index, span in enumerate(content.spans) if _is_phrase(span)}
    singles = [index for index in phrases if len(content.spans[index].text.strip()) == 1]
    letters = sum(content.spans[index].text.strip().isalpha() for index in singles)
    if letters < LEAST or len(singles) < SHARE * len(phrases):
        return content
    short = [index for index in phrases if len(content.spans[index].text.strip()) <= SHORT]
    rows = list(_rows(short, content.spans, limits))
    usual = median([gap for row in rows for gap in _gaps(row, content.spans)] or [0.0])
    if usual < limits.letter_gap * median(content.spans[index].size for index in singles):
        return content
    merged = dict(_merged(rows, content.spans, usual, limits))
    return replace(content, spans=tuple(_with(merged, short, content.spans)))


def _is_phrase(span: Span) -> bool:
    """Seen upright text; Chinese, Japanese and Korean have no spaced letters, each sign is a word."""
    text = span.text.strip()
    return span.hidden is None and span.direction == (1.0, 0.0) and bool(text) and not is_cjk(text)


def _rows(indices: Sequence[int], spans: Sequence[Span], limits: Layout) -> Iterator[list[int]]:
    """Spans of one baseline and size, from left to right."""
    row: list[int] = []
    for index in sorted(indices, key=lambda one: spans[one].origin[1]):
        if row and spans[index].origin[1] - spans[row[0]].origin[1] > limits.baseline * spans[row[0]].size:
            yield sorted(row, key=lambda one: spans[one].bbox[0])
            row = []
        row.append(index)
    if row:
        yield sorted(row, key=lambda one: spans[one].bbox[0])


def _gaps(row: Sequence[int], spans: Sequence[Span]) -> list[float]:
    return [spans[right].bbox[0] - spans[left].bbox[2] for left, right in pairwise(row)]


def _merged(
    rows: Sequence[Sequence[int]], spans: Sequence[Span], usual: float, limits: Layout
) -> Iterator[tuple[int, Span]]:
    """(index of the first letter, span of the whole phrase) for each phrase of a row."""
    for row in rows:
        phrase = [[row[0]]]
        for left, right, gap in zip(row, row[1:], _gaps(row, spans), strict=False):
            if gap > APART * usual or spans[left].bold != spans[right].bold:
                yield phrase[0][0], _span(phrase, spans)
                phrase = [[right]]
            elif gap > limits.letter_split * usual:
                phrase.append([right])
            else:
                phrase[-1].append(right)
        yield phrase[0][0], _span(phrase, spans)


def _span(words: Sequence[Sequence[int]], spans: Sequence[Span]) -> Span:
    """One span of all words. Each word reaches to a blank before the next: its last letter carries spacing too."""
    first, last = spans[words[0][0]], spans[words[-1][-1]]
    starts = [spans[word[0]].bbox[0] for word in words]
    ends = [start - BLANK * first.size for start in starts[1:]] + [last.bbox[2]]
    text = " ".join("".join(spans[index].text.strip() for index in word) for word in words)
    box = (first.bbox[0], first.bbox[1], last.bbox[2], first.bbox[3])
    extents = tuple(zip(starts, ends, strict=True)) if len(words) > 1 else ()
    return replace(first, text=text, bbox=box, words=extents)


def _with(merged: dict[int, Span], taken: Sequence[int], spans: Sequence[Span]) -> Iterator[Span]:
    gone = frozenset(taken) - merged.keys()
    return (merged.get(index, span) for index, span in enumerate(spans) if index not in gone)
