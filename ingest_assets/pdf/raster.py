"""A small rendering of a page: what a reader really sees. Used for ink and for hidden text, made once a page and only when asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pymupdf

from ingest_assets.model import BBox
from ingest_assets.thresholds.triage import HiddenLimits

LIMITS = HiddenLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Raster:
    """RGB pixels (height x width x 3, 0-255) of a page in the displayed frame; ``scale`` is pixels per point."""

    pixels: npt.NDArray[np.uint8]
    scale: float

    def cut(self, box: BBox) -> npt.NDArray[np.int16]:
        """The pixels under a box given in points, at least one pixel if the box touches the page."""
        height, width = self.pixels.shape[:2]
        x0, y0 = (max(0, int(value * self.scale)) for value in box[:2])
        x1, y1 = min(width, int(np.ceil(box[2] * self.scale))), min(height, int(np.ceil(box[3] * self.scale)))
        return self.pixels[y0:y1, x0:x1].astype(np.int16)

    def grey(self) -> npt.NDArray[np.uint8]:
        """Luminance, 0-255."""
        red, green, blue = (self.pixels[:, :, channel].astype(np.uint16) for channel in range(3))
        return (77 * red + 150 * green + 29 * blue >> 8).astype(np.uint8)


def render(page: Any, *, dpi: int = LIMITS.raster_dpi) -> Raster:
    """Render a PyMuPDF page, smaller than ``dpi`` when it would have more pixels than allowed."""
    area = max(1.0, page.rect.width * page.rect.height)
    scale = min(dpi / 72, (LIMITS.raster_pixels / area) ** 0.5)
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csRGB, alpha=False)
    pixels = np.frombuffer(pixmap.samples, dtype=np.uint8).reshape(pixmap.height, pixmap.width, 3)
    return Raster(pixels=pixels, scale=scale)
