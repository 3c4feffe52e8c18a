"""Text that is painted and cut away: outside a clip path or off the page. It is read only to be listed as hidden.

The engine drops it when it is told to clip. Whether it dropped anything is seen from the paint log, so that a second read of the
text is made only for pages that have such text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pymupdf

from ingest_assets.model import BBox, Span
from ingest_assets.pdf.paint import Painted, PaintLog, table_of

CLIPPED = pymupdf.TEXT_MEDIABOX_CLIP  # MuPDF's FZ_STEXT_CLIP: the page box and every clip path
CELL = 2.0  # pt: side of the cells on which read text is marked
LEAST = 1.0  # pt: boxes without extent are blanks
SIDE = 4000  # cells a side at most; larger pages get coarser cells
MOST_PAIRS = 1_000_000  # painted times read boxes that are compared at once: 40 MB


def has_unread_text(log: PaintLog, spans: Sequence[Span], width: float, height: float) -> bool:
    """True when a text operation of the log left no span at its place."""
    operations = [entry for entry in (*log.visible, *log.invisible) if _has_extent(entry)]
    if any(entry.bbox[2] < 0 or entry.bbox[3] < 0 for entry in operations):
        return True
    if not operations:
        return False
    cell = max(CELL, width / SIDE, height / SIDE)
    painted = _cells([entry.bbox for entry in operations], width, height, cell)
    read = _cells([span.bbox for span in spans], width, height, cell)
    step = max(1, MOST_PAIRS // max(1, read.shape[1]))
    return any(not _meet(painted[:, at : at + step], read) for at in range(0, len(operations), step))


Cells = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def _cells(boxes: Sequence[BBox], width: float, height: float, cell: float) -> Cells:
    """First and last column and row of the cells under each box; shape (4, n): left, top, right, bottom. Parts off the page count as its edge cells
    on the left and above, and as none on the right and below."""
    x0, y0, x1, y1 = table_of(boxes)
    columns, rows = int(width / cell) + 1, int(height / cell) + 1
    return np.array(
        [
            np.floor(np.maximum(x0, 0) / cell),
            np.floor(np.maximum(y0, 0) / cell),
            np.minimum(np.floor(np.maximum(x1, 0) / cell), columns),
            np.minimum(np.floor(np.maximum(y1, 0) / cell), rows),
        ]
    )


def _meet(painted: Cells, read: Cells) -> bool:
    """True when each painted box has a cell in common with one that was read."""
    left, top, right, bottom = painted[:, :, np.newaxis]
    shared = (np.maximum(left, read[0]) <= np.minimum(right, read[2])) & (
        np.maximum(top, read[1]) <= np.minimum(bottom, read[3])
    )
    return bool(shared.any(axis=1).all())


def _has_extent(entry: Painted) -> bool:
    x0, y0, x1, y1 = entry.bbox
    return x1 - x0 >= LEAST and y1 - y0 >= LEAST


def cut_away(everything: Sequence[Span], seen: Sequence[Span]) -> tuple[Span, ...]:
    """The spans that clipping took away, hidden as ``clipped``; a span of which a part is seen is left out."""
    places = [(round(span.origin[1]), span.bbox[0], span.bbox[2]) for span in seen]
    rows: dict[int, list[tuple[float, float]]] = {}
    for row, x0, x1 in places:
        for near in (row - 1, row, row + 1):
            rows.setdefault(near, []).append((x0, x1))
    lost = [span for span in everything if not _overlaps(span, rows.get(round(span.origin[1]), []))]
    return tuple(
        replace(span, hidden=span.hidden or "clipped", order=len(seen) + index) for index, span in enumerate(lost)
    )


def _overlaps(span: Span, row: Sequence[tuple[float, float]]) -> bool:
    return any(x0 < span.bbox[2] and x1 > span.bbox[0] for x0, x1 in row)
