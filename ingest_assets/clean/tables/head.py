"""The head of an unruled table: how many rows it has, which of its cells stand over several columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest_assets.clean.tables.grid import Cell, Grid
from ingest_assets.clean.tables.levels import Level
from ingest_assets.clean.tables.placing import Piece, Placed
from ingest_assets.clean.tables.rows import Row
from ingest_assets.clean.tables.tokens import is_value
from ingest_assets.clean.tables.words import Word
from ingest_assets.thresholds.tables import Tables

YEAR = re.compile(r"(19|20)\d\d([–/-]\d{2,4})?")


@dataclass(frozen=True, slots=True)
class Spanner:
    """A head cell over several columns."""

    piece: Piece
    base: float
    first: int
    last: int


def head_length(rows: Sequence[Row], cuts: Sequence[float], limits: Tables) -> int:
    """Number of leading rows (as split so far) that are head: down to the first rule, else to the first row of values; at least 1."""
    if _are_records(rows):
        return 1
    typed = _value_columns(rows)
    by_rule = _rows_above_rule(rows, cuts, typed)
    if by_rule is not None and by_rule <= limits.head_rows and by_rule <= 0.5 * len(rows):
        return by_rule
    for index, row in enumerate(rows[: limits.head_rows + 1]):
        if index and (_is_section(row) or _is_body(row, typed)):
            return index
    return 1


def _are_records(rows: Sequence[Row]) -> bool:
    """Numbered 1, 2 from the first row on, with a remark of one line under it: there is no head."""
    keys = [text for row in rows if (text := " ".join(line.text(0) for line in row).strip(" .")) and is_value(text)]
    remark = [piece for line in rows[1] for piece in line.pieces]
    return keys[:2] == ["1", "2"] and bool(rows[0][0].text(0)) and len(remark) == 1 and not remark[0].single


def _value_columns(rows: Sequence[Row]) -> set[int]:
    """Columns right of the first in which at least half of the filled cells hold a value."""
    counts: dict[int, list[bool]] = {}
    for row in rows:
        for line in row:
            for piece in line.pieces:
                if piece.single and piece.first > 0:
                    counts.setdefault(piece.first, []).append(is_value(piece.run.text))
    return {column for column, values in counts.items() if sum(values) >= 0.5 * len(values)}


def _is_body(row: Row, typed: set[int]) -> bool:
    """Most of what the row has in columns of values is values."""
    texts = [p.run.text for line in row for p in line.pieces if p.single and p.first in typed]
    if len(texts) > 1 and all(YEAR.fullmatch(text) for text in texts):
        return False
    return bool(texts) and sum(map(is_value, texts)) >= 0.5 * len(texts)


def _is_section(row: Row) -> bool:
    """Nothing but one piece at the left."""
    pieces = [piece for line in row for piece in line.pieces]
    return len(pieces) == 1 and pieces[0].first == 0


def _rows_above_rule(rows: Sequence[Row], cuts: Sequence[float], typed: set[int]) -> int | None:
    """Rows above the first rule; above a later one when what stands between is head as well and brings the first cell."""
    first = None
    for index in range(1, len(rows)):
        upper, lower = rows[index - 1][-1], rows[index][0]
        if not any(upper.base - 0.2 * upper.size < cut < lower.base - 0.27 * lower.size for cut in cuts):
            continue
        first = first or index
        keyed = any(0 in line.columns for row in rows[:index] for line in row)
        if keyed or _is_body(rows[index], typed):
            return index if not any(_is_body(row, typed) for row in rows[1:index]) else first
    return first


def with_head(grid: Grid, limits: Tables) -> Grid:
    """A drawn grid with its number of head rows: as many as the first row's spans and the cells below them reach over."""
    first = [cell for cell in grid.cells if cell.row == 0]
    if any(is_value(" ".join(word.text for word in cell.words)) for cell in first[1:] if cell.words):
        return replace(grid, header_rows=1)
    tall = max((cell.rowspan for cell in first), default=1)
    grouped = any(1 < cell.colspan < grid.width for cell in first)
    rows = tall if tall > 1 and (grouped or len([cell for cell in first if cell.rowspan == tall]) > 1) else 1
    if rows == 1 and grouped and not _row_has_values(grid, 1):
        rows = 2
    return replace(grid, header_rows=rows if rows <= limits.head_rows and rows < grid.height else 1)


def _row_has_values(grid: Grid, row: int) -> bool:
    return any(
        is_value(" ".join(word.text for word in cell.words)) for cell in grid.cells if cell.row == row and cell.words
    )


