"""Drawn grids that are coarser than their content: cells without inner rules are parted where the words stand apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ingest_assets.clean.tables.anchors import rows_at_anchors
from ingest_assets.clean.tables.grid import Cell, Grid
from ingest_assets.clean.tables.lines import Line
from ingest_assets.clean.tables.placing import Placed, placed_lines
from ingest_assets.clean.tables.rows import Row, clusters_of, rows_of
from ingest_assets.clean.tables.runs import Run, runs_of
from ingest_assets.clean.tables.stream import row_cells
from ingest_assets.clean.tables.tokens import is_value
from ingest_assets.clean.tables.words import bands_of
from ingest_assets.thresholds.tables import Tables


def refined(grid: Grid, limits: Tables) -> Grid:
    """The grid with wide cells parted at the column borders of other rows, and packed rows parted by their baselines."""
    cells = [part for cell in grid.cells for part in _parted(cell, grid.edges, limits)]
    return _unpacked(replace(grid, cells=tuple(cells)), limits)


def _parted(cell: Cell, edges: Sequence[float], limits: Tables) -> list[Cell]:
    """Cells between those borders inside the cell that no run crosses, where runs stand on both sides."""
    if cell.colspan == 1 or len(cell.words) < 2:
        return [cell]
    runs = [run for band in bands_of(cell.words) for run in runs_of(band, limits)]
    if len(runs) < 2:
        return [cell]
    inner = range(cell.column + 1, cell.column + cell.colspan)
    borders = [i for i in inner if not any(_crosses(run, edges[i], limits) for run in runs)]
    groups = {sum(run.center > edges[i] for i in borders) for run in runs}
    if len(groups) < 2:
        return [cell]
    starts = [cell.column, *borders, cell.column + cell.colspan]
    out = []
    for start, end in pairwise(starts):
        words = tuple(word for word in cell.words if edges[start] <= word.center < edges[end])
        out.append(Cell(cell.row, start, words, cell.rowspan, end - start))
    return out if sum(len(part.words) for part in out) == len(cell.words) else [cell]


def _crosses(run: Run, x: float, limits: Tables) -> bool:
    return run.x0 + limits.cut_overlap < x < run.x1 - limits.cut_overlap


def _unpacked(grid: Grid, limits: Tables) -> Grid:
    """Rows that hold several table rows between two rules, parted."""
    tall = {row for cell in grid.cells if cell.rowspan > 1 for row in range(cell.row, cell.row + cell.rowspan)}
    cells: list[Cell] = []
    shift = 0
    for row in range(grid.height):
        mine = [cell for cell in grid.cells if cell.row == row]
        parts = None if row in tall else _packed_rows(mine, grid, limits)
        if parts is None:
            cells += [replace(cell, row=row + shift) for cell in mine]
            continue
        for index, part in enumerate(parts):
            cells += row_cells(part, row + shift + index, grid.edges)
        shift += len(parts) - 1
    return replace(grid, cells=tuple(cells), height=grid.height + shift, rows=() if shift else grid.rows)


def _packed_rows(cells: Sequence[Cell], grid: Grid, limits: Tables) -> list[tuple[Placed, ...]] | None:
    words = [word for cell in cells for word in cell.words]
    if not words or sum(bool(cell.words) for cell in cells) < 2:
        return None
    bands = bands_of(words)
    if len(bands) < limits.packed_lines:
        return None
    lines = placed_lines([Line(band, runs_of(band, limits)) for band in bands], grid.edges)
    clusters = clusters_of(lines)
    if _looks_packed(clusters, grid, limits):
        rows = rows_of(lines, (), grid.width)
        return rows if len(rows) > 1 else None
    anchored = rows_at_anchors(clusters, grid.width, limits)
    return anchored if anchored is not None and _are_full(anchored, grid, limits) else None


def _are_full(rows: Sequence[Row], grid: Grid, limits: Tables) -> bool:
    """Several rows, and most fill most columns."""
    full = sum(len({c for line in row for c in line.columns}) >= 0.6 * grid.width for row in rows)
    return len(rows) >= limits.packed_lines and full >= limits.packed_share * len(rows)


def _looks_packed(clusters: Sequence[tuple[Placed, ...]], grid: Grid, limits: Tables) -> bool:
    """Most lines fill most columns, and bring values of their own; in a grid of one body row a full first column is enough."""
    if len(clusters) < limits.packed_lines:
        return False
    full = sum(len({c for line in cluster for c in line.columns}) >= 0.6 * grid.width for cluster in clusters)
    keyed = sum(any(0 in line.columns for line in cluster) for cluster in clusters)
    values = sum(
        any(is_value(piece.run.text) for line in cluster for piece in line.pieces if piece.first > 0)
        for cluster in clusters
    )
    if full < limits.packed_share * len(clusters):
        return False
    return values >= limits.packed_share * len(clusters) or (grid.height <= 2 and keyed == len(clusters))
