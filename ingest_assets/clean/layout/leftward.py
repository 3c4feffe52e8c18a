"""Text that runs from right to left, made ready for layout that goes from left to right.

A frame in which most letters run to the left is mirrored: its right column comes first, its tables start with their right column, marks of
lists and indents stand on the left. Lines that hold words of both directions are unrolled: each word stands where it comes in the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest_assets.clean.layout.frames import MIRRORED, Frame
from ingest_assets.clean.layout.letters import RTL, leftward_letters
from ingest_assets.model import BBox, PageContent, Span

LINKED = 0.5  # em between the parts of one phrase; the reader of pages cuts phrases where a gap is wider than a blank
LEVEL = 0.6  # em between the baselines of such parts, raised and lowered runs included


def leftward_frame(frame: Frame) -> Frame:
    """The frame mirrored where most of its letters run to the left, and its lines of both directions unrolled; other frames as they are."""
    content = frame.content
    balance = leftward_letters(span.text for span in content.spans if span.hidden is None and not span.text.isascii())
    if balance is None:
        return frame
    latin = sum(
        span.text.isascii() and sum(map(str.isalpha, span.text)) for span in content.spans if span.hidden is None
    )
    if balance <= latin:
        return replace(frame, content=replace(content, spans=tuple(_unrolled(content.spans, every=False))))
    mirrored = _mirrored(content)
    spans = tuple(_unrolled(mirrored.spans, every=True))
    return replace(frame, turn=frame.turn + MIRRORED, content=replace(mirrored, spans=spans))


def _mirrored(content: PageContent) -> PageContent:
    width = content.width

    def box(value: BBox) -> BBox:
        return (width - value[2], value[1], width - value[0], value[3])

    return replace(
        content,
        spans=tuple(_mirrored_span(span, box(span.bbox), width) for span in content.spans),
        rules=tuple(replace(rule, x0=width - rule.x1, x1=width - rule.x0) for rule in content.rules),
        fills=tuple(replace(fill, bbox=box(fill.bbox)) for fill in content.fills),
        images=tuple(replace(image, bbox=box(image.bbox)) for image in content.images),
    )


def _mirrored_span(span: Span, box: BBox, width: float) -> Span:
    words = tuple((width - end, width - start) for start, end in span.words)
    return replace(span, bbox=box, origin=(box[0], span.origin[1]), words=words)


def _unrolled(spans: Sequence[Span], *, every: bool) -> Iterator[Span]:
    """The spans with the words of each phrase side by side in the order of the text; ``every``: of phrases without leftward letters as well."""
    line: list[Span] = []
    for span in spans:
        if line and not _is_level(line[-1], span):
            yield from _line(line, every=every)
            line = []
        line.append(span)
    yield from _line(line, every=every)


def _is_level(before: Span, span: Span) -> bool:
    level = abs(before.origin[1] - span.origin[1]) <= LEVEL * max(before.size, span.size)
    return level and before.hidden is None is span.hidden


def _line(line: Sequence[Span], *, every: bool) -> Iterator[Span]:
    """Spans that follow each other on one baseline, phrase by phrase: those that touch, in whatever order they stand."""
    if len(line) == 1:
        yield from _placed(line, every=every)
        return
    phrase_of: dict[int, int] = {}
    end, phrase = 0.0, -1
    for span in sorted(line, key=lambda one: one.bbox[0]):
        if phrase < 0 or span.bbox[0] - end > LINKED * span.size:
            phrase += 1
        phrase_of[id(span)] = phrase
        end = max(end, span.bbox[2])
    for number in dict.fromkeys(phrase_of[id(span)] for span in line):
        yield from _placed([span for span in line if phrase_of[id(span)] == number], every=every)


def _placed(phrase: Sequence[Span], *, every: bool) -> Iterator[Span]:
    words = [_words(span) for span in phrase]
    flat = [word for own in words for word in own]
    rising = all(before[0] <= after[0] for before, after in pairwise(flat))
    if rising or not (every or any(RTL.search(span.text) for span in phrase)):
        yield from phrase
        return
    left, right = min(start for start, _ in flat), max(end for _, end in flat)
    blanks = len(flat) - len(phrase) + sum(span.text.endswith(" ") for span in phrase[:-1])
    blank = max(0.0, right - left - sum(end - start for start, end in flat)) / max(1, blanks)
    at = left
    for span, own in zip(phrase, words, strict=True):
        places: list[tuple[float, float]] = []
        for start, end in own:
            places.append((at, at + end - start))
            at = places[-1][1] + blank
        if not span.text.endswith(" "):
            at -= blank
        box = (places[0][0], span.bbox[1], places[-1][1], span.bbox[3])
        yield replace(span, bbox=box, origin=(box[0], span.origin[1]), words=tuple(places) if span.words else ())


def _words(span: Span) -> tuple[tuple[float, float], ...]:
    return span.words or ((span.bbox[0], span.bbox[2]),)
