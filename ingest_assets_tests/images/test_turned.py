"""Boxes of turned pages go back to where a reader of the page sees them."""

from __future__ import annotations

import numpy as np
import pytest

from ingest_assets.extract.ocr.preprocess import quarter_turned, turned
from ingest_assets.images.turned import displayed, displayed_size, to_displayed
from ingest_assets.model import BBox, Block, Cleaned, PageContent, Region, Removed, Table


@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
@pytest.mark.parametrize("skew", [0.0, 4.0, -3.0])
def test_a_mark_is_found_again(quarter: int, skew: float) -> None:
    """A dark square is turned as OCR turns the page; its box in the turned page, taken back, lies on the square."""
    page = np.full((300, 200), 255, np.uint8)
    page[60:80, 120:150] = 0
    upright = turned(quarter_turned(page, quarter), skew)
    rows, columns = np.nonzero(upright < 128)
    box: BBox = (float(columns.min()), float(rows.min()), float(columns.max() + 1), float(rows.max() + 1))
    content = PageContent(page=1, width=upright.shape[1], height=upright.shape[0], turned=(quarter - skew) % 360)
    x0, y0, x1, y1 = displayed(box, content)
    assert displayed_size(content) == (200, 300)
    assert x0 <= 121
    assert y0 <= 61
    assert x1 >= 149
    assert y1 >= 79
    assert (x1 - x0) * (y1 - y0) < 2.2 * 30 * 20


def test_all_records_with_boxes_are_taken_back_and_other_pages_stay() -> None:
    box: BBox = (10.0, 20.0, 30.0, 40.0)
    pages = {1: PageContent(page=1, width=200, height=100, turned=180.0), 2: PageContent(page=2, width=200, height=100)}
    cleaned = Cleaned(
        blocks=(
            Block(
                kind="paragraph",
                text="a",
                page=1,
                bbox=box,
                regions=(Region(page=1, bbox=box), Region(page=2, bbox=box)),
            ),
        ),
        tables=(Table(page=1, rows=(("a",),), bbox=box),),
        removed=(Removed(text="b", page=2, reason="running_header", bbox=box), Removed(text="c", page=1, reason="x")),
    )
    moved = to_displayed(cleaned, pages)
    there = pytest.approx((170.0, 60.0, 190.0, 80.0))
    assert moved.blocks[0].bbox == there
    assert moved.blocks[0].regions[0].bbox == there
    assert moved.blocks[0].regions[1].bbox == box
    assert moved.tables[0].bbox == there
    assert [removed.bbox for removed in moved.removed] == [box, None]
    assert to_displayed(cleaned, {2: pages[2]}) is cleaned
