"""The text of spans as triage judges it: lines in paint order, letter-spaced words joined by their gaps first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from ingest_assets.model import Span
from ingest_assets.text_quality import Parts, single_letter_share

WORD_GAP = 1.6  # times the median gap between letters (pdf-layout.md section 3.5)
SPACED = 0.5  # share of one-letter words from which a text counts as letter-spaced (triage-ocr.md section 2)


def judged_text(spans: Sequence[Span]) -> str:
    """Spans joined to lines. Where most words are single letters, letters are joined by the distances between them."""
    return judged_parts(spans).text


def judged_parts(spans: Sequence[Span]) -> Parts:
    """The text of ``judged_text``, with what was found out about it on the way."""
    parts = Parts("".join(_lines(spans)))
    return parts if single_letter_share(parts) < SPACED else Parts("".join(_joined(spans)))


def _lines(spans: Sequence[Span]) -> Iterator[str]:
    before: Span | None = None
    for span in spans:
        if before is not None:
            yield " " if _same_line(before, span) else "\n"
        yield span.text
        before = span


def _same_line(before: Span, span: Span) -> bool:
    x, y = before.direction
    across = (span.origin[1] - before.origin[1]) * x - (span.origin[0] - before.origin[0]) * y
    return abs(across) < 0.35 * max(before.size, span.size)


def _joined(spans: Sequence[Span]) -> Iterator[str]:
    """Letters of one line joined, words parted where the gap is wider than usual."""
    pieces = [piece for span in spans for piece in _pieces(span)]
    pairs = pairwise(pieces)
    gaps = [right[1] - left[2] for left, right in pairs if _same_line(left[3], right[3])]
    usual = max(median(gaps), 0.05) if gaps else 0.0
    for index, (text, start, _, span) in enumerate(pieces):
        if index:
            _, _, end, before = pieces[index - 1]
            if not _same_line(before, span) or start < end - span.size:
                yield "\n"
            elif start - end > WORD_GAP * usual:
                yield " "
        yield text


def _pieces(span: Span) -> Iterator[tuple[str, float, float, Span]]:
    """The blank-separated pieces of a span with their extent along the writing direction."""
    words = span.text.split()
    if len(words) == len(span.words):
        for word, (start, end) in zip(words, span.words, strict=True):
            yield word, start, end, span
        return
    start, end = (span.bbox[0], span.bbox[2]) if abs(span.direction[0]) > 0.5 else (span.bbox[1], span.bbox[3])
    if span.direction[1] < -0.5:
        start, end = -end, -start
    yield span.text.strip(), start, end, span
