"""RTF table rows: cells are aligned by their right edges, which is how RTF says that one spans several."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

from ingest_assets.extract.drafts import Draft, rectangular, table_of
from ingest_assets.model import CellSpan, Table

SAME_EDGE = 40
"""Twips within which two right edges are one (2 points; guess: writers round differently row by row)."""


@dataclass(slots=True)
class CellPlan:
    """One ``\\cellx``: its right edge and its part in merges."""

    edge: int
    merge_first: bool = False
    merged: bool = False
    vertical_first: bool = False
    vertical_merged: bool = False


@dataclass(slots=True)
class Row:
    """A finished row: its cells' texts and their plans."""

    cells: list[str]
    plans: list[CellPlan]
    header: bool = False


@dataclass(slots=True)
class RowsGathered:
    """The rows of the table being read, and the row under construction."""

    rows: list[Row] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    plans: list[CellPlan] = field(default_factory=list)
    next_plan: CellPlan = field(default_factory=lambda: CellPlan(0))
    header: bool = False

    def begin(self) -> None:
        """``\\trowd``: forget the plans; texts that were gathered before belong to the row all the same."""
        self.plans, self.next_plan, self.header = [], CellPlan(0), False

    def plan(self, edge: int) -> None:
        """``\\cellx``."""
        self.next_plan.edge = edge
        self.plans.append(self.next_plan)
        self.next_plan = CellPlan(0)

    def end(self) -> None:
        """``\\row``."""
        if self.cells:
            self.rows.append(Row(self.cells, list(self.plans), self.header))
        self.cells = []

    def taken(self) -> Draft | None:
        """The table so far, as a draft; a row without its end counts too."""
        self.end()
        rows, self.rows = self.rows, []
        return _table(rows) if any(any(row.cells) for row in rows) else None


def _table(rows: list[Row]) -> Draft:
    edges = _edges(rows)
    grid: list[list[str]] = []
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    open_merges: dict[int, int] = {}
    for number, row in enumerate(rows):
        grid.append(_line(row, edges, number, spans, open_merges))
    headers = next((index for index, row in enumerate(rows) if not row.header), len(rows))
    shown = tuple(
        CellSpan(row=r, column=c, rowspan=h, colspan=w) for (r, c), (h, w) in sorted(spans.items()) if h > 1 or w > 1
    )
    return table_of(Table(page=1, rows=rectangular(grid), header_rows=max(1, min(headers, len(rows) - 1)), spans=shown))


def _edges(rows: list[Row]) -> list[int]:
    """The distinct right edges of all rows; empty when a row's plans do not fit its cells (then cells simply follow each other)."""
    if any(len(row.plans) != len(row.cells) for row in rows):
        return []
    edges: list[int] = []
    for edge in sorted({plan.edge for row in rows for plan in row.plans}):
        if not edges or edge - edges[-1] > SAME_EDGE:
            edges.append(edge)
    return edges


def _column_of(edge: int, edges: list[int]) -> int:
    after = min(bisect_left(edges, edge), len(edges) - 1)
    return after - 1 if after and edge - edges[after - 1] < edges[after] - edge else after


def _line(
    row: Row, edges: list[int], number: int, spans: dict[tuple[int, int], tuple[int, int]], open_merges: dict[int, int]
) -> list[str]:
    if not edges:
        return row.cells
    line = [""] * len(edges)
    column = 0
    anchor: int | None = None
    for text, plan in zip(row.cells, row.plans, strict=True):
        end = max(column, _column_of(plan.edge, edges))
        if column >= len(edges):
            line[-1] = f"{line[-1]} {text}".strip()
            continue
        if plan.merged and anchor is not None:
            spans[number, anchor] = (1, end - anchor + 1)
            line[anchor] = f"{line[anchor]} {text}".strip()
        else:
            anchor = column
            line[column] = text
            _vertical(plan, number, column, end - column + 1, spans, open_merges)
        column = end + 1
    return line


def _vertical(
    plan: CellPlan,
    number: int,
    column: int,
    width: int,
    spans: dict[tuple[int, int], tuple[int, int]],
    open_merges: dict[int, int],
) -> None:
    if plan.vertical_merged and column in open_merges:
        origin = open_merges[column]
        spans[origin, column] = (number - origin + 1, spans[origin, column][1])
        return
    open_merges.pop(column, None)
    spans[number, column] = (1, width)
    if plan.vertical_first:
        open_merges[column] = number
