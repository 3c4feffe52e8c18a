"""Repair of page rasters before another attempt: even paper, calm grain, straight lines, stamps dropped out."""

from __future__ import annotations

import cv2
import numpy as np

from ingest_assets.images.decode import Raster
from ingest_assets.images.ink import flattened, mask_of

SKEW_LIMIT = 7.0  # degrees (triage-ocr.md section 6, step 2)
SKEW_LONG_SIDE = 800  # px of the copy on which the angle is sought
COARSE_DPI = 170  # below it pages are enlarged before they are calmed
ENLARGED_DPI = 250  # 225 to 300 gave the same errors, 300 costs a fifth more
LEAST_SKEW = 0.15  # degrees: turning by less blurs more than it straightens


def clean_paper(grey: Raster, dpi: float) -> tuple[Raster, float]:
    """Grey on even paper with the grain gone, and the factor by which it was enlarged.

    Normal scans: division by the background, then a 3 x 3 median. At 150 dpi and less that median eats thin strokes: there the page is
    smoothed along edges, enlarged to 250 dpi and only then calmed (WER of a 100 dpi JPEG .17 -> .03, of a noisy 150 dpi page .17 -> .04).
    """
    flat = flattened(grey)
    if dpi >= COARSE_DPI:
        return np.asarray(cv2.medianBlur(flat, 3), dtype=np.uint8), 1.0
    factor = ENLARGED_DPI / dpi
    smooth = cv2.bilateralFilter(flat, 5, 60, 2)
    large = cv2.resize(smooth, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.medianBlur(large, 5), dtype=np.uint8), factor


def skew_of(flat: Raster) -> float:
    """Degrees by which the lines run down to the right, within +-7, by the sharpness of the row profile (0.5, then 0.1 degree steps)."""
    scale = min(1.0, SKEW_LONG_SIDE / max(flat.shape))
    small = cv2.resize(flat, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    mask = mask_of(np.asarray(small, dtype=np.uint8))
    coarse = _sharpest(mask, np.arange(-SKEW_LIMIT, SKEW_LIMIT + 0.01, 0.5))
    return _sharpest(mask, np.arange(coarse - 0.5, coarse + 0.51, 0.1))


def _sharpest(mask: Raster, angles: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    sharpness = [
        float(np.square(np.diff(turned(mask, angle, paper=0).sum(axis=1, dtype=np.int64))).sum()) for angle in angles
    ]
    return float(angles[int(np.argmax(sharpness))])


def turned(raster: Raster, degrees: float, *, paper: int = 255) -> Raster:
    """The raster turned counter-clockwise about its centre, same size, corners filled with paper."""
    height, width = raster.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    kind = cv2.INTER_CUBIC if paper else cv2.INTER_NEAREST
    return np.asarray(cv2.warpAffine(raster, matrix, (width, height), flags=kind, borderValue=paper), dtype=np.uint8)


def quarter_turned(raster: Raster, degrees: int) -> Raster:
    """The raster turned clockwise by 0, 90, 180 or 270 degrees."""
    return np.ascontiguousarray(np.rot90(raster, k=-(degrees // 90)))


def darkest_ink(flat: Raster) -> Raster | None:
    """Only the darker of two inks: print under a lighter stamp, its grey bleached. None when the page has one ink.

    The inks are parted by Otsu's method among the ink pixels alone; both must hold a fair share of them.
    """
    ink = mask_of(flat) > 0
    core = cv2.erode(ink.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    levels = flat[core]
    if levels.size < 500:
        return None
    cut, _ = cv2.threshold(levels.reshape(1, -1), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark, light = levels[levels <= cut], levels[levels > cut]
    if min(dark.size, light.size) < 0.02 * levels.size or float(light.mean()) - float(dark.mean()) < 40:
        return None
    return _bleached(flat, int((float(dark.mean()) + float(light.mean())) / 2))


def _bleached(flat: Raster, level: int) -> Raster:
    """White where the ink is lighter than ``level`` and no darker ink is near; the soft edges of dark print stay."""
    near = cv2.dilate((flat < level).astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.where(near > 0, flat, 255).astype(np.uint8)


def without_colour(rgb: Raster) -> Raster:
    """Grey in which coloured ink is gone: each pixel takes its lightest channel, against the paper's own colour in that channel."""
    red, green, blue = (flattened(np.ascontiguousarray(rgb[:, :, channel])) for channel in range(3))
    return np.asarray(np.maximum(np.maximum(red, green), blue), dtype=np.uint8)
