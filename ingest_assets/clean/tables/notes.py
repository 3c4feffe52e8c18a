"""Titles above and sources below a table that stand inside its frame: they are text, not rows."""

from __future__ import annotations

import re
from dataclasses import replace

from ingest_assets.clean.tables.grid import Cell, Grid
from ingest_assets.clean.tables.words import bbox_of

TITLE = re.compile(
    r"(?i:exhibit|table|figure|fig\.|таблица|табл\.|рисунок|рис\.|tabelle|abbildung|tableau|tabella|cuadro)"
    r"\s*№?\s*(\d|[A-ZА-Я]([.\d]|\b))"
)
NOTE = re.compile(
    r"(exhibit reads|sources?\s*:|notes?\s*:|источники?\s*:|quelle\s*:|fuente\s*:|fonte\s*:|\*\s?\w)", re.IGNORECASE
)


def without_notes(grid: Grid) -> Grid:
    """The grid without leading rows that are its title and trailing rows that are its source or note."""
    first, last = 0, grid.height
    while last - first > 1 and _whole_row(grid, first, TITLE):
        first += 1
    while last - first > 1 and _whole_row(grid, last - 1, NOTE):
        last -= 1
    if (first, last) == (0, grid.height):
        return grid
    cells = tuple(replace(cell, row=cell.row - first) for cell in grid.cells if first <= cell.row < last)
    words = [word for cell in cells for word in cell.words]
    rows = grid.rows[first : last + 1] if len(grid.rows) == grid.height + 1 else ()
    bbox = (grid.bbox[0], rows[0], grid.bbox[2], rows[-1]) if rows else bbox_of(words)
    header = max(1, grid.header_rows - first) if grid.header_rows else 0
    return replace(grid, height=last - first, cells=cells, bbox=bbox, rows=rows, header_rows=header)


def _whole_row(grid: Grid, row: int, pattern: re.Pattern[str]) -> bool:
    """True when the only words of the row stand in its first cell and fit the pattern."""
    cells = [cell for cell in grid.cells if cell.row == row and cell.words]
    if len(cells) != 1 or cells[0].rowspan > 1 or cells[0].column > 0 or _reaches_into(grid, row):
        return False
    return pattern.match(" ".join(word.text for word in cells[0].words)) is not None and _wide(cells[0], grid)


def _reaches_into(grid: Grid, row: int) -> bool:
    return any(cell.row < row < cell.row + cell.rowspan for cell in grid.cells)


def _wide(cell: Cell, grid: Grid) -> bool:
    return cell.colspan > 1 or len(cell.words) > 3 or grid.width == 1
