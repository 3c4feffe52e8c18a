"""Boxes of a page that was turned to be read, taken back to the page as it is displayed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from ingest_assets.model import BBox, Block, Cleaned, PageContent, Region, Removed, Table

Pages = Mapping[int, PageContent]


def to_displayed(cleaned: Cleaned, pages: Pages) -> Cleaned:
    """All boxes of a cleaned document in the displayed frame of their pages. Pages that were not turned stay as they are."""
    if not any(content.turned for content in pages.values()):
        return cleaned
    return replace(
        cleaned,
        blocks=tuple(_block(block, pages) for block in cleaned.blocks),
        tables=tuple(_table(table, pages) for table in cleaned.tables),
        removed=tuple(_removed(removed, pages) for removed in cleaned.removed),
    )


def _block(block: Block, pages: Pages) -> Block:
    return replace(block, bbox=_box(block.bbox, block.page, pages), regions=_regions(block.regions, pages))


def _table(table: Table, pages: Pages) -> Table:
    return replace(table, bbox=_box(table.bbox, table.page, pages), regions=_regions(table.regions, pages))


def _removed(removed: Removed, pages: Pages) -> Removed:
    return replace(removed, bbox=_box(removed.bbox, removed.page, pages))


def _regions(regions: tuple[Region, ...], pages: Pages) -> tuple[Region, ...]:
    return tuple(replace(region, bbox=_box(region.bbox, region.page, pages)) for region in regions)


def _box(box: BBox | None, page: int, pages: Pages) -> BBox | None:
    content = pages.get(page)
    return displayed(box, content) if box is not None and content is not None and content.turned else box


def displayed(box: BBox, content: PageContent) -> BBox:
    """The box around ``box`` once the page is turned back by ``content.turned`` degrees about its centre, clipped to the page."""
    angle = math.radians(content.turned)
    cosine, sine = math.cos(angle), math.sin(angle)
    width, height = displayed_size(content)
    across, down = content.width / 2, content.height / 2
    xs, ys = [], []
    for x, y in ((box[0], box[1]), (box[2], box[1]), (box[0], box[3]), (box[2], box[3])):
        dx, dy = x - across, y - down
        xs.append(dx * cosine + dy * sine + width / 2)
        ys.append(-dx * sine + dy * cosine + height / 2)
    return (max(min(xs), 0.0), max(min(ys), 0.0), min(max(xs), width), min(max(ys), height))


def displayed_size(content: PageContent) -> tuple[float, float]:
    """Width and height in points of the page as it is displayed: swapped when it was read on its side."""
    sideways = round(content.turned / 90) % 2 == 1
    return (content.height, content.width) if sideways else (content.width, content.height)
