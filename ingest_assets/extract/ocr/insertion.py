"""Words of a second reading put between those of the first, by their place on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.model import BBox

SAME_LINE = 0.5  # of the lower height: overlap that puts two words on one line


def missing_from(words: Sequence[Word], others: Sequence[Word], least_confidence: float) -> list[Word]:
    """The words of ``others`` with enough confidence whose centre no word of ``words`` covers."""
    return [
        other
        for other in others
        if other.confidence >= least_confidence
        and any(char.isalnum() for char in other.text)
        and not any(_covers(word.bbox, other.bbox) for word in words)
    ]


def inserted(words: Sequence[Word], extra: Sequence[Word]) -> tuple[Word, ...]:
    """All words in reading order, lines renumbered: extra words join the line they stand on, or come as a line of their own before the next line below."""
    lines = [list(line) for _, line in groupby(words, key=lambda word: word.line)]
    for _, group in groupby(extra, key=lambda word: word.line):
        _place(lines, list(group))
    return tuple(replace(word, line=number) for number, line in enumerate(lines) for word in line)


def _place(lines: list[list[Word]], group: list[Word]) -> None:
    rest: list[Word] = []
    for word in group:
        line = next((line for line in lines if _on_line(word, line)), None)
        if line is None:
            rest.append(word)
        else:
            line.append(word)
            line.sort(key=lambda item: item.bbox[0])
    if rest:
        lines.insert(_position(lines, rest), rest)


def _on_line(word: Word, line: Sequence[Word]) -> bool:
    """True when the word stands at the height of the line and beside or between its words."""
    x0, y0, x1, y1 = box_of(line)
    top, bottom = max(y0, word.bbox[1]), min(y1, word.bbox[3])
    height = min(y1 - y0, word.bbox[3] - word.bbox[1])
    reach = 3 * (y1 - y0)
    return bottom - top >= SAME_LINE * height and word.bbox[2] >= x0 - reach and word.bbox[0] <= x1 + reach


def _position(lines: Sequence[Sequence[Word]], group: Sequence[Word]) -> int:
    """Index of the first line below the group in its own column; after the last line above it when there is none."""
    box = box_of(group)
    middle = (box[1] + box[3]) / 2
    beside = [index for index, line in enumerate(lines) if _share_columns(box_of(line), box)]
    below = [index for index in beside if _middle(lines[index]) > middle]
    if below:
        return min(below)
    return max(beside) + 1 if beside else len(lines)


def _middle(line: Sequence[Word]) -> float:
    box = box_of(line)
    return (box[1] + box[3]) / 2


def _share_columns(a: BBox, b: BBox) -> bool:
    return min(a[2], b[2]) > max(a[0], b[0])


def box_of(words: Sequence[Word]) -> BBox:
    """The box around all words."""
    boxes = [word.bbox for word in words]
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def _covers(box: BBox, other: BBox) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    inside = box[0] <= x <= box[2] and box[1] <= y <= box[3]
    return inside or (other[0] <= (box[0] + box[2]) / 2 <= other[2] and other[1] <= (box[1] + box[3]) / 2 <= other[3])
