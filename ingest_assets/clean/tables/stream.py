"""Finder B: tables whose cells are only aligned, with or without rules between the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from ingest_assets.clean.tables.areas import Area
from ingest_assets.clean.tables.columns import column_edges
from ingest_assets.clean.tables.grid import Cell, Grid, trimmed
from ingest_assets.clean.tables.head import head_cells, head_length
from ingest_assets.clean.tables.levels import Level, joints
from ingest_assets.clean.tables.lines import Line
from ingest_assets.clean.tables.placing import Piece, Placed, is_uncertain, placed_lines
from ingest_assets.clean.tables.remarks import FLUSH, remark_lines, remarks_at_top
from ingest_assets.clean.tables.rows import Row, rows_of
from ingest_assets.clean.tables.tokens import is_value
from ingest_assets.clean.tables.words import Word, bbox_of
from ingest_assets.thresholds.tables import Tables


def aligned_grid(area: Area, limits: Tables) -> Grid | None:
    """The area as a grid, or None when no columns are found in it."""
    edges = _edges(area, limits)
    if len(edges) < 3:
        return None
    cuts = cuts_of(area.levels, edges, limits)
    lines = placed_lines(area.lines, edges, remark_lines(area.lines, cuts, limits))
    grid = grid_of(lines, edges, cuts, area.levels, limits)
    return grid and replace(grid, outline=_outline(area.levels, cuts))


def continued_grid(
    lines: Sequence[Line],
    edges: tuple[float, ...],
    levels: Sequence[Level],
    limits: Tables,
    *,
    after_remark: bool = False,
    remarks: bool = False,
) -> Grid:
    """Body rows only, in columns known from the page before, whose last row or some rows were remarks."""
    width = len(edges) - 1
    cuts = cuts_of(levels, edges, limits)
    over = remark_lines(lines, cuts, limits, fewest=1) if remarks else remark_lines(lines, cuts, limits)
    if after_remark:
        over |= remarks_at_top(lines, edges[-1])
    placed = placed_lines(lines, edges, over)
    rows = rows_of(placed, cuts, width, ruled=remarks)
    cells = [cell for index, row in enumerate(rows) for cell in row_cells(row, index, edges)]
    words = [word for cell in cells for word in cell.words]
    return Grid(len(rows), width, tuple(cells), bbox_of(words), edges, header_rows=0)


def grid_of(
    lines: Sequence[Placed], edges: tuple[float, ...], cuts: Sequence[float], levels: Sequence[Level], limits: Tables
) -> Grid | None:
    """Rows, head and cells of placed lines."""
    width = len(edges) - 1
    rows = rows_of(lines, cuts, width)
    if len(rows) < 2:
        return None
    length = head_length(rows, cuts, limits)
    cores = _cores(lines, edges)
    header, cells = head_cells(rows[:length], levels, cores)
    for offset, row in enumerate(rows[length:]):
        cells += row_cells(row, header + offset, edges)
    words = [word for cell in cells for word in cell.words]
    flags = (
        ("columns_uncertain",) if is_uncertain([line for row in rows[length:] for line in row], edges, limits) else ()
    )
    return trimmed(
        Grid(header + len(rows) - length, width, tuple(cells), bbox_of(words), edges, header_rows=header, flags=flags)
    )


def _edges(area: Area, limits: Tables) -> tuple[float, ...]:
    """Column borders: where the pieces of the rules meet, when no word is cut there; else from the gaps."""
    drawn = joints(area.levels, limits)
    x0, x1 = min(line.x0 for line in area.lines), max(line.x1 for line in area.lines)
    inner = tuple(x for x in drawn if x0 < x < x1)
    if inner and not _cuts_words(area, inner, limits):
        return (min(x0, inner[0] - 1), *inner, max(x1, inner[-1] + 1))
    return column_edges([line.runs for line in area.lines], limits)


def _cuts_words(area: Area, inner: Sequence[float], limits: Tables) -> bool:
    words = [word for line in area.lines for run in line.runs if len(line.runs) > 1 for word in run.words]
    return any(word.x0 + limits.cut_overlap < x < word.x1 - limits.cut_overlap for word in words for x in inner)


def cuts_of(levels: Sequence[Level], edges: Sequence[float], limits: Tables) -> list[float]:
    """Heights of levels that run across the table."""
    whole = edges[-1] - edges[0]
    return [level.y for level in levels if min(level.x1, edges[-1]) - max(level.x0, edges[0]) >= limits.across * whole]


def _outline(levels: Sequence[Level], cuts: Sequence[float]) -> tuple[float, float] | None:
    """Ends of the rules across the table, where there are several."""
    across = [level for level in levels if level.y in cuts]
    if len(across) < 2:
        return None
    return median(level.x0 for level in across), median(level.x1 for level in across)


def _cores(lines: Sequence[Placed], edges: Sequence[float]) -> list[tuple[float, float]]:
    """Extent of each column's own words; its borders where it has none."""
    out = []
    for column in range(len(edges) - 1):
        runs = [piece.run for line in lines for piece in line.pieces if piece.single and piece.first == column]
        out.append(
            (min(run.x0 for run in runs), max(run.x1 for run in runs)) if runs else (edges[column], edges[column + 1])
        )
    return out


def row_cells(row: Row, index: int, edges: Sequence[float]) -> list[Cell]:
    """Cells of a body row; a single run of text that reaches over several columns is a section row."""
    width = len(edges) - 1
    pieces = [piece for line in row for piece in line.pieces]
    if _is_section(pieces, edges):
        return [Cell(index, 0, tuple(word for piece in pieces for word in piece.run.words), 1, width)]
    contents: dict[int, list[Word]] = {}
    reach: dict[int, int] = {}
    for piece in pieces:
        contents.setdefault(piece.first, []).extend(piece.run.words)
        reach[piece.first] = max(reach.get(piece.first, 0), piece.last)
    cells, column = [], 0
    while column < width:
        last = reach.get(column, column)
        last = min([last, *(other - 1 for other in contents if column < other <= last)])
        cells.append(Cell(index, column, tuple(contents.get(column, ())), 1, last - column + 1))
        column = last + 1
    return cells


def _is_section(pieces: Sequence[Piece], edges: Sequence[float]) -> bool:
    """Text from the first column into others, or one line over several columns that is set flush right: a remark."""
    if len({piece.first for piece in pieces}) != 1 or all(piece.single for piece in pieces):
        return False
    if pieces[0].first == 0:
        return True
    return len(pieces) == 1 and pieces[0].last == len(edges) - 2 and abs(pieces[0].run.x1 - edges[-1]) <= FLUSH


def type_purity(grid: Grid) -> float:
    """Mean share, over the columns right of the first, of cells of the column's commoner type (value or text)."""
    shares = []
    for column in range(1, grid.width):
        texts = [
            " ".join(word.text for word in cell.words)
            for cell in grid.cells
            if cell.column == column and cell.words and cell.row >= grid.header_rows
        ]
        values = sum(is_value(text) for text in texts)
        if texts:
            shares.append(max(values, len(texts) - values) / len(texts))
    return sum(shares) / len(shares) if shares else 0.0


def words_per_cell(grid: Grid) -> float:
    """Median number of words of the filled cells."""
    return median(len(cell.words) for cell in grid.cells if cell.words)
