"""Tables drawn as a head over one large frame: the rows inside have no rules, and their column lines stop at section rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.clean.tables.grid import Cell, Grid
from ingest_assets.clean.tables.lines import Line
from ingest_assets.clean.tables.placing import Placed, placed_lines
from ingest_assets.clean.tables.runs import runs_of
from ingest_assets.clean.tables.stream import grid_of
from ingest_assets.clean.tables.words import bands_of
from ingest_assets.thresholds.tables import Tables


def framed_body(grid: Grid, limits: Tables) -> list[Grid]:
    """The table in the columns of its drawn head, or nothing: where the body is more than one cell, or its text crosses the columns."""
    head = [cell for cell in grid.cells if cell.row == 0]
    body = [cell for cell in grid.cells if cell.row > 0 and cell.words]
    if len(head) != grid.width or grid.width < limits.framed_columns or not all(cell.words for cell in head):
        return []
    if not _is_whole(body, grid):
        return []
    lines = [Line(band, runs_of(band, limits)) for band in bands_of(grid.words)]
    placed = placed_lines(lines, grid.edges)
    if not _fits(placed, limits):
        return []
    read = grid_of(placed, grid.edges, grid.rows[1:2], (), limits)
    if read is None or read.width != grid.width or read.height < limits.fewest_rows:
        return []
    return [replace(read, bbox=grid.bbox, drawn=True, header_rows=1)]


def _is_whole(body: Sequence[Cell], grid: Grid) -> bool:
    """One cell, or the strips of one, as wide as the table."""
    return bool(body) and all(cell.column == 0 and cell.colspan == grid.width for cell in body)


def _fits(lines: Sequence[Placed], limits: Tables) -> bool:
    """Most lines stand in several columns, and only text that starts at the left reaches over a border: sections and totals."""
    several = sum(len(line.pieces) > 1 for line in lines)
    across = [piece for line in lines for piece in line.pieces if not piece.single and piece.first > 0]
    return several >= limits.framed_rows * len(lines) and not across
