"""Ink of a page raster: background, text-sized components, rows of them. Pixel units, origin top left."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ingest_assets.images.decode import Raster

Boxes = NDArray[np.int32]
"""Shape (n, 4): x0, y0, x1, y1 of components."""

LEAST_INK_LEVELS = (
    24  # of 256: fainter marks are grain of the paper; faint print of the OCR set is 60 levels darker than its paper
)
MOST_INK_LEVELS = 110  # a blot of black may not raise the cut above grey print
POINT_HEIGHTS = (2.5, 40.0)  # pt: lower-case letters of 5 pt print to capitals of a 56 pt title
ROW_GAP = 1.5  # heights between neighbours of a line: letter-spaced titles stay lines
ALIKE = 0.55  # lower height / greater height of neighbours: an x beside a capital has 0.65
ALIGNED = 0.2  # of the greater height between feet or heads of neighbours
SAMPLE = 1200  # components that are compared with each other: 1.4 million pairs take 40 ms
LEAST_LINKED = 4
LEAST_LINKED_SHARE = 0.25  # text pages of the OCR set have 0.7 and more
GRAINY_BOXES = 300  # components without lines: a photo has fewer than a hundred, a page of heavy grain 2,800
GRAIN_BLUR = 1.5  # px: at 1.0 the specks stay, at 2 small print runs together
SMOOTHED_LINKED = 20  # components on lines; a smoothed page of text had 160
SMOOTHED_LINKED_SHARE = 0.5  # smoothed text 0.66 and more, smoothed grain without text 0.29 and less


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """``mask`` is 255 where there is ink; ``boxes`` are its components of the size of letters."""

    mask: Raster
    boxes: Boxes

    def share(self) -> float:
        """Share of the page's pixels that are ink."""
        return float(np.count_nonzero(self.mask)) / max(self.mask.size, 1)


def paper_of(grey: Raster) -> Raster:
    """The page without its print: median of a dilated quarter-size copy, at full size (triage-ocr.md section 6, step 2)."""
    quarter = (
        max(1, grey.shape[1] // 4),
        max(1, grey.shape[0] // 4),
    )  # mails count their readers with images of one pixel
    small = cv2.resize(grey, quarter, interpolation=cv2.INTER_AREA)
    spread = cv2.dilate(small, np.ones((7, 7), np.uint8))
    smooth = cv2.medianBlur(spread, 21)
    return np.asarray(
        cv2.resize(smooth, (grey.shape[1], grey.shape[0]), interpolation=cv2.INTER_LINEAR), dtype=np.uint8
    )


def flattened(grey: Raster) -> Raster:
    """The page on even white paper: grey divided by its paper."""
    return np.asarray(cv2.divide(grey, paper_of(grey), scale=255), dtype=np.uint8)


def ink_of(grey: Raster, dpi: float) -> Ink:
    """Ink by local contrast, not by darkness, and the components among it that have the size of letters."""
    mask = mask_of(flattened(grey))
    return Ink(mask=mask, boxes=letter_boxes(mask, dpi))


def mask_of(flat: Raster) -> Raster:
    """255 where a flattened page carries ink; the cut is Otsu's, kept between the grain of paper and grey print."""
    calm = cv2.medianBlur(flat, 3)
    cut, _ = cv2.threshold(calm, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    cut = min(max(cut, 255 - MOST_INK_LEVELS), 255 - LEAST_INK_LEVELS)
    return np.where(calm < cut, 255, 0).astype(np.uint8)


def letter_boxes(mask: Raster, dpi: float) -> Boxes:
    """Boxes of the components of the size of letters, without what touches the border: scan edges and punch holes."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    x, y, width, height, area = (stats[1:, column] for column in range(5))
    low, high = (points * dpi / 72 for points in POINT_HEIGHTS)
    rows, columns = mask.shape
    inside = (x > 0) & (y > 0) & (x + width < columns) & (y + height < rows)
    sized = (height >= max(low, 4)) & (height <= high) & (width <= 8 * height) & (width >= height / 12)
    filled = area >= 0.12 * width * height
    keep = inside & sized & filled
    return np.asarray(np.stack((x, y, x + width, y + height), axis=1)[keep], dtype=np.int32)


def linked(boxes: Boxes) -> tuple[int, float]:
    """How many components have a neighbour on their line, and their share of all (of the middle 1,200 of a full page).

    Letters stand in lines of one height, the spots of a photo do not. Lines may run across or down the page: the better reading counts.
    """
    if len(boxes) < 2:
        return 0, 0.0
    count = max(linked_by_direction(boxes))
    return count, count / min(len(boxes), SAMPLE)


def linked_by_direction(boxes: Boxes) -> tuple[int, int]:
    """How many components have a neighbour to their right, and how many below them, on a line of one height."""
    if len(boxes) < 2:
        return 0, 0
    few = _middle(boxes)
    return _linked_across(few), _linked_across(few[:, [1, 0, 3, 2]])


def is_text_like(boxes: Boxes) -> bool:
    """True when the components stand in lines as letters do."""
    count, share = linked(boxes)
    return count >= LEAST_LINKED and share >= LEAST_LINKED_SHARE


def shows_text(grey: Raster, dpi: float, ink: Ink) -> bool:
    """True when the ink of a page stands in lines, at first sight or, on grainy pages, once the grain is smoothed away.

    Grain of the strength of the print leaves thousands of specks of the size of letters, and the letters in pieces among them.
    """
    if is_text_like(ink.boxes):
        return True
    if len(ink.boxes) < GRAINY_BOXES:
        return False
    count, share = linked(ink_of(np.asarray(cv2.GaussianBlur(grey, (0, 0), GRAIN_BLUR), dtype=np.uint8), dpi).boxes)
    return count >= SMOOTHED_LINKED and share >= SMOOTHED_LINKED_SHARE


def _middle(boxes: Boxes) -> Boxes:
    if len(boxes) <= SAMPLE:
        return boxes
    start = (len(boxes) - SAMPLE) // 2
    return boxes[np.argsort(boxes[:, 1], kind="stable")[start : start + SAMPLE]]


def _linked_across(boxes: Boxes) -> int:
    left, top, right, bottom = (boxes[:, column].astype(np.float32) for column in range(4))
    height = np.maximum(bottom - top, 1)
    larger = np.maximum(height[:, None], height[None, :])
    alike = np.minimum(height[:, None], height[None, :]) > ALIKE * larger
    feet = np.abs(bottom[:, None] - bottom[None, :]) < ALIGNED * larger
    heads = np.abs(top[:, None] - top[None, :]) < ALIGNED * larger
    gap = left[None, :] - right[:, None]
    near = (gap > -0.3 * larger) & (gap < ROW_GAP * larger) & (left[None, :] > left[:, None])
    return int((alike & (feet | heads) & near).any(axis=1).sum())
