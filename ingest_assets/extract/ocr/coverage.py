"""Which text-sized ink did OCR leave unread? The only thing that sees dropped blocks (triage-ocr.md section 6, step 4)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.images.ink import Boxes, Ink

PADDING = 2  # px: a comma's tail may stand outside its word's box
SIZES = (0.45, 2.6)  # component heights that count, in units of the words' x-height: no dots, dust and drawings


def uncovered_share(ink: Ink, words: Sequence[Word]) -> float:
    """Share of the text-sized components whose centre lies outside every word box, 0 to 1; 0 on a page without any."""
    boxes = text_sized(ink.boxes, words)
    if len(boxes) == 0:
        return 0.0
    return float(outside(boxes, words, ink.mask.shape).mean())


def text_sized(boxes: Boxes, words: Sequence[Word]) -> Boxes:
    """The components whose height fits the words that were read; all of them when nothing was."""
    heights = [word.x_height for word in words if word.x_height > 0]
    if not heights:
        return boxes
    typical = float(np.median(heights))
    height, width = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
    fits = (height >= SIZES[0] * typical) & (height <= SIZES[1] * typical) & (width <= 6 * typical)
    return boxes[fits]


def outside(boxes: Boxes, words: Sequence[Word], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """For each box: does its centre lie outside every word?"""
    covered = np.zeros(shape, np.bool_)
    for word in words:
        x0, y0, x1, y1 = (round(value) for value in word.bbox)
        covered[max(y0 - PADDING, 0) : y1 + PADDING, max(x0 - PADDING, 0) : x1 + PADDING] = True
    x = np.clip((boxes[:, 0] + boxes[:, 2]) // 2, 0, shape[1] - 1)
    y = np.clip((boxes[:, 1] + boxes[:, 3]) // 2, 0, shape[0] - 1)
    return np.asarray(~covered[y, x])
