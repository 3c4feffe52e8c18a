"""Text that is painted and cut away: outside a clip path or off the page. It is read only to be listed as hidden.

The engine drops it when it is told to clip. Whether it dropped anything is seen from the paint log, so that a second read of the
text is made only for pages that have such text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pymupdf

from ingest_assets.model import Span
from ingest_assets.pdf.paint import Painted, PaintLog

CLIPPED = pymupdf.TEXT_MEDIABOX_CLIP  # MuPDF's FZ_STEXT_CLIP: the page box and every clip path
CELL = 2.0  # pt: side of the cells on which read text is marked
LEAST = 1.0  # pt: boxes without extent are blanks
SIDE = 4000  # cells a side at most; larger pages get coarser cells


def has_unread_text(log: PaintLog, spans: Sequence[Span], width: float, height: float) -> bool:
    """True when a text operation of the log left no span at its place."""
    operations = [entry for entry in (*log.visible, *log.invisible) if _has_extent(entry)]
    if not operations:
        return False
    cell = max(CELL, width / SIDE, height / SIDE)
    read = np.zeros((int(height / cell) + 2, int(width / cell) + 2), dtype=bool)
    for span in spans:
        x0, y0, x1, y1 = span.bbox
        left, top = (int(x0 / cell) if x0 > 0 else 0), (int(y0 / cell) if y0 > 0 else 0)
        read[top : max(0, int(y1 / cell)) + 1, left : max(0, int(x1 / cell)) + 1] = True
    return any(not _is_read(entry, read, cell) for entry in operations)


def _has_extent(entry: Painted) -> bool:
    x0, y0, x1, y1 = entry.bbox
    return x1 - x0 >= LEAST and y1 - y0 >= LEAST


def _is_read(entry: Painted, read: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], cell: float) -> bool:
    if entry.bbox[2] < 0 or entry.bbox[3] < 0:
        return False
    x0, y0, x1, y1 = entry.bbox
    left, top = (int(x0 / cell) if x0 > 0 else 0), (int(y0 / cell) if y0 > 0 else 0)
    return bool(read[top : int(y1 / cell) + 1, left : int(x1 / cell) + 1].any())


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
