"""A table before it is written out: cells on a grid of rows and columns, and the words in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from statistics import median

from ingest_assets.clean.tables.cell_text import text_of_lines
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.words import Band, Word, bands_of
from ingest_assets.model import BBox, CellSpan, Region, Table


@dataclass(frozen=True, slots=True)
class Cell:
    """Words of one cell and the rows and columns that it covers, counted from 0."""

    row: int
    column: int
    words: tuple[Word, ...] = ()
    rowspan: int = 1
    colspan: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells without overlap. ``edges`` are the column borders (x), ``rows`` the row borders (y) where they are known, ``outline`` the ends
    (x) of the rules across an aligned grid; points."""

    height: int
    width: int
    cells: tuple[Cell, ...]
    bbox: BBox
    edges: tuple[float, ...]
    header_rows: int = 1
    rows: tuple[float, ...] = ()
    drawn: bool = False
    flags: tuple[str, ...] = ()
    outline: tuple[float, float] | None = None

    @property
    def words(self) -> list[Word]:
        """Every word in the cells."""
        return [word for cell in self.cells for word in cell.words]

    @property
    def empty_share(self) -> float:
        """Share of cells without words."""
        return sum(not cell.words for cell in self.cells) / max(1, len(self.cells))


def trimmed(grid: Grid) -> Grid:
    """The grid without rows and columns that hold no words of their own; drawn ones stay that have room for a line of text."""
    rows = sorted({cell.row for cell in grid.cells if cell.words and cell.rowspan == 1} | _blank_rows(grid))
    columns = sorted({cell.column for cell in grid.cells if cell.words and cell.colspan == 1} | _blank_columns(grid))
    if len(rows) < 2 or len(columns) < 2:
        return grid
    if len(rows) == grid.height and len(columns) == grid.width:
        return grid
    cells = [_moved(cell, rows, columns) for cell in grid.cells]
    edges = (*(grid.edges[c] for c in columns), grid.edges[-1])
    header = sum(row < grid.header_rows for row in rows)
    return replace(
        grid,
        height=len(rows),
        width=len(columns),
        edges=edges,
        header_rows=header,
        cells=tuple(cell for cell in cells if cell is not None),
    )


def _blank_rows(grid: Grid) -> set[int]:
    """Drawn rows with room for a line of text that most of their cells have to themselves; lower ones part double rules."""
    if not grid.drawn or len(grid.rows) != grid.height + 1:
        return set()
    single = Counter(cell.row for cell in grid.cells if cell.rowspan == 1 for _ in range(cell.colspan))
    room = _line_height(grid)
    return {r for r, n in single.items() if 2 * n > grid.width and grid.rows[r + 1] - grid.rows[r] >= room}


def _blank_columns(grid: Grid) -> set[int]:
    """Drawn columns as wide as a line is high, which most of their cells have to themselves."""
    if not grid.drawn:
        return set()
    single = Counter(cell.column for cell in grid.cells if cell.colspan == 1 for _ in range(cell.rowspan))
    room = _line_height(grid)
    return {c for c, n in single.items() if 2 * n > grid.height and grid.edges[c + 1] - grid.edges[c] >= room}


def _line_height(grid: Grid) -> float:
    return median(word.size for word in grid.words) if grid.words else float("inf")


def _moved(cell: Cell, rows: Sequence[int], columns: Sequence[int]) -> Cell | None:
    inside_rows = [i for i, row in enumerate(rows) if cell.row <= row < cell.row + cell.rowspan]
    inside_columns = [i for i, column in enumerate(columns) if cell.column <= column < cell.column + cell.colspan]
    if not inside_rows or not inside_columns:
        return None
    return replace(
        cell, row=inside_rows[0], column=inside_columns[0], rowspan=len(inside_rows), colspan=len(inside_columns)
    )


def found_table(grid: Grid, page: int) -> FoundTable:
    """The record that leaves the finder."""
    rows = [[""] * grid.width for _ in range(grid.height)]
    lines = [bands_of(cell.words) for cell in grid.cells]
    rooms = _rooms(grid, lines)
    for cell, bands in zip(grid.cells, lines, strict=True):
        rows[cell.row][cell.column] = text_of_lines(bands, rooms[cell.column] if cell.colspan == 1 else inf)
    spans = tuple(
        CellSpan(row=c.row, column=c.column, rowspan=c.rowspan, colspan=c.colspan)
        for c in grid.cells
        if c.rowspan > 1 or c.colspan > 1
    )
    table = Table(
        page=page,
        rows=tuple(tuple(row) for row in rows),
        header_rows=grid.header_rows,
        spans=spans,
        bbox=grid.bbox,
        regions=(Region(page=page, bbox=grid.bbox),),
        flags=grid.flags,
    )
    owned = frozenset(key for word in grid.words for key in word.keys)
    return FoundTable(
        table=table,
        owned=owned,
        bbox=grid.bbox,
        edges=grid.edges,
        row_tops=_row_tops(grid),
        drawn=grid.drawn,
        flags=grid.flags,
        outline=grid.outline,
    )


def _rooms(grid: Grid, lines: Sequence[Sequence[Band]]) -> list[float]:
    """Width of each column's longest line (points)."""
    rooms = [0.0] * grid.width
    for cell, bands in zip(grid.cells, lines, strict=True):
        if cell.colspan == 1:
            rooms[cell.column] = max([rooms[cell.column], *(b.words[-1].x1 - b.words[0].x0 for b in bands)])
    return rooms


def _row_tops(grid: Grid) -> tuple[float, ...]:
    """Where the text of each row starts; a row without words starts where the one above does."""
    tops: list[float] = []
    for row in range(grid.height):
        words = [word for cell in grid.cells if cell.row == row for word in cell.words]
        tops.append(min((word.top for word in words), default=tops[-1] if tops else grid.bbox[1]))
    return tuple(tops)
