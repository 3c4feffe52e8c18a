"""Limits of the page verdict: ink, broken layers, hidden text, repairs."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenLimits:
    """When a reader of the page cannot see a piece of text (triage-ocr.md section 4)."""

    tiny_size: float = threshold(2.0, "pt", "triage-ocr.md section 4: glyphs under 2 pt")
    alpha: int = threshold(
        13, "of 255", "5 % opacity: black text on white then differs from the paper by 13 levels, below `contrast`"
    )
    contrast: int = threshold(
        24,
        "levels of 255",
        "hostile set: #fafaf7 on white (8 levels) is hidden, grey #dddddd on white (34) is readable",
    )
    light: int = threshold(
        200,
        "levels of 255",
        "lightest channel mean of ink that plain white paper leaves readable; lighter text is looked up in the raster",
    )
    ink_step: float = threshold(
        0.2, "share of the way from paper to ink", "a hairline of 0.3 pt at 72 dpi still covers a fifth of its pixel"
    )
    ink_share: float = threshold(
        0.004, "share of the box's pixels", "one full stop in the box of a ten-letter word at 72 dpi"
    )
    foreign_share: float = threshold(
        0.1,
        "share of the box's pixels",
        "an underline or frame beside text of the paper's colour takes less; glyphs leave more paper than that free",
    )
    ocr_layer_cover: float = threshold(
        0.6, "share of the page", "triage-ocr.md section 2 step 4: invisible text over a page image is an OCR layer"
    )
    raster_dpi: int = threshold(72, "dpi", "one pixel a point: text of 6 pt is still seen, 6 ms a page")
    raster_pixels: int = threshold(
        4_000_000, "pixels", "a poster of 28 x 28 inches at 72 dpi; larger pages are rendered smaller"
    )
