"""HTML tables: which ones hold data, and their grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ingest_assets.extract.html.nodes import Node, TableFacts, text_of
from ingest_assets.extract.table_heads import with_head
from ingest_assets.model import CellSpan, Table
from ingest_assets.thresholds.web import Web

GRID_CELLS = 1_000_000  # beyond this a table's spans count as one cell each: a bound on what a few bytes may ask for
SPARSE = 0.34  # share of rows with two filled cells; a guess, set on a mail's layout table
SECTIONS = frozenset({"thead", "tbody", "tfoot"})


def is_layout(node: Node, facts: TableFacts) -> bool:
    """True when the table only arranges the page: its text flows, once."""
    if (node.attributes.get("role") or "").lower() in ("presentation", "none"):
        return True
    has_head = facts.header_cells and facts.rows > 1
    return (
        facts.nested
        or facts.headings
        or (facts.columns <= 1 and not has_head)
        or (facts.rows <= 1 and not facts.header_cells)
    )


def is_sparse(table: Table, facts: TableFacts) -> bool:
    """True when hardly a row holds two filled cells: the table places a picture and a column of text, and no head says more."""
    if facts.header_cells or table.title:
        return False
    pairs = sum(sum(bool(cell) for cell in row) > 1 for row in table.rows)
    return pairs < SPARSE * len(table.rows)


@dataclass(slots=True, kw_only=True)
class _Grid:
    cells: dict[tuple[int, int], str] = field(default_factory=dict)
    spans: list[CellSpan] = field(default_factory=list)
    height: int
    header_rows: int = 0
    rows: int = 0
    columns: int = 0


def read_table(node: Node, facts: TableFacts, cell_text: Callable[[Node], str], web: Web) -> Table:
    """The grid of a data table: spanned text once, in its first cell, "" in the others."""
    grid, title = _Grid(height=facts.rows), ""
    for child in _elements(node):
        if child.tag == "caption":
            title = text_of(child)
        elif child.tag in SECTIONS:
            for row in _elements(child):
                _add_row(grid, row, cell_text, web, in_head=child.tag == "thead")
        elif child.tag == "tr":
            _add_row(grid, child, cell_text, web, in_head=False)
    rows = tuple(tuple(grid.cells.get((row, column), "") for column in range(grid.columns)) for row in range(grid.rows))
    table = Table(page=1, rows=rows, header_rows=max(1, grid.header_rows), spans=tuple(grid.spans), title=title)
    return table if grid.header_rows else with_head(table)


def _elements(node: Node) -> list[Node]:
    found, child = [], node.child
    while child is not None:
        if not child.tag.startswith("-"):
            found.append(child)
        child = child.next
    return found


def _add_row(grid: _Grid, row: Node, cell_text: Callable[[Node], str], web: Web, *, in_head: bool) -> None:
    cells = [cell for cell in _elements(row) if cell.tag in ("td", "th")]
    number, column = grid.rows, 0
    for cell in cells:
        while (number, column) in grid.cells:
            column += 1
        is_full = len(grid.cells) > GRID_CELLS
        width = 1 if is_full else _span(cell, "colspan", web.colspan)
        height = 1 if is_full else min(_span(cell, "rowspan", web.rowspan), max(1, grid.height - number))
        _place(
            grid, number, column, CellSpan(row=number, column=column, rowspan=height, colspan=width), cell_text(cell)
        )
        column += width
    if cells and grid.header_rows == number and (in_head or all(cell.tag == "th" for cell in cells)):
        grid.header_rows += 1
    if cells:
        grid.rows += 1
        grid.columns = max(grid.columns, column)


def _place(grid: _Grid, row: int, column: int, span: CellSpan, text: str) -> None:
    for down in range(span.rowspan):
        for right in range(span.colspan):
            grid.cells.setdefault((row + down, column + right), "")
    grid.cells[row, column] = text
    if span.rowspan > 1 or span.colspan > 1:
        grid.spans.append(span)


def _span(cell: Node, name: str, limit: int) -> int:
    value = (cell.attributes.get(name) or "").strip()
    return max(1, min(int(value), limit)) if value.isdecimal() and len(value) < 6 else 1
