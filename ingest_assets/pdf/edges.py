"""Lines that run off the page: a phrase that starts on the page is read whole, not cut in the middle of a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.model import Span

NEAR = 0.8  # em from the page's edge: the engine drops the letters beyond it, the last one kept ends nearer than this


def runs_off(spans: Sequence[Span], width: float, height: float) -> bool:
    """True when a span ends at an edge of the page."""
    return any(_touches(span, width, height) for span in spans)


def _touches(span: Span, width: float, height: float) -> bool:
    x0, y0, x1, y1 = span.bbox
    reach = NEAR * span.size
    if abs(span.direction[0]) > abs(span.direction[1]):
        return x0 < reach or x1 > width - reach
    return y0 < reach or y1 > height - reach


def whole_at_edges(spans: Sequence[Span], everything: Sequence[Span], width: float, height: float) -> tuple[Span, ...]:
    """Spans that end at an edge replaced by what the unclipped read has at their start."""
    by_start = {_start(span): span for span in everything}
    out = []
    for span in spans:
        whole = by_start.get(_start(span)) if _touches(span, width, height) else None
        longer = whole is not None and whole.text.startswith(span.text.rstrip()) and len(whole.text) > len(span.text)
        out.append(replace(whole, order=span.order) if whole is not None and longer else span)
    return tuple(out)


def with_continued_letters(spans: Sequence[Span], everything: Sequence[Span]) -> tuple[Span, ...]:
    """On letter-spaced pages each letter is a phrase: the letters beyond the right edge that go on with a seen line, as seen.

    So such a line is read whole like any other; text beyond the edge that goes on with nothing stays hidden.
    """
    seen = [span for span in spans if span.hidden is None and span.text.strip()]
    singles = sum(len(span.text.strip()) == 1 for span in seen)
    if singles < LETTERS or singles < SPACED * len(seen):
        return tuple(spans)
    ends: dict[int, float] = {}
    for span in seen:
        row = round(span.origin[1])
        ends[row] = max(ends.get(row, 0.0), span.bbox[2])
    more: dict[tuple[int, int], Span] = {}
    for span in sorted(everything, key=lambda one: one.bbox[0]):
        row = round(span.origin[1])
        gap = span.bbox[0] - ends.get(row, float("-inf"))
        if span.direction == (1.0, 0.0) and span.hidden is None and 0 <= gap <= NEXT_LETTER * span.size:
            more[_start(span)] = replace(span, order=len(spans) + len(more))
            ends[row] = span.bbox[2]
    kept = [span for span in spans if span.hidden is None or _start(span) not in more]
    return (*kept, *more.values())


LETTERS, SPACED = 20, 0.5  # single letters of a page, and their share of its phrases (triage-ocr.md section 2)
NEXT_LETTER = 2.5  # em: letters set so wide that the engine parts them stand 0.8-1 em apart, their words twice that


def _start(span: Span) -> tuple[int, int]:
    return (round(span.origin[0]), round(span.origin[1]))
