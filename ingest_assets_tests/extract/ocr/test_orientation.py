"""Which way up does a page lie?"""

from __future__ import annotations

import numpy as np

from ingest_assets.extract.ocr.orientation import band_of, lies_sideways, stands_on_head
from ingest_assets_tests.corpus.scans import DPI, ENGLISH, Pixels, rendered

PAGE = rendered(f"<p style='margin-top: 300px'>{ENGLISH}</p>", height=600)


def test_the_side_is_seen_in_the_ink() -> None:
    assert not lies_sideways(PAGE, DPI)
    assert not lies_sideways(np.rot90(PAGE, 2).copy(), DPI)
    assert lies_sideways(np.rot90(PAGE).copy(), DPI)
    assert not lies_sideways(np.full((300, 300), 255, np.uint8), DPI)


def test_the_band_holds_the_lines() -> None:
    band = band_of(PAGE, DPI)
    assert band.shape == (180, PAGE.shape[1])
    assert (band < 128).sum() > 0.9 * (PAGE < 128).sum()
    assert band_of(PAGE[:50], DPI).shape[0] == 50


def test_the_band_that_reads_better_upside_down_decides() -> None:
    def confidence(band: Pixels) -> float:
        rows = np.flatnonzero((band < 128).any(axis=1))
        return 90.0 if rows[0] < band.shape[0] - rows[-1] else 50.0

    top_heavy = np.full((180, 400), 255, np.uint8)
    top_heavy[20:120:20, 30:370:9] = 0
    assert stands_on_head(np.rot90(top_heavy, 2).copy(), DPI, confidence)
    assert not stands_on_head(top_heavy, DPI, confidence)
