"""Pages on their side or on their head: the side is seen in the ink, the head by reading a band of lines both ways.

Tesseract's own detector took 0.5-1.2 s a page and was wrong on one of the six turned pages of the OCR set; the band was right on all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.extract.ocr.reading import Reading
from ingest_assets.images.decode import Raster
from ingest_assets.images.ink import Boxes, Ink, letter_boxes, linked_by_direction, mask_of

CLEARLY = 1.3  # linked down / linked across: upright pages of the OCR set stay under 0.6, sideways ones are over 1.9
BAND = 1.2  # inches: six lines of common print
CLEAR_GAIN = 10.0  # confidence; upside down text reads at 40-55, upright at 85 and more
MOST = 0.6  # of the words on lines of two words and more


def lies_sideways(flat: Raster, dpi: float) -> bool:
    """True when the letters of a flattened page stand in lines that run down it."""
    across, down = linked_by_direction(letter_boxes(mask_of(flat), dpi))
    return down > CLEARLY * max(across, 1)


def band_of(flat: Raster, dpi: float) -> Raster:
    """The part of a page, ``BAND`` inches high, in which most letters stand."""
    boxes = letter_boxes(mask_of(flat), dpi)
    height = min(flat.shape[0], round(BAND * dpi))
    counts = np.zeros(flat.shape[0] + 1, np.int64)
    np.add.at(counts, (boxes[:, 1] + boxes[:, 3]) // 2, 1)
    sums = np.concatenate(([0], np.cumsum(counts)))
    inside = sums[height : flat.shape[0] + 1] - sums[: flat.shape[0] + 1 - height]
    top = int(np.argmax(inside))
    return flat[top : top + height]


def stands_on_head(flat: Raster, dpi: float, confidence: Callable[[Raster], float]) -> bool:
    """True when a band of the page reads clearly better upside down; ``confidence`` is the mean word confidence of a raster."""
    band = band_of(flat, dpi)
    return confidence(np.ascontiguousarray(np.rot90(band, 2))) > confidence(band) + CLEAR_GAIN


def upright(reading: Reading) -> Reading:
    """The reading in the frame in which most of its lines run to the right: Tesseract reads a page on its side as it lies."""
    for direction, quarter in (((0.0, 1.0), 270), ((0.0, -1.0), 90)):
        along = sum(word.direction == direction for word in reading.words)
        if reading.words and along >= MOST * len(reading.words):
            return _quarter_turned(reading, quarter)
    return reading


def _quarter_turned(reading: Reading, quarter: int) -> Reading:
    height, width = reading.ink.mask.shape
    mask = np.ascontiguousarray(np.rot90(reading.ink.mask, k=-(quarter // 90)))
    return replace(
        reading,
        words=tuple(_word(word, quarter, width, height) for word in reading.words),
        ink=Ink(mask=mask, boxes=_boxes(reading.ink.boxes, quarter, width, height)),
        raster=np.ascontiguousarray(np.rot90(reading.raster, k=-(quarter // 90))),
        quarter=(reading.quarter + quarter) % 360,
    )


def _boxes(boxes: Boxes, quarter: int, width: int, height: int) -> Boxes:
    x0, y0, x1, y1 = (boxes[:, column] for column in range(4))
    columns = (y0, width - x1, y1, width - x0) if quarter == 270 else (height - y1, x0, height - y0, x1)
    return np.stack(columns, axis=1).astype(np.int32)


def _word(word: Word, quarter: int, width: int, height: int) -> Word:
    x0, y0, x1, y1 = word.bbox
    box = (y0, width - x1, y1, width - x0) if quarter == 270 else (height - y1, x0, height - y0, x1)
    return replace(word, bbox=box, direction=(1.0, 0.0))
