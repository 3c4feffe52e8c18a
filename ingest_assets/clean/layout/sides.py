"""Side bars and margin notes: narrow columns of smaller type beside the main ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from ingest_assets.clean.layout.columns import Column
from ingest_assets.thresholds.layout import Layout


def marked_sides(columns: Sequence[Column], body: float, limits: Layout) -> tuple[list[Column], list[Column]]:
    """Columns with side columns moved behind their page's text, and the side bars: side columns of one page of the document.

    A side bar (address of the journal, dates, licence) is taken out and listed; margin notes come back on other pages and stay.
    """
    pages: dict[int, list[Column]] = {}
    for column in columns:
        pages.setdefault(column.page, []).append(column)
    sides = {
        page: [column for column in on_page if _is_side(column, on_page, body, limits)]
        for page, on_page in pages.items()
    }
    with_sides = [page for page, found in sides.items() if found]
    bars = sides[with_sides[0]] if len(with_sides) == 1 else []
    gone = {id(column) for column in bars}
    out: list[Column] = []
    for page, on_page in pages.items():
        side = {id(column) for column in sides[page]}
        out.extend(column for column in on_page if id(column) not in side)
        out.extend(replace(column, side=True) for column in on_page if id(column) in side and id(column) not in gone)
    return out, bars


def _is_side(column: Column, on_page: Sequence[Column], body: float, limits: Layout) -> bool:
    lines = [line for line in column.lines if line.item is None]
    if len(lines) < limits.column_lines or len(lines) != len(column.lines):
        return False
    left, right = min(other.x0 for other in on_page), max(other.x1 for other in on_page)
    if (
        column.x1 - column.x0 > limits.side_width * (right - left)
        or median(line.size for line in lines) > limits.side_size * body
    ):
        return False
    beside = [other for other in on_page if other is not column and (other.x0 >= column.x1 or other.x1 <= column.x0)]
    top, bottom = lines[0].top, lines[-1].bottom
    wide = [
        o
        for o in beside
        if o.x1 - o.x0 > 2 * (column.x1 - column.x0) and o.lines[0].top < bottom and o.lines[-1].bottom > top
    ]
    return bool(wide)