def head_cells(
    rows: Sequence[Row], levels: Sequence[Level], cores: Sequence[tuple[float, float]]
) -> tuple[int, list[Cell]]:
    """Number of head rows and their cells: one row, or one more than there are heights of group heads."""
    lines = [line for row in rows for line in row]
    spanners = [spanner for line in lines for spanner in _spanners(line, lines, levels, cores)]
    heights = _heights(spanners)
    below = {
        column
        for s in spanners
        for line in lines
        for column in line.columns
        if line.base > s.base + 0.5 * line.size and s.first <= column <= s.last
    }
    count = len(heights) + 1 if below or not heights else len(heights)
    cells: dict[tuple[int, int], tuple[list[Word], int, int]] = {}
    for spanner in spanners:
        row = _row_at(heights, spanner.base)
        words = cells.setdefault((row, spanner.first), ([], 1, spanner.last - spanner.first + 1))[0]
        words += spanner.piece.run.words
    taken = {id(spanner.piece) for spanner in spanners}
    for column in range(len(cores)):
        _fill_column(
            column,
            [(line, p) for line in lines for p in line.pieces if p.first == column and id(p) not in taken],
            spanners,
            heights,
            count,
            cells,
        )
    return count, [Cell(r, c, tuple(words), rs, cs) for (r, c), (words, rs, cs) in sorted(cells.items())]


def _heights(spanners: Sequence[Spanner]) -> list[float]:
    out: list[float] = []
    for spanner in sorted(spanners, key=lambda one: one.base):
        size = spanner.piece.run.words[0].size
        if not out or spanner.base - out[-1] > 1.6 * size:
            out.append(spanner.base)
    return out


def _row_at(heights: Sequence[float], base: float) -> int:
    return max((i for i, height in enumerate(heights) if height <= base + 0.1), default=0)


def _fill_column(
    column: int,
    pieces: Sequence[tuple[Placed, Piece]],
    spanners: Sequence[Spanner],
    heights: Sequence[float],
    count: int,
    cells: dict[tuple[int, int], tuple[list[Word], int, int]],
) -> None:
    """Single pieces of one column: above, between and below the group heads over it."""
    over = sorted({_row_at(heights, s.base) for s in spanners if s.first <= column <= s.last})
    for line, piece in pieces:
        above = [row for row in over if heights[row] < line.base - 0.3 * line.size]
        start = above[-1] + 1 if above else 0
        end = next((row for row in over if row >= start), count)
        if end <= start:
            start, end = over[-1], over[-1] + 1
        cells.setdefault((start, column), ([], max(1, end - start), 1))[0].extend(piece.run.words)


def _spanners(
    line: Placed, lines: Sequence[Placed], levels: Sequence[Level], cores: Sequence[tuple[float, float]]
) -> list[Spanner]:
    out = []
    for index, piece in enumerate(line.pieces):
        if (
            piece.first == piece.last == 0
            and len(cores) > 2
            and index == 0
            and not _under_rule(piece, line, lines, levels, cores)
        ):
            continue
        reach = _under_rule(piece, line, lines, levels, cores) or _centered(index, line, lines, cores)
        if reach and reach[1] > reach[0]:
            out.append(Spanner(piece, line.base, *reach))
    return out


def _under_rule(
    piece: Piece, line: Placed, lines: Sequence[Placed], levels: Sequence[Level], cores: Sequence[tuple[float, float]]
) -> tuple[int, int] | None:
    """Columns over a short rule that stands right below the piece and above other head lines."""
    following = min((other.base for other in lines if other.base > line.base + 0.8 * line.size), default=None)
    if following is None:
        return None
    whole = cores[-1][1] - cores[0][0]
    for level in levels:
        if not line.base - 1 <= level.y <= following - 0.3 * line.size or level.y - line.base > 1.5 * line.size:
            continue
        for x0, x1 in level.pieces:
            if x0 - 2 <= piece.run.center <= x1 + 2 and x1 - x0 < 0.85 * whole:
                inside = [i for i, (a, b) in enumerate(cores) if min(b, x1) - max(a, x0) > 0.5 * (b - a)]
                return (inside[0], inside[-1]) if inside else None
    return None


def _centered(
    index: int, line: Placed, lines: Sequence[Placed], cores: Sequence[tuple[float, float]]
) -> tuple[int, int] | None:
    """Columns over which the piece is centred, among those that no neighbour in its line takes."""
    piece = line.pieces[index]
    if piece.single and not any(
        other.base > line.base + 0.8 * line.size and len(other.columns) > len(line.columns) for other in lines
    ):
        return None
    low = line.pieces[index - 1].last + 1 if index else 0
    high = line.pieces[index + 1].first - 1 if index + 1 < len(line.pieces) else len(cores) - 1
    options = [(i, j) for i in range(low, piece.first + 1) for j in range(piece.last, high + 1)]
    best = min(options, key=lambda o: (round(_distance(piece, cores, o)), o[1] - o[0]), default=None)
    if best is None or not piece.single:
        return best
    below = {c for other in lines if other.base > line.base + 0.8 * line.size for c in other.columns}
    if not below.issuperset(range(best[0], best[1] + 1)):
        return None
    own, wide = _distance(piece, cores, (piece.first, piece.last)), _distance(piece, cores, best)
    near = max(3.0, 0.03 * (cores[best[1]][1] - cores[best[0]][0]))
    return best if wide <= near and own >= 8 and own > 2 * wide else None


def _distance(piece: Piece, cores: Sequence[tuple[float, float]], reach: tuple[int, int]) -> float:
    return abs(piece.run.center - (cores[reach[0]][0] + cores[reach[1]][1]) / 2)
