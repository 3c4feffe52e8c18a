"""Ruling lines of a scan, so that the table finder sees on paper what it sees in a PDF's drawings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from ingest_assets.images.decode import Raster
from ingest_assets.model import BBox, Rule

LEAST_ACROSS = 30.0  # pt: longer than any dash or stroke of a letter in text sizes
LEAST_DOWN = 10.0  # pt: the height of one table row; strokes of letters are sorted out by their ends
LONG_DOWN = 60.0  # pt: a vertical line that needs no horizontal one at its end
MOST_THICK = 4.0  # pt
UNBROKEN = 0.7  # of the least length without a gap: bars and serifs of title letters are shorter
GAP = 4.0  # pt: a photocopy breaks lines
NEAR = 4.0  # pt between the end of a vertical line and the horizontal one that it meets


def ruling_lines(mask: Raster, dpi: float) -> tuple[Rule, ...]:
    """Horizontal and vertical lines of an ink mask (255 is ink) in points of its frame."""
    scale = 72 / dpi
    across = [_horizontal(box, scale) for box in _strokes(mask, dpi, LEAST_ACROSS)]
    down = [_vertical(box, scale) for box in _strokes(np.ascontiguousarray(mask.T), dpi, LEAST_DOWN)]
    return (*across, *(rule for rule in down if _is_ruling(rule, across)))


def _strokes(mask: Raster, dpi: float, least: float) -> Iterator[BBox]:
    """Boxes (px) of runs of ink along x that are at least ``least`` points long and no thicker than a line."""
    per_point = dpi / 72
    gap, length = (max(3, round(points * per_point)) for points in (GAP, least))
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, max(3, round(length * UNBROKEN))), np.uint8))
    closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    for x, y, width, height, _ in stats[1:]:
        if width >= length and height <= MOST_THICK * per_point:
            yield (float(x), float(y), float(x + width), float(y + height))


def _horizontal(box: BBox, scale: float) -> Rule:
    y = (box[1] + box[3]) / 2 * scale
    return Rule(x0=box[0] * scale, y0=y, x1=box[2] * scale, y1=y, width=(box[3] - box[1]) * scale)


def _vertical(box: BBox, scale: float) -> Rule:
    """A line of the transposed mask."""
    x = (box[1] + box[3]) / 2 * scale
    return Rule(x0=x, y0=box[0] * scale, x1=x, y1=box[2] * scale, width=(box[3] - box[1]) * scale)


def _is_ruling(rule: Rule, across: Sequence[Rule]) -> bool:
    """True for a long line, or one whose both ends lie on horizontal lines: the stroke of a letter does not."""
    if rule.y1 - rule.y0 >= LONG_DOWN:
        return True
    return all(
        any(abs(line.y0 - end) <= NEAR and line.x0 - NEAR <= rule.x0 <= line.x1 + NEAR for line in across)
        for end in (rule.y0, rule.y1)
    )
