"""Image files to grey rasters: every frame upright, on white, 8 bit, with square pixels."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFile, ImageOps, ImageSequence

from ingest_assets.model import Finding
from ingest_assets.problems import Problem

Raster = NDArray[np.uint8]
FORMATS = frozenset({"png", "jpg", "tiff", "webp", "gif", "bmp", "heic", "avif", "jp2", "psd"})
A4_SHORT_SIDE = 8.27  # inches; a raster without a believable resolution is taken for an A4 page
BELIEVABLE_INCHES = 20.0  # a page longer than A2's short side carries the 72 dpi that cameras write
SUBFILE_TYPE = 254  # TIFF tag: bit 0 set on thumbnails
CHROMA = 40  # grey levels between the channels of a pixel that is no grey
COLOURED_SHARE = 0.001  # of the pixels: a page with less colour than this is read as grey

cv2.setNumThreads(1)  # one process a core; OpenCV's own threads would fight with the other workers


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One page of an image file as a reader sees it.

    ``grey`` has shape (height, width), 0 is black; ``colour`` has shape (height, width, 3) in RGB, None on grey pages. ``dpi`` counts for both
    axes. ``cut`` is True when the end of the image's data is missing.
    """

    number: int
    grey: Raster
    dpi: float
    colour: Raster | None = None
    cut: bool = False

    @property
    def width(self) -> float:
        """Width in points."""
        return float(self.grey.shape[1] * 72 / self.dpi)

    @property
    def height(self) -> float:
        """Height in points."""
        return float(self.grey.shape[0] * 72 / self.dpi)


class PixelLimitError(Exception):
    """A raster over the pixel limit; its message holds size and limit."""


class UnreadableImageError(Exception):
    """No decoder can read the image."""


def pixel_limit_finding(error: PixelLimitError, page: int | None) -> Finding:
    """The finding for a raster over the pixel limit, for image files and for rendered PDF pages alike."""
    return Finding(code=Problem.PIXEL_LIMIT, severity=Problem.PIXEL_LIMIT.about.severity, page=page, detail=str(error))


def frames(path: Path, *, pixel_limit: int, frame_limit: int) -> Iterator[Frame]:
    """Every page of an image file. Of an animation (GIF, WebP, PNG, AVIF) the first frame, as a still viewer shows it; TIFF thumbnails are left out.

    Raises PixelLimitError before anything is decoded, UnreadableImageError for data that no decoder takes.
    """
    number = 0
    with _open(path, pixel_limit) as image:
        pages = ImageSequence.Iterator(image) if image.format == "TIFF" else iter((image,))
        for page in _readable(pages):
            if image.format == "TIFF" and page.tag_v2.get(SUBFILE_TYPE, 0) & 1:
                continue
            number += 1
            if number > frame_limit:
                return
            yield _frame(page, number, pixel_limit)


def _readable(pages: Iterator[Any]) -> Iterator[Any]:
    """The pages up to the first whose directory is damaged; raises UnreadableImageError when it is the first."""
    count = 0
    while True:
        try:
            page = next(pages)
        except StopIteration:
            return
        except (OSError, SyntaxError, ValueError, TypeError, KeyError) as error:
            if count == 0:
                raise UnreadableImageError(f"{type(error).__name__}: {error}") from error
            return
        count += 1
        yield page


def _open(path: Path, pixel_limit: int) -> Image.Image:
    _register_heif()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(path)
    except Image.DecompressionBombError as error:
        raise PixelLimitError(f"{error} (limit {pixel_limit})") from error
    except (OSError, SyntaxError, ValueError, TypeError, EOFError, OverflowError) as error:
        raise UnreadableImageError(f"{type(error).__name__}: {error}") from error
    _check_pixels(image, pixel_limit)
    return image


def _register_heif() -> None:
    import pillow_heif

    pillow_heif.register_heif_opener()


def _check_pixels(image: Image.Image, pixel_limit: int) -> None:
    width, height = image.size
    if width * height > pixel_limit:
        raise PixelLimitError(f"{width} x {height} = {width * height} pixels, limit {pixel_limit}")


def _frame(image: Any, number: int, pixel_limit: int) -> Frame:
    _check_pixels(image, pixel_limit)
    across, down = _resolution(image)
    cut = not _load(image)
    grey, colour = _rasters(image)
    stretched = _square(across, down)
    if stretched != (1.0, 1.0):
        grey = _resized(grey, *stretched)
        colour = None if colour is None else _resized(colour, *stretched)
    if grey.size > pixel_limit:
        raise PixelLimitError(f"{grey.size} pixels once they are square, limit {pixel_limit}")
    return Frame(number=number, grey=grey, dpi=_believable_dpi(max(across, down), grey), colour=colour, cut=cut)


