"""Reading order of boxes on a slide: rows from the top, two columns only where the boxes say so (formats.md section 4, pptx)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

T = TypeVar("T")

ROW_TOLERANCE = 0.02
"""Tops that differ by less than this share of the slide's height stand in one row (0.15 inch on a usual slide; guess)."""

WIDE = 0.6
"""A box wider than this share of the slide ends the columns above it (guess)."""


MOST_BOXES = 400
"""Boxes of a segment among which columns are looked for; the search is quadratic, and such a slide is a drawing (guess)."""


@dataclass(frozen=True, slots=True)
class Box(Generic[T]):
    """Something placed: left, top, right, bottom in the slide's units. ``placed`` is False when the file gives no place."""

    content: T
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    placed: bool = True


def reading_order(boxes: Sequence[Box[T]], width: float, height: float) -> list[T]:
    """Contents in reading order; boxes without a place follow, in the file's order."""
    placed = sorted((box for box in boxes if box.placed), key=lambda box: (box.top, box.left))
    ordered: list[Box[T]] = []
    segment: list[Box[T]] = []
    for box in placed:
        if box.right - box.left > WIDE * width:
            ordered += [*_segment(segment, height), box]
            segment = []
        else:
            segment.append(box)
    ordered += _segment(segment, height)
    return [box.content for box in ordered] + [box.content for box in boxes if not box.placed]


def _segment(boxes: list[Box[T]], height: float) -> list[Box[T]]:
    border = _column_border(boxes)
    if border is None:
        return _rows(boxes, height)
    return _rows([box for box in boxes if box.right <= border], height) + _rows(
        [box for box in boxes if box.right > border], height
    )


def _column_border(boxes: list[Box[T]]) -> float | None:
    """The x that parts the boxes into two columns of at least two boxes each, one above the other; None when there is none."""
    for border in sorted({box.right for box in boxes}) if len(boxes) <= MOST_BOXES else ():
        left = [box for box in boxes if box.right <= border]
        right = [box for box in boxes if box.right > border]
        if (
            len(left) >= 2
            and len(right) >= 2
            and all(box.left >= border for box in right)
            and _stacked(left)
            and _stacked(right)
        ):
            return border
    return None


def _stacked(boxes: list[Box[T]]) -> bool:
    """True when the boxes stand below each other rather than side by side."""
    return all(below.top >= (above.top + above.bottom) / 2 for above, below in pairwise(boxes))


def _rows(boxes: list[Box[T]], height: float) -> list[Box[T]]:
    ordered: list[Box[T]] = []
    row: list[Box[T]] = []
    for box in boxes:
        if row and box.top - row[0].top > ROW_TOLERANCE * height:
            ordered += sorted(row, key=lambda one: one.left)
            row = []
        row.append(box)
    return ordered + sorted(row, key=lambda one: one.left)
