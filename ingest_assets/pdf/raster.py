"""A small rendering of a page: what a reader really sees. Used for ink and for hidden text, made once a page and only where asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pymupdf

from ingest_assets.model import BBox
from ingest_assets.thresholds.triage import HiddenLimits

LIMITS = HiddenLimits()
BAND = 64  # pixels: height of the bands in which a page is rendered; a table's head lies in one or two
BANDS_ALONE = 3  # runs of bands rendered by themselves; after that the whole page costs less than one by one

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class Raster:
    """RGB pixels (height x width x 3, 0-255) of a page in the displayed frame; ``scale`` is pixels per point."""

    pixels: Pixels
    scale: float

    def cut(self, box: BBox) -> npt.NDArray[np.int16]:
        """The pixels under a box given in points, at least one pixel if the box touches the page."""
        x0, y0, x1, y1 = _cells(box, self.scale, self.pixels)
        return self.pixels[y0:y1, x0:x1].astype(np.int16)

    def grey(self) -> Pixels:
        """Luminance, 0-255."""
        red, green, blue = (self.pixels[:, :, channel].astype(np.uint16) for channel in range(3))
        return (77 * red + 150 * green + 29 * blue >> 8).astype(np.uint8)


class View:
    """A PyMuPDF page, interpreted once and rendered in bands, each when it is first looked at.

    Smaller than ``dpi`` when the page would have more pixels than allowed.
    """

    def __init__(self, page: Any, *, dpi: int = LIMITS.raster_dpi) -> None:
        area = max(1.0, page.rect.width * page.rect.height)
        self.scale = min(dpi / 72, (LIMITS.raster_pixels / area) ** 0.5)
        self._list = page.get_displaylist()
        box = (pymupdf.Rect(page.rect) * pymupdf.Matrix(self.scale, self.scale)).round()
        self._pixels: Pixels = np.empty((max(1, box.height), max(1, box.width), 3), dtype=np.uint8)
        self._missing = set(range(-(-len(self._pixels) // BAND)))
        self._runs = 0

    @cached_property
    def raster(self) -> Raster:
        """The whole page."""
        if self._missing:
            self._pixels = _rendered(self._list, self.scale, None)
            self._missing.clear()
        return Raster(pixels=self._pixels, scale=self.scale)

    def cut(self, box: BBox) -> npt.NDArray[np.int16]:
        """Like ``Raster.cut``; only the bands around the box are rendered."""
        if self._missing:
            x0, y0, x1, y1 = _cells(box, self.scale, self._pixels)
            if y0 < y1 and x0 < x1:
                self._render(y0 // BAND, (y1 - 1) // BAND)
        return Raster(pixels=self._pixels, scale=self.scale).cut(box)

    def reduced(self, box: BBox, share: float) -> npt.NDArray[np.int16]:
        """The pixels under a box at a share of the scale, rendered by themselves and not kept; none when the box lies off the page."""
        x0, y0, x1, y1 = _cells(box, self.scale, self._pixels)
        if x0 >= x1 or y0 >= y1:
            return self._pixels[:0].astype(np.int16)
        return _rendered(self._list, share * self.scale, box).astype(np.int16)

    def _render(self, first: int, last: int) -> None:
        wanted = self._missing.intersection(range(first, last + 1))
        if not wanted:
            return
        self._runs += 1
        if self._runs > BANDS_ALONE or 2 * len(wanted) > len(self._missing):
            _ = self.raster
            return
        top, bottom = BAND * min(wanted), min(BAND * (max(wanted) + 1), len(self._pixels))
        width = self._pixels.shape[1]
        band = _rendered(self._list, self.scale, (0, top / self.scale, width / self.scale, bottom / self.scale))
        if band.shape != self._pixels[top:bottom].shape:  # the page's box and its pixels were rounded apart
            _ = self.raster
            return
        self._pixels[top:bottom] = band
        self._missing.difference_update(range(min(wanted), max(wanted) + 1))


def _rendered(displaylist: Any, scale: float, clip: BBox | None) -> Pixels:
    matrix = pymupdf.Matrix(scale, scale)
    pixmap = displaylist.get_pixmap(matrix=matrix, colorspace=pymupdf.csRGB, alpha=False, clip=clip)
    return np.frombuffer(pixmap.samples, dtype=np.uint8).reshape(pixmap.height, pixmap.width, 3)


def _cells(box: BBox, scale: float, pixels: Pixels) -> tuple[int, int, int, int]:
    height, width = pixels.shape[:2]
    x0, y0 = (max(0, int(value * scale)) for value in box[:2])
    x1, y1 = min(width, int(np.ceil(box[2] * scale))), min(height, int(np.ceil(box[3] * scale)))
    return x0, y0, x1, y1


def render(page: Any, *, dpi: int = LIMITS.raster_dpi) -> Raster:
    """Render a PyMuPDF page, smaller than ``dpi`` when it would have more pixels than allowed."""
    return View(page, dpi=dpi).raster
