"""Line numbers of drafts: integers rising down the page in a strip of their own. Marked before tables are looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from ingest_assets.model import PageContent, Rule, Span
from ingest_assets.thresholds.layout import Layout

_NUMBER = re.compile(r"\d{1,5}")
STEPS = (1, 5)  # drafts number each line or each fifth
FIFTH = STEPS[1]
FEW_FIFTHS = 3  # numbers of each fifth line that tell a short page or one with pictures
MOST_FIFTHS = 0.7  # share of the lines between such few numbers that must be there: marks of a scale have none
MOSTLY = 0.9  # share of steps that must be equal: numbers lost beside a picture make one longer step
SMALLER = 0.92  # of the text's size: numbers of drafts are set at 0.6-0.8
PROSE_ROWS = 0.2  # share of rows with several phrases up to which the text beside is prose and no table


def without_line_numbers(content: PageContent, limits: Layout) -> PageContent:
    """The page with its line numbers hidden as ``line_number`` (pdf-layout.md section 3.6)."""
    numbers = [
        index
        for index, span in enumerate(content.spans)
        if span.hidden is None and span.direction == (1.0, 0.0) and _NUMBER.fullmatch(span.text.strip())
    ]
    if len(numbers) < FEW_FIFTHS:
        return content
    found: set[int] = set()
    for strip in _strips(numbers, content.spans, limits):
        if _is_numbering(strip, content.spans, limits) and not _is_ruled(strip, content):
            found.update(strip)
    if not found:
        return content
    edges = [(content.spans[index].bbox[0], content.spans[index].bbox[2]) for index in found]
    marked = [
        part
        for index, span in enumerate(content.spans)
        for part in ([replace(span, hidden="line_number")] if index in found else _parted(span, edges, limits))
    ]
    return replace(content, spans=tuple(marked))


def _parted(span: Span, edges: Sequence[tuple[float, float]], limits: Layout) -> list[Span]:
    """A number that the engine read as the first word of its line (before a bullet, say), cut off and hidden."""
    head, _, rest = span.text.partition(" ")
    if span.hidden is not None or not rest.strip() or not _NUMBER.fullmatch(head) or len(span.words) < 2:
        return [span]
    start, end = span.words[0]
    reach = limits.numbers_edge
    if not any(abs(start - left) <= reach or abs(end - right) <= reach for left, right in edges):
        return [span]
    _, top, x1, bottom = span.bbox
    words = span.words[1:]
    number = replace(span, text=head, bbox=(start, top, end, bottom), words=(), hidden="line_number")
    text = replace(span, text=rest, bbox=(words[0][0], top, x1, bottom), origin=(words[0][0], span.origin[1]))
    return [number, replace(text, words=words if len(words) > 1 else ())]


def _strips(numbers: Sequence[int], spans: Sequence[Span], limits: Layout) -> Iterator[list[int]]:
    """Numbers with one right edge, or with one left edge."""
    for side in (2, 0):
        strip: list[int] = []
        for index in sorted(numbers, key=lambda one: spans[one].bbox[side]):
            if strip and spans[index].bbox[side] - spans[strip[0]].bbox[side] > limits.numbers_edge:
                yield strip
                strip = []
            strip.append(index)
        yield strip


def _is_numbering(strip: Sequence[int], spans: Sequence[Span], limits: Layout) -> bool:
    numbers = sorted((spans[index] for index in strip), key=lambda span: span.origin[1])
    values = [int(span.text) for span in numbers]
    fifths = len(values) >= FEW_FIFTHS and all(value % FIFTH == 0 for value in values)
    if not (fifths or len(numbers) >= limits.numbers_in_row) or not _rises(values):
        return False
    members = set(strip)
    top, bottom = numbers[0].bbox[1], numbers[-1].bbox[3]
    others = [
        span
        for index, span in enumerate(spans)
        if index not in members and span.hidden is None and top <= span.origin[1] <= bottom and span.text.strip()
    ]
    rows = {round(span.origin[1]) for span in others if abs(span.direction[1]) < SMALL_SINE}
    if not rows or len(numbers) < len(rows) / 2 / _step(numbers):
        return False
    if len(numbers) < limits.numbers_in_row and len(rows) < MOST_FIFTHS * FIFTH * (len(numbers) - 1):
        return False
    left, right = min(span.bbox[0] for span in numbers), max(span.bbox[2] for span in numbers)
    upright = [span for span in others if abs(span.direction[1]) < SMALL_SINE]
    beside = [span for span in upright if span.bbox[0] >= right or span.bbox[2] <= left]
    if len(beside) < MOSTLY * len(upright):
        return False
    size = median(span.size for span in upright)
    return numbers[0].size < SMALLER * size or (_is_edge(left, right, upright) and _is_prose(upright, rows))


SMALL_SINE = 0.05


def _is_ruled(strip: Sequence[int], content: PageContent) -> bool:
    """Rules part the numbers, one for each two of them or more: the first column of a drawn table, not a margin."""
    boxes = [content.spans[index].bbox for index in strip]
    left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
    top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
    levels = {round(rule.y0) for rule in content.rules if _parts(rule, left, right) and top < rule.y0 < bottom}
    return len(levels) >= (len(strip) - 1) / 2


def _parts(rule: Rule, left: float, right: float) -> bool:
    middle = (left + right) / 2
    return rule.y1 - rule.y0 <= rule.x1 - rule.x0 and rule.x0 <= middle <= rule.x1


def _step(numbers: Sequence[Span]) -> int:
    values = [int(span.text) for span in numbers]
    return max(1, round(median(after - before for before, after in pairwise(values))))


def _rises(values: Sequence[int]) -> bool:
    steps = [after - before for before, after in pairwise(values)]
    usual = median(steps)
    return usual in STEPS and sum(step == usual for step in steps) >= MOSTLY * len(steps)


def _is_edge(left: float, right: float, others: Sequence[Span]) -> bool:
    return all(span.bbox[0] >= right for span in others) or all(span.bbox[2] <= left for span in others)


def _is_prose(others: Sequence[Span], rows: set[int]) -> bool:
    """Few rows hold more than one phrase."""
    return len(others) - len(rows) <= PROSE_ROWS * len(rows)
