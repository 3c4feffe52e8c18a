"""Ink of letters against ink of everything else."""

from __future__ import annotations

import numpy as np

from ingest_assets.images.ink import ink_of, is_text_like, linked_by_direction
from ingest_assets_tests.corpus.scans import DPI, ENGLISH, Pixels, photograph, rendered, shaded


def text_like(pixels: Pixels) -> bool:
    return is_text_like(ink_of(pixels, DPI).boxes)


def test_text_is_text_like_upright_sideways_faint_and_shaded() -> None:
    page = rendered(ENGLISH)
    faint = (180 + page.astype(int) * 75 // 255).astype(np.uint8)
    for pixels in (page, np.rot90(page).copy(), faint, shaded(page, 0.4), rendered("<p>Total: 1 250</p>")):
        assert text_like(pixels)


def test_what_is_no_text_is_not_text_like() -> None:
    blank = np.full((400, 600), 255, np.uint8)
    grain = np.random.default_rng(0).normal(230, 6, (400, 600)).clip(0, 255).astype(np.uint8)
    form = blank.copy()
    form[40:360:40, 30:570] = 0
    form[40:360, 30:570:90] = 0
    punched = blank.copy()
    punched[100:130, 20:50] = punched[270:300, 20:50] = 0
    punched[:, -4:] = 0
    for pixels in (blank, grain, form, punched, photograph()):
        assert not text_like(pixels)


def test_the_direction_of_lines_is_seen_before_reading() -> None:
    page = rendered(ENGLISH)
    across, down = linked_by_direction(ink_of(page, DPI).boxes)
    assert across > 2 * down
    across, down = linked_by_direction(ink_of(np.rot90(page).copy(), DPI).boxes)
    assert down > 2 * across
