"""What a page shows beside its words: dark pixels against the local background, and whether they stand in rows like text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from ingest_assets.model import BBox
from ingest_assets.pdf.raster import Raster
from ingest_assets.thresholds.triage import TriageLimits

PARTS = 4000  # components that are looked at; a page of text has about 2,000
BAND = 8  # pixels: height of the bands by which rows are looked up
Part = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """``share``: dark pixels outside the words among the pixels looked at. ``parts``: glyph-sized pieces.

    ``in_rows``: pieces that stand in rows, ``longest_row``: pieces of the longest row; in a photo a few do by chance.
    """

    share: float
    parts: int
    in_rows: int
    longest_row: int


def is_text_like(ink: Ink, limits: TriageLimits) -> bool:
    """True when the pieces stand in rows of one height, as type does and texture does not."""
    return ink.in_rows >= limits.in_rows * max(1, ink.parts) or ink.longest_row >= limits.long_row


def ink_of(raster: Raster, words: Iterable[BBox], areas: Sequence[BBox], limits: TriageLimits) -> Ink:
    """Ink outside the boxes ``words``, inside the boxes ``areas`` (the whole page when there are none). Boxes in points."""
    grey = raster.grey()
    if int(grey.max()) - int(grey.min()) <= limits.ink_levels:
        return Ink(share=0.0, parts=0, in_rows=0, longest_row=0)
    dark = _dark(grey, limits)
    for box in words:
        _fill(dark, box, raster.scale, 0)
    looked_at = dark.size
    if areas:
        window = np.zeros_like(dark)
        for box in areas:
            _fill(window, box, raster.scale, 1)
        looked_at = int(window.sum()) or 1
        dark &= window
    parts = _parts(dark, limits)
    rows = max(_rows(parts, limits), _rows(parts[:, [1, 0, 3, 2]], limits), key=sum)
    return Ink(
        share=float(dark.sum()) / looked_at, parts=len(parts), in_rows=sum(rows), longest_row=max(rows, default=0)
    )


def _dark(grey: npt.NDArray[np.uint8], limits: TriageLimits) -> npt.NDArray[np.uint8]:
    """1 where a pixel is darker than the median of its surroundings, or lighter on dark ground (light type on a dark picture)."""
    small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    median = cv2.medianBlur(small, limits.background // 2)
    ground = cv2.resize(median, (grey.shape[1], grey.shape[0]), interpolation=cv2.INTER_LINEAR).astype(np.int16)
    difference = ground - grey
    light_on_dark = (ground < 128) & (difference < -limits.ink_levels)
    return ((difference > limits.ink_levels) | light_on_dark).astype(np.uint8)


def _fill(mask: npt.NDArray[np.uint8], box: BBox, scale: float, value: int) -> None:
    x0, y0, x1, y1 = (max(0, round(edge * scale)) for edge in box)
    mask[y0:y1, x0:x1] = value


def _parts(dark: npt.NDArray[np.uint8], limits: TriageLimits) -> npt.NDArray[np.int32]:
    """Boxes (x, y, width, height) of pieces of a glyph's height that do not touch the border; a scan's black edge does."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    boxes = stats[1:, :4]
    height, width = dark.shape
    free = (boxes[:, 0] > 0) & (boxes[:, 1] > 0) & (boxes[:, :2] + boxes[:, 2:] < (width, height)).all(axis=1)
    least = boxes[:, 2:].min(axis=1)
    sized = (least >= limits.glyph_height - 1) & (boxes[:, 2:].max(axis=1) >= limits.glyph_height)
    sized &= least <= limits.glyph_height_to
    return np.asarray(boxes[free & sized][:PARTS], dtype=np.int32)


def _rows(parts: npt.NDArray[np.int32], limits: TriageLimits) -> list[int]:
    """Lengths, in pieces, of the rows: pieces of like height, close together, whose middles rise or fall by less than half.

    Rows are looked up by the height of their last piece on the page, so that a page of 2,000 pieces costs 10 ms.
    """
    tall = parts[(parts[:, 3] >= limits.glyph_height) & (parts[:, 3] <= limits.glyph_height_to)]
    bands: dict[int, list[list[Part]]] = defaultdict(list)
    rows: list[list[Part]] = []
    for x, y, width, height in sorted(tall.tolist()):
        part = (x, y, width, height)
        band = (2 * y + height) // (2 * BAND)
        reach = height // BAND + 1
        near = (row for key in range(band - reach, band + reach + 1) for row in reversed(bands.get(key, ())))
        row = next((row for row in near if _follows(row[-1], part)), None)
        if row is None:
            row = []
            rows.append(row)
        else:
            bands[(2 * row[-1][1] + row[-1][3]) // (2 * BAND)].remove(row)
        row.append(part)
        bands[band].append(row)
    return [len(row) for row in rows if _is_row(row, limits)]


def _follows(before: Part, part: Part) -> bool:
    x, y, width, height = before
    x2, y2, _, height2 = part
    low, high = (height, height2) if height < height2 else (height2, height)
    if high > 2.2 * low or x2 - (x + width) > 3 * high:
        return False
    return abs((2 * y + height) - (2 * y2 + height2)) <= high


def _is_row(row: Sequence[Part], limits: TriageLimits) -> bool:
    if len(row) < limits.row_parts:
        return False
    heights = sorted(part[3] for part in row)
    return row[-1][0] + row[-1][2] - row[0][0] >= 4 * heights[len(heights) // 2]
