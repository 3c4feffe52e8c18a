"""The page as PNG within the limits of size."""

from __future__ import annotations

import cv2
import numpy as np

from ingest_assets.images.decode import Raster
from ingest_assets.thresholds.vision import Vision

SMALLER = 0.8  # factor of each further step when the PNG is over its byte limit
LEAST_SIDE = 500  # px: below it nothing can be read


def page_png(pixels: Raster, limits: Vision) -> bytes:
    """Grey or RGB pixels as PNG: at most ``long_side`` px and ``image_bytes`` bytes."""
    scale = min(1.0, limits.long_side / max(pixels.shape[:2]))
    while True:
        small = pixels if scale == 1.0 else cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        shown = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_RGB2BGR)
        png = cv2.imencode(".png", np.asarray(shown))[1].tobytes()
        if len(png) <= limits.image_bytes or max(small.shape[:2]) <= LEAST_SIDE:
            return png
        scale *= SMALLER
