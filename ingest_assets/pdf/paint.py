"""What a page paints, in paint order: text, invisible text, images, paths. One call of MuPDF's bounding-box log, no second text read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ingest_assets.model import BBox
from ingest_assets.pdf.drawings import displayed

GRID = 200  # cells a side on which image cover is counted: overlaps count once, 0.5 % of the page each way

KINDS = {
    "fill-text": "visible",
    "stroke-text": "visible",
    "ignore-text": "invisible",
    "fill-image": "images",
    "fill-imgmask": "images",
    "fill-path": "paths",
    "stroke-path": "paths",
    "fill-shade": "shades",
}


class Painted(NamedTuple):
    """One painting operation: its box in the displayed frame (not clipped) and its place in the paint order (MuPDF's ``seqno``)."""

    bbox: BBox
    order: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PaintLog:
    """All painting operations of a page by kind. ``image_cover`` is the share of the page under images, overlaps counted once."""

    visible: tuple[Painted, ...] = ()
    invisible: tuple[Painted, ...] = ()
    images: tuple[Painted, ...] = ()
    paths: tuple[Painted, ...] = ()
    shades: tuple[Painted, ...] = ()
    image_cover: float = 0.0


def paint_log(page: Any, matrix: Any, size: tuple[float, float]) -> PaintLog:
    """Paint order of a PyMuPDF page. The log ignores /Rotate, so every box is turned into the displayed frame by ``matrix`` (None if upright).

    ``size`` is the page's width and height in points.
    """
    found: dict[str, list[Painted]] = {"visible": [], "invisible": [], "images": [], "paths": [], "shades": []}
    for order, (kind, box) in enumerate(page.get_bboxlog()):
        name = KINDS.get(kind)
        if name:
            found[name].append(Painted(displayed(box, matrix) if matrix else box, order))
    cover = cover_of([image.bbox for image in found["images"]], *size)
    return PaintLog(**{name: tuple(entries) for name, entries in found.items()}, image_cover=cover)


def cover_of(boxes: list[BBox], width: float, height: float) -> float:
    """Share of a page of ``width`` x ``height`` points under the boxes; a scan may be twelve strips, strips may overlap."""
    if not boxes or width <= 0 or height <= 0:
        return 0.0
    grid = np.zeros((GRID, GRID), dtype=bool)
    for x0, y0, x1, y1 in boxes:
        left, right = (round(min(max(x / width, 0.0), 1.0) * GRID) for x in (x0, x1))
        top, bottom = (round(min(max(y / height, 0.0), 1.0) * GRID) for y in (y0, y1))
        grid[top:bottom, left:right] = True
    return float(grid.mean())


def table_of(boxes: Sequence[BBox]) -> npt.NDArray[np.float64]:
    """Boxes as columns, shape (4, n): left, top, right, bottom."""
    return np.fromiter(chain.from_iterable(boxes), dtype=np.float64, count=4 * len(boxes)).reshape(len(boxes), 4).T


def inside(point: tuple[float, float], box: BBox) -> bool:
    """True when the point lies in the box."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def centre(box: BBox) -> tuple[float, float]:
    """Middle of a box."""
    return ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
