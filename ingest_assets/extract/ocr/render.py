"""Pages to rasters for OCR: at the resolution of their own image where they are one, native words painted over where they are mixed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import cv2
import numpy as np
import pymupdf

from ingest_assets.extract.ocr.attempts import PageRaster
from ingest_assets.images.decode import Frame, PixelLimitError, Raster, has_colour, to_grey
from ingest_assets.model import BBox, PageContent, Span
from ingest_assets.thresholds.ocr import Ocr

ONE_IMAGE = 0.8  # share of the page's area under images that makes it one scan
WORST_DPI = 100  # dpi: a page that must be rendered coarser than this is over the pixel limit
MARGIN = 1.0  # pt around a native word that is painted over


def rendered(page: Any, limits: Ocr, *, dpi: float | None = None) -> PageRaster:
    """The page as a reader sees it, grey and in RGB where it has colour. Raises PixelLimitError."""
    wanted = dpi or own_dpi(page, limits)
    area = max(page.rect.width, 1) * max(page.rect.height, 1) / 72**2
    used = min(wanted, (limits.pixels / area) ** 0.5)
    if used < min(wanted, WORST_DPI):
        pixels = int(area * wanted**2)
        raise PixelLimitError(
            f"{page.rect.width:.0f} x {page.rect.height:.0f} pt: {pixels} pixels, limit {limits.pixels}"
        )
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(used / 72, used / 72), colorspace=pymupdf.csRGB, alpha=False)
    rows = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)
    rgb = np.ascontiguousarray(rows[:, : 3 * pixmap.width].reshape(pixmap.height, pixmap.width, 3))
    return PageRaster(grey=to_grey(rgb), dpi=used, colour=rgb if has_colour(rgb) else None)


def reduced(frame: Frame, limits: Ocr) -> PageRaster:
    """An image's frame as it is read: scans finer than the limit are reduced, more pixels cost time and read no better."""
    if frame.dpi <= limits.most_dpi:
        return PageRaster(grey=frame.grey, dpi=frame.dpi, colour=frame.colour)
    factor = limits.small_print_dpi / frame.dpi
    colour = None if frame.colour is None else _resized(frame.colour, factor)
    return PageRaster(grey=_resized(frame.grey, factor), dpi=limits.small_print_dpi, colour=colour)


def _resized(raster: Raster, factor: float) -> Raster:
    return np.asarray(cv2.resize(raster, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def own_dpi(page: Any, limits: Ocr) -> float:
    """Resolution of the images that make up the page, by area; the default where they do not cover it or are out of bounds."""
    images = [image for image in page.get_image_info() if _area(image["bbox"]) > 0]
    covered = sum(_area(image["bbox"]) for image in images)
    if covered < ONE_IMAGE * _area(tuple(page.rect)):
        return limits.render_dpi
    pixels = sum(image["width"] * image["height"] for image in images)
    dpi = float((pixels / covered) ** 0.5 * 72)
    if dpi > limits.most_dpi:
        return limits.small_print_dpi
    return dpi if dpi >= limits.least_dpi else limits.render_dpi


def _area(box: Sequence[float]) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def images_only(raster: PageRaster, content: PageContent) -> PageRaster:
    """The raster with everything white but the images, and the native words on them painted over."""
    regions = [image.bbox for image in content.images]
    words = [box for span in content.spans if span.hidden is None for box in word_boxes(span)]
    colour = None if raster.colour is None else _painted(raster.colour, regions, words, raster.dpi)
    return PageRaster(grey=_painted(raster.grey, regions, words, raster.dpi), dpi=raster.dpi, colour=colour)


def _painted(pixels: Raster, keep: Iterable[BBox], hide: Iterable[BBox], dpi: float) -> Raster:
    result = np.full_like(pixels, 255)
    for box in keep:
        cut = _slices(box, dpi, pixels.shape)
        result[cut] = pixels[cut]
    for box in hide:
        result[_slices((box[0] - MARGIN, box[1] - MARGIN, box[2] + MARGIN, box[3] + MARGIN), dpi, pixels.shape)] = 255
    return result


def _slices(box: BBox, dpi: float, shape: tuple[int, ...]) -> tuple[slice, slice]:
    x0, y0, x1, y1 = (round(value * dpi / 72) for value in box)
    return slice(max(y0, 0), min(max(y1, 0), shape[0])), slice(max(x0, 0), min(max(x1, 0), shape[1]))


def word_boxes(span: Span) -> list[BBox]:
    """The box of each word of a native span; the span's own where its words have no extents or it runs up or down."""
    if not span.words or span.direction[0] < 0.9:
        return [span.bbox]
    return [(left, span.bbox[1], right, span.bbox[3]) for left, right in span.words]
