"""Text that a reader of the page cannot see, and why (triage-ocr.md section 4). Hidden text is a road for prompt injection.

Geometry finds the suspects, the rendered page decides: white text on a dark bar is visible, black text under a white box is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest_assets.model import BBox, Fill, Span
from ingest_assets.pdf.paint import Painted, PaintLog, centre, inside
from ingest_assets.pdf.raster import Raster
from ingest_assets.thresholds.triage import HiddenLimits

LIMITS = HiddenLimits()
TYPE3 = "Type3"  # MuPDF's name for fonts whose glyphs are content streams
FILLED_OR_STROKED = 16 | 32  # bits of MuPDF's char_flags


def unpainted(raw: Mapping[str, Any]) -> str | None:
    """Reason that stands in a raw span of PyMuPDF's ``dict`` itself: `invisible` (render mode 3 or 7), `transparent`, `tiny`, or None."""
    if raw.get("alpha", 255) <= LIMITS.alpha:
        return "transparent" if raw.get("char_flags", 0) & FILLED_OR_STROKED else "invisible"
    return "tiny" if 0 < raw["size"] < LIMITS.tiny_size else None


def mark_hidden(
    spans: Sequence[Span],
    *,
    log: PaintLog,
    fills: Sequence[Fill],
    masked: Callable[[], Sequence[BBox]],
    raster: Callable[[], Raster],
) -> tuple[Span, ...]:
    """The spans with ``hidden`` filled in. ``spans`` come with the reason of ``unpainted``.

    ``raster`` renders the page and is called only for suspects; ``masked`` lists the boxes of images with a soft mask
    (stamps, signatures: what lies below shows through).
    Invisible text over a page image is an OCR layer: it stays, triage judges it as text.
    """
    judge = _Judge(log=log, fills=fills, masked=masked, raster=raster)
    return tuple(
        replace(span, hidden=reason) if (reason := judge.reason(span)) != span.hidden else span for span in spans
    )


class _Judge:
    """One page's boxes by kind, and the raster once somebody asks for it."""

    def __init__(
        self,
        *,
        log: PaintLog,
        fills: Sequence[Fill],
        masked: Callable[[], Sequence[BBox]],
        raster: Callable[[], Raster],
    ) -> None:
        self.log, self.fills, self._masked, self._raster = log, fills, masked, raster
        self.opaque = [fill for fill in fills if fill.opacity > 1 - LIMITS.ink_step]

    def reason(self, span: Span) -> str | None:
        if span.hidden == "invisible":
            return None if self.over_page_image(span) or self.is_drawn_glyph(span) else "invisible"
        if span.hidden is not None or not span.text.strip():
            return span.hidden
        middle = centre(span.bbox)
        if any(
            self.painted_before(middle, image) for image in self.log.images if _holds(image.bbox, span.bbox)
        ) and not self.masked(middle):
            return "covered"
        covers = [fill for fill in self.opaque if _holds(fill.bbox, span.bbox)]
        covered = any(self.painted_before(middle, fill) for fill in covers)
        if not (covered or self.may_vanish(span, covers)):
            return None
        if self.seen(span):
            return None
        return "covered" if covered else "colour"

    def over_page_image(self, span: Span) -> bool:
        middle = centre(span.bbox)
        return self.log.image_cover > LIMITS.ocr_layer_cover and any(
            inside(middle, image.bbox) for image in self.log.images
        )

    def is_drawn_glyph(self, span: Span) -> bool:
        """True for text of a Type 3 font that draws with its own colours: the engine logs the drawing, and the text as ignored."""
        if not span.font.startswith(TYPE3):
            return False
        pixels = self._raster().cut(span.bbox).reshape(-1, 3)
        far = np.abs(pixels - np.median(pixels, axis=0)).max(axis=1) >= LIMITS.contrast if pixels.size else np.zeros(1)
        return bool(far.mean() > LIMITS.ink_share)

    def painted_before(self, middle: tuple[float, float], cover: Painted | Fill) -> bool:
        """True when every text operation at this place comes before the cover."""
        orders = [text.order for text in self.log.visible if inside(middle, text.bbox)]
        return bool(orders) and max(orders) < cover.order

    def masked(self, middle: tuple[float, float]) -> bool:
        return any(inside(middle, box) for box in self._masked())

    def may_vanish(self, span: Span, below: Iterable[Fill]) -> bool:
        """Light ink, ink of the colour of a fill at this place, or ink over an image or a shading: worth a look at the pixels."""
        if min(_channels(span.color)) >= LIMITS.light:
            return True
        if any(_distance(span.color, fill.color) < LIMITS.contrast for fill in below):
            return True
        return any(_holds(area.bbox, span.bbox) for area in (*self.log.images, *self.log.shades))

    def seen(self, span: Span) -> bool:
        return ink_shows(self._raster().cut(_body(span)), _channels(span.color))


def ink_shows(pixels: npt.NDArray[np.int16], ink: tuple[int, int, int]) -> bool:
    """True when the pixels (height x width x 3) of a text's box hold its ink, seen against what lies below.

    The median is the ground. Ink of the ground's colour shows only if much of the box has another colour (dense type);
    other ink shows when some pixels have moved from the ground towards it.
    """
    if not pixels.size:
        return True
    flat = pixels.reshape(-1, 3)
    ground = np.median(flat, axis=0)
    way = np.asarray(ink, dtype=np.float64) - ground
    if np.abs(way).max() < LIMITS.contrast:
        foreign = np.abs(flat - np.asarray(ink)).max(axis=1) >= LIMITS.contrast
        return bool(foreign.mean() > LIMITS.foreign_share)
    moved = (flat - ground) @ way / float(way @ way)
    return bool((moved > LIMITS.ink_step).mean() > LIMITS.ink_share)


def _body(span: Span) -> BBox:
    """The box without the blank above capitals and below the baseline, where neighbouring lines reach in (upright text only)."""
    x0, y0, x1, y1 = span.bbox
    if abs(span.direction[1]) > 0.01 or not y0 < span.origin[1] <= y1:
        return span.bbox
    return (x0, max(y0, span.origin[1] - 0.75 * span.size), x1, span.origin[1] + 0.05 * span.size)


def _holds(outer: BBox, box: BBox) -> bool:
    """True when the outer box holds the middle of the box and most of its width."""
    x, y = centre(box)
    if not inside((x, y), outer):
        return False
    return min(outer[2], box[2]) - max(outer[0], box[0]) >= 0.8 * (box[2] - box[0])


def _channels(color: int) -> tuple[int, int, int]:
    return (color >> 16 & 255, color >> 8 & 255, color & 255)


def _distance(one: int, other: int) -> int:
    return max(abs(a - b) for a, b in zip(_channels(one), _channels(other), strict=True))
