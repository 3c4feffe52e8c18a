"""Ruling lines of scans."""

from __future__ import annotations

import numpy as np

from ingest_assets.extract.ocr.rulings import ruling_lines
from ingest_assets.images.ink import ink_of
from ingest_assets_tests.corpus.scans import DPI, RUSSIAN, noisy, rendered

GRID = "<table><tr><td>Товар</td><td>Цена</td></tr><tr><td>Труба</td><td>1 250</td></tr><tr><td>Болт</td><td>14</td></tr></table>"


def test_the_lines_of_a_table_are_found_where_they_are_drawn() -> None:
    page = np.full((400, 500), 255, np.uint8)
    for y in (50, 150, 250):
        page[y : y + 2, 100:401] = 0
    for x in (100, 250, 400):
        page[50:252, x : x + 2] = 0
    rules = ruling_lines(ink_of(page, DPI).mask, DPI)
    across = sorted(rule.y0 for rule in rules if rule.y0 == rule.y1)
    down = sorted(rule.x0 for rule in rules if rule.x0 == rule.x1)
    assert np.allclose(across, [y * 72 / DPI for y in (51, 151, 251)], atol=1)
    assert np.allclose(down, [x * 72 / DPI for x in (101, 251, 401)], atol=1)


def test_a_rendered_table_keeps_its_grid_under_grain() -> None:
    for page in (rendered(GRID), noisy(rendered(GRID), 12)):
        rules = ruling_lines(ink_of(page, DPI).mask, DPI)
        assert len({round(rule.y0) for rule in rules if rule.y0 == rule.y1}) >= 4
        assert len({round(rule.x0) for rule in rules if rule.x0 == rule.x1}) >= 3


def test_letters_are_no_ruling_lines() -> None:
    for page in (rendered(f"<p>{RUSSIAN}</p>"), rendered("<h1 style='font-size: 30pt'>ПИЛЛЕТ Hill</h1>")):
        assert ruling_lines(ink_of(page, DPI).mask, DPI) == ()
