"""Cutting a sheet's cells into tables: islands between blank rows and columns are tables of their own (formats.md section 4, xlsx 9)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from ingest_assets.extract.drafts import Draft, grid_table, paragraph, table_of
from ingest_assets.extract.spreadsheet.sheet import Cells, Merge
from ingest_assets.model import CellSpan, Table

WIDE_GAP = 2
"""Blank columns that always part two tables; a single one parts only where both sides are tables by themselves (guess)."""

DENSE = 1_000_000
THIN = 20
"""A table of more than ``DENSE`` places, fewer than one in ``THIN`` filled, is written without its blanks: the grid would fill the memory (guess)."""

WIDEST = 1024
"""Columns of one table; cells farther apart than that are no table (a formatted corner cell at XFD1048576)."""


def island_drafts(cells: Cells, merges: list[Merge], *, page: int) -> Iterator[Draft]:
    """Tables, and paragraphs for cells that stand alone, from top to bottom and from left to right."""
    anchors = {(merge.top, merge.left): merge for merge in merges if merge.left in cells.get(merge.top, {})}
    for band in _bands(cells, anchors):
        for part in _columns_cut(band, anchors):
            yield _draft(part, anchors, page)


def _bands(cells: Cells, anchors: dict[tuple[int, int], Merge]) -> Iterator[Cells]:
    """Groups of rows without a blank row between them; a merge keeps its rows together."""
    band: Cells = {}
    covered_to = -1
    for row in sorted(cells):
        if band and row > covered_to + 1:
            yield band
            band = {}
        band[row] = cells[row]
        reach = max((anchors[row, column].bottom for column in cells[row] if (row, column) in anchors), default=row)
        covered_to = max(covered_to, row, min(reach, row + 100))
    if band:
        yield band


def _columns_cut(band: Cells, anchors: dict[tuple[int, int], Merge]) -> Iterator[Cells]:
    """The band cut at its blank columns."""
    used: dict[int, int] = {}
    for row, line in band.items():
        for column in line:
            merge = anchors.get((row, column))
            used[column] = max(used.get(column, column), column if merge is None else merge.right)
    cuts = list(_cuts(used, band))
    if not cuts:
        yield band
        return
    edges = [*cuts, max(used) + 1]
    parts: list[Cells] = [{} for _ in edges]
    for row, line in band.items():
        for column, text in line.items():
            parts[bisect_right(edges, column)].setdefault(row, {})[column] = text
    for part in parts:
        if part:
            yield from _bands(part, anchors) if len(part) < len(band) else iter((part,))


def _cuts(used: dict[int, int], band: Cells) -> Iterator[int]:
    """Columns at which a new island begins."""
    columns = sorted(used)
    start, reach = columns[0], used[columns[0]]
    for before, column in pairwise(columns):
        reach = max(reach, used[before])
        gap = column - reach - 1
        both_tables = (
            gap == 1 and _is_block(columns, start, before, band) and _is_block(columns, column, columns[-1], band)
        )
        if gap >= WIDE_GAP or both_tables or column - start >= WIDEST:
            yield column
            start, reach = column, column


def _is_block(columns: list[int], first: int, last: int, band: Cells) -> bool:
    """At least two columns by two rows."""
    if bisect_right(columns, last) - bisect_right(columns, first - 1) < 2:
        return False
    rows = 0
    for line in band.values():
        rows += any(first <= column <= last for column in line)
        if rows >= 2:
            return True
    return False


def _draft(part: Cells, anchors: dict[tuple[int, int], Merge], page: int) -> Draft:
    cells = [(row, column, text) for row, line in part.items() for column, text in line.items()]
    if len(cells) == 1:
        return paragraph(cells[0][2], page=page)
    left = min(column for _, column, _ in cells)
    width = max(column for _, column, _ in cells) - left + 1
    numbers = {row: index for index, row in enumerate(sorted(part))}
    if len(part) * width > max(DENSE, THIN * len(cells)):
        return grid_table(
            ([line[column] for column in sorted(line)] for _, line in sorted(part.items())),
            page=page,
            flags=("compacted",),
        )
    rows = [[""] * width for _ in numbers]
    for row, column, text in cells:
        rows[numbers[row]][column - left] = text
    spans = _spans(part, anchors, numbers, left + width - 1, left)
    return table_of(Table(page=page, rows=tuple(tuple(row) for row in rows), header_rows=1, spans=tuple(spans)))


def _spans(
    part: Cells, anchors: dict[tuple[int, int], Merge], numbers: dict[int, int], last_column: int, left: int
) -> Iterator[CellSpan]:
    ordered = sorted(numbers)
    for row, line in part.items():
        for column in line:
            merge = anchors.get((row, column))
            if merge is None:
                continue
            rowspan = bisect_right(ordered, merge.bottom) - numbers[row]
            colspan = min(merge.right, last_column) - column + 1
            if rowspan > 1 or colspan > 1:
                yield CellSpan(row=numbers[row], column=column - left, rowspan=rowspan, colspan=colspan)
