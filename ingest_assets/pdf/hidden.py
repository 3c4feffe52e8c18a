"""Text that a reader of the page cannot see, and why (triage-ocr.md section 4). Hidden text is a road for prompt injection.

Geometry finds the suspects, the rendered page decides: white text on a dark bar is visible, black text under a white box is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest_assets.model import BBox, Fill, Span
from ingest_assets.pdf.paint import Painted, PaintLog, centre, inside, table_of
from ingest_assets.pdf.raster import View
from ingest_assets.thresholds.triage import HiddenLimits

LIMITS = HiddenLimits()
COVERED_SHARE = 0.8  # of a line's width under a cover: less than that is a stamp or a picture beside it
LEAST_STRIP = 3.0  # pt: a lower one is a ruling line
LARGE = 24.0  # pt: larger type is looked at as small as this, or only a piece of it, first: a watermark over the page takes 16 ms
WHITE = 0xFFFFFF
TYPE3 = "Type3"  # MuPDF's name for fonts whose glyphs are content streams
FEW = 32  # boxes up to which a plain loop is as fast as a table
MOST_PAIRS = 1_000_000  # spans times covers that are compared at once: 40 MB
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
    view: Callable[[], View],
) -> tuple[Span, ...]:
    """The spans with ``hidden`` filled in. ``spans`` come with the reason of ``unpainted``.

    ``view`` renders the page and is called only for suspects; ``masked`` lists the boxes of images with a soft mask
    (stamps, signatures: what lies below shows through).
    Invisible text over a page image is an OCR layer: it stays, triage judges it as text.
    """
    judge = _Judge(log=log, fills=fills, masked=masked, view=view)
    touched = judge.touched(spans)
    return tuple(
        replace(span, hidden=reason)
        if (touched[index] or span.hidden is not None or _is_light(span.color))
        and (reason := judge.reason(span)) != span.hidden
        else span
        for index, span in enumerate(spans)
    )


class _Judge:
    """One page's boxes by kind, and the raster once somebody asks for it."""

    def __init__(
        self,
        *,
        log: PaintLog,
        fills: Sequence[Fill],
        masked: Callable[[], Sequence[BBox]],
        view: Callable[[], View],
    ) -> None:
        self.log, self._masked, self._view = log, masked, view
        self.opaque = [fill for fill in fills if fill.opacity > 1 - LIMITS.ink_step]
        self.fills, self.images, self.shades = _Boxes(self.opaque), _Boxes(log.images), _Boxes(log.shades)
        self.visible = _Boxes(log.visible)
        self.backed = bool(self.opaque or log.images or log.shades)
        self.strips = _strips(log, (*self.opaque, *log.images))

    def touched(self, spans: Sequence[Span]) -> list[bool]:
        """For each span: does its middle lie in a cover, or it beside a strip? Where not, its colour alone can hide it."""
        areas = [*self.fills.boxes, *self.images.boxes, *self.shades.boxes, *self.strips[:, :4].tolist()]
        if not areas:
            return [False] * len(spans)
        left, top, right, bottom = table_of(areas)[:, :, np.newaxis]
        found: list[bool] = []
        step = max(1, MOST_PAIRS // len(areas))
        for start in range(0, len(spans), step):
            x0, y0, x1, y1 = table_of([span.bbox for span in spans[start : start + step]])
            middle = (y0 + y1) / 2
            near = (top <= middle) & (bottom >= middle) & (left <= x1) & (right >= x0)
            found.extend(near.any(axis=0).tolist())
        return found

    def reason(self, span: Span) -> str | None:
        if span.hidden == "invisible":
            return None if self.over_page_image(span) or self.is_drawn_glyph(span) else "invisible"
        if span.hidden is not None or not span.text.strip():
            return span.hidden
        if not self.backed:
            return "colour" if _is_light(span.color) and not self.seen(span) else None
        middle = centre(span.bbox)
        images, fills = self.images.holding(span.bbox, middle), self.fills.holding(span.bbox, middle)
        last = self.last_text(middle) if images or fills else None
        if self.is_later(last, [self.log.images[index].order for index in images]) and not self.masked(middle):
            return "covered"
        covers = [self.opaque[index] for index in fills]
        covered = self.is_later(last, [fill.order for fill in covers]) or self.covered_in_parts(span, middle)
        suspect = covered or bool(images) or _is_light(span.color) or bool(self.shades.holding(span.bbox, middle))
        if not suspect and not any(_distance(span.color, fill.color) < LIMITS.contrast for fill in covers):
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
        pixels = self._view().cut(span.bbox).reshape(-1, 3)
        far = np.abs(pixels - np.median(pixels, axis=0)).max(axis=1) >= LIMITS.contrast if pixels.size else np.zeros(1)
        return bool(far.mean() > LIMITS.ink_share)

    def last_text(self, middle: tuple[float, float]) -> int | None:
        """Paint order of the last text operation at this place; None where the log has none. What comes later covers all of it."""
        found = self.visible.around(middle)
        return self.log.visible[found[-1]].order if found else None

    def is_later(self, last: int | None, covers: Sequence[int]) -> bool:
        """True when one of the covers (paint orders) is painted over the last text of a place."""
        return last is not None and any(last < cover for cover in covers)

    def covered_in_parts(self, span: Span, middle: tuple[float, float]) -> bool:
        """True when several later fills or images together lie over most of the width: strips hide a line as well as one box does."""
        if len(self.strips) < 2:
            return False
        left, top, right, bottom, _ = self.strips.T
        (x0, _, x1, _), y = span.bbox, middle[1]
        near = self.strips[(top <= y) & (bottom >= y) & (left < x1) & (right > x0)]
        last = self.last_text(middle) if len(near) > 1 else None
        if last is None:
            return False
        later = near[near[:, 4] > last]
        return len(later) > 1 and _joined_length(np.clip(later[:, (0, 2)], x0, x1).tolist()) >= COVERED_SHARE * (
            x1 - x0
        )

    def masked(self, middle: tuple[float, float]) -> bool:
        return any(inside(middle, box) for box in self._masked())

    def seen(self, span: Span) -> bool:
        body, ink, view = _body(span), _channels(span.color), self._view()
        if span.size > LARGE:
            sample = self.sample(span, body, view)
            if sample.size and ink_shows(sample, ink):
                return True
        return ink_shows(view.cut(body), ink)

    def sample(self, span: Span, body: BBox, view: View) -> npt.NDArray[np.int16]:
        """A look at large type that costs little: on bare paper a piece of its middle, elsewhere all of it at a smaller scale."""
        covers = (*self.log.paths, *self.log.images, *self.log.shades)
        bare = not any(_overlap(cover.bbox, span.bbox) for cover in covers)
        if not bare or _distance(span.color, WHITE) < LIMITS.contrast:
            return view.reduced(body, LARGE / span.size)
        x, y, reach = *centre(body), span.size / 4
        return view.reduced((x - reach, y - reach, x + reach, y + reach), 1.0)


def _overlap(cover: BBox, box: BBox) -> bool:
    """True when a cover high and wide enough to be one lies over a part of the box."""
    width, height = min(cover[2], box[2]) - max(cover[0], box[0]), min(cover[3], box[3]) - max(cover[1], box[1])
    return width >= LEAST_STRIP and height >= LEAST_STRIP


def ink_shows(pixels: npt.NDArray[np.int16], ink: tuple[int, int, int]) -> bool:
    """True when the pixels (height x width x 3) of a text's box hold its ink, seen against what lies below.

    The median is the ground. Ink of the ground's colour shows only if much of the box has another colour (dense type);
    other ink shows when some pixels have moved from the ground towards it.
    """
    if not pixels.size:
        return True
    flat = pixels.reshape(-1, 3)
    ground = _medians(flat)
    way = np.asarray(ink, dtype=np.float64) - ground
    if np.abs(way).max() < LIMITS.contrast:
        foreign = np.abs(flat - np.asarray(ink)).max(axis=1) >= LIMITS.contrast
        return bool(foreign.mean() > LIMITS.foreign_share)
    marks = flat[(flat != ground).any(axis=1)]  # the ground itself has not moved: most of a large box
    moved = (marks - ground) @ way / float(way @ way)
    return bool(np.count_nonzero(moved > LIMITS.ink_step) / len(flat) > LIMITS.ink_share)


def _medians(flat: npt.NDArray[np.int16]) -> npt.NDArray[np.float64]:
    """Median of each channel (0-255) of pixels (n x 3), by counting: a watermark's box has 250,000 pixels."""
    middles = ((len(flat) - 1) // 2, len(flat) // 2)
    sums = [np.bincount(channel, minlength=256).cumsum() for channel in flat.T]
    return np.array([np.searchsorted(counted, middles, side="right").mean() for counted in sums])


def _body(span: Span) -> BBox:
    """The box without the blank above capitals and below the baseline, where neighbouring lines reach in (upright text only)."""
    x0, y0, x1, y1 = span.bbox
    if abs(span.direction[1]) > 0.01 or not y0 < span.origin[1] <= y1:
        return span.bbox
    return (x0, max(y0, span.origin[1] - 0.75 * span.size), x1, span.origin[1] + 0.05 * span.size)


class _Boxes:
    """Many boxes, asked at once which of them lie at a place: a page may have thousands of fills and thousands of spans."""

    def __init__(self, areas: Sequence[Fill | Painted]) -> None:
        self.boxes = [area.bbox for area in areas]
        self.table = np.array(self.boxes, dtype=np.float64).T.copy() if len(self.boxes) > FEW else None

    def around(self, point: tuple[float, float]) -> list[int]:
        """Numbers of the boxes that hold the point, in their order."""
        if self.table is None:
            return [index for index, box in enumerate(self.boxes) if inside(point, box)]
        x, y = point
        _, y0, _, y1 = self.table
        near = np.flatnonzero((y0 <= y) & (y1 >= y)).tolist()
        return [index for index in near if self.boxes[index][0] <= x <= self.boxes[index][2]]

    def holding(self, box: BBox, middle: tuple[float, float]) -> list[int]:
        """Numbers of the boxes that hold the middle of a box and most of its width."""
        width = COVERED_SHARE * (box[2] - box[0])
        found = []
        for index in self.around(middle) if self.boxes else ():
            x0, _, x1, _ = self.boxes[index]
            if min(x1, box[2]) - max(x0, box[0]) >= width:
                found.append(index)
        return found


def _strips(log: PaintLog, covers: Sequence[Painted | Fill]) -> npt.NDArray[np.float64]:
    """Covers painted after the page's first text and high enough to hide a line; shape (n, 5): x0, y0, x1, y1, paint order."""
    first = min((text.order for text in log.visible), default=0)
    found = [
        (*cover.bbox, cover.order)
        for cover in covers
        if cover.order > first and cover.bbox[3] - cover.bbox[1] >= LEAST_STRIP
    ]
    return np.array(found, dtype=np.float64).reshape(len(found), 5)


def _joined_length(intervals: Sequence[Sequence[float]]) -> float:
    """Length of the union of intervals."""
    total, end = 0.0, -math.inf
    for left, right in sorted((left, right) for left, right in intervals):
        total += max(0.0, right - max(left, end))
        end = max(end, right)
    return total


def _is_light(color: int) -> bool:
    """Light ink: worth a look at the pixels, as is ink of the colour of a fill at its place and ink over an image or a shading."""
    return min(_channels(color)) >= LIMITS.light


def _channels(color: int) -> tuple[int, int, int]:
    return (color >> 16 & 255, color >> 8 & 255, color & 255)


def _distance(one: int, other: int) -> int:
    return max(abs(a - b) for a, b in zip(_channels(one), _channels(other), strict=True))