def _load(image: Any) -> bool:
    """Decode the pixels; False when the end of the data is missing and the rest was filled up. Raises UnreadableImageError."""
    try:
        image.load()
    except (OSError, SyntaxError, ValueError, IndexError, EOFError) as error:
        before = ImageFile.LOAD_TRUNCATED_IMAGES
        ImageFile.LOAD_TRUNCATED_IMAGES = True
        try:
            image.load()
        except (OSError, SyntaxError, ValueError, IndexError, EOFError):
            raise UnreadableImageError(f"{type(error).__name__}: {error}") from error
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = before
        return False
    return True


def _resolution(image: Any) -> tuple[float, float]:
    """Dots per inch across and down; (0, 0) when unknown."""
    try:
        across, down = (float(value) for value in image.info.get("dpi", (0, 0)))
    except (TypeError, ValueError, ZeroDivisionError):
        return (0.0, 0.0)
    good = np.isfinite([across, down]).all() and min(across, down) > 1
    return (across, down) if good else (0.0, 0.0)


def _square(across: float, down: float) -> tuple[float, float]:
    """Factors that make the pixels square by stretching the coarser axis: fax pages have 204 x 98 dots per inch."""
    if not across or 0.97 < across / down < 1.03 or not 0.2 < across / down < 5:
        return (1.0, 1.0)
    return (1.0, across / down) if across > down else (down / across, 1.0)


def _resized(raster: Raster, across: float, down: float) -> Raster:
    return np.asarray(cv2.resize(raster, None, fx=across, fy=down, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)


def _believable_dpi(dpi: float, raster: Raster) -> float:
    """The tagged resolution, or the one that makes the raster an A4 page when the tag is missing or makes a poster of it."""
    height, width = raster.shape[:2]
    if dpi and dpi >= 40 and max(height, width) / dpi <= BELIEVABLE_INCHES and min(height, width) / dpi >= 0.2:
        return dpi
    return max(70.0, float(min(height, width)) / A4_SHORT_SIDE)


def _rasters(image: Any) -> tuple[Raster, Raster | None]:
    """Grey and, where the page has colour, RGB: EXIF turn applied, transparency on white, 16 bit to 8, light on dark inverted."""
    turned = ImageOps.exif_transpose(image)
    if turned.mode.startswith(("I", "F")):
        return _upright_polarity(_eight_bit(np.asarray(turned))), None
    if turned.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in turned.info:
        rgba = turned.convert("RGBA")
        turned = Image.alpha_composite(Image.new("RGBA", rgba.size, "white"), rgba).convert("RGB")
    if turned.mode in ("1", "L"):
        return _upright_polarity(np.array(turned.convert("L"), dtype=np.uint8)), None
    rgb = np.array(turned.convert("RGB"), dtype=np.uint8)
    return _upright_polarity(to_grey(rgb)), rgb if has_colour(rgb) else None


def to_grey(rgb: Raster) -> Raster:
    """Luminance of RGB pixels."""
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), dtype=np.uint8)


def has_colour(rgb: Raster) -> bool:
    """True when more than a trace of the pixels is coloured."""
    small = rgb[::4, ::4].astype(np.int16)
    return bool(((small.max(axis=2) - small.min(axis=2)) > CHROMA).mean() > COLOURED_SHARE)


def _eight_bit(values: NDArray[Any]) -> Raster:
    """Wide samples shifted down to 8 bit by the width that is in use (scanners store 12 bits in 16)."""
    if values.dtype.kind == "f":
        low, high = float(np.nanmin(values)), float(np.nanmax(values))
        return np.asarray(np.nan_to_num((values - low) * (255.0 / max(high - low, 1e-9))), dtype=np.uint8)
    peak = max(int(values.max()), 1)
    shift = 8 if peak > 4095 else 4 if peak > 255 else 0
    return np.asarray(np.clip(values >> shift, 0, 255), dtype=np.uint8)


def _upright_polarity(grey: Raster) -> Raster:
    """Dark ink on light paper: a dark page whose ink is lighter than its paper is inverted."""
    sample = grey[::4, ::4]
    low, paper, high = (float(value) for value in np.percentile(sample, (0.5, 50, 99.5)))
    return 255 - grey if paper < 110 and high - paper > 2 * (paper - low) + 60 else grey
