"""Word tables: grid columns, merged cells, deleted rows, nested tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ingest_assets.extract.drafts import Draft, cell_text, rectangular, table_of
from ingest_assets.extract.ooxml.word.runs import is_placeholder
from ingest_assets.extract.ooxml.word.story import Story
from ingest_assets.extract.xml_parts import Element, attribute, child, integer, local, switched_on
from ingest_assets.model import CellSpan, Table

COLUMNS = 500
"""Columns a row may claim by spans; Word itself allows 63."""

NESTED = "[table]"
"""Marks the place of a nested table, which follows its outer table."""

CellReader = Callable[[Element], list[Draft]]


@dataclass(slots=True)
class Grid:
    """A table being filled. ``origins`` maps a column to the row and width of the vertical merge that is open there."""

    rows: list[list[str]] = field(default_factory=list)
    spans: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    open_merges: dict[int, int] = field(default_factory=dict)
    header_rows: int = 0
    nested: list[Draft] = field(default_factory=list)


def read_table(element: Element, read_cell: CellReader, story: Story) -> Iterator[Draft]:
    """The table, then what was nested in it. A table of one cell is a frame around text: its content flows."""
    rows = [row for row in _wrapped(element, "tr") if not _is_deleted(row)]
    if len(rows) == 1:
        cells = list(_wrapped(rows[0], "tc"))
        if len(cells) == 1:
            yield from read_cell(cells[0])
            return
    grid = Grid()
    for row in rows:
        _read_row(row, grid, read_cell, story)
    if not any(any(row) for row in grid.rows) and not grid.nested:
        return
    yield table_of(
        Table(
            page=1,
            rows=rectangular(grid.rows),
            header_rows=min(grid.header_rows or 1, max(1, len(grid.rows) - 1)),
            spans=_spans(grid),
        )
    )
    yield from grid.nested


def _read_row(row: Element, grid: Grid, read_cell: CellReader, story: Story) -> None:
    properties = child(row, "trPr")
    number = len(grid.rows)
    cells: list[str] = [""] * min(COLUMNS, integer(attribute(child(properties, "gridBefore"), "val")))
    for cell in _wrapped(row, "tc"):
        column = len(cells)
        width = max(1, min(COLUMNS - column, integer(attribute(child(cell, "tcPr", "gridSpan"), "val"), 1)))
        text = _cell_value(read_cell(cell), grid, story)
        cells.extend([text] + [""] * (width - 1))
        _merge(cell, grid, number, column, width)
        if column >= COLUMNS:
            break
    grid.rows.append(cells)
    if switched_on(child(properties, "tblHeader")) and grid.header_rows == number:
        grid.header_rows += 1


def _cell_value(drafts: list[Draft], grid: Grid, story: Story) -> str:
    """The cell's text; from its first nested table on, the content follows the outer table so that reading order holds."""
    first = next((index for index, draft in enumerate(drafts) if draft.table is not None), None)
    if first is None:
        return cell_text(drafts)
    grid.nested.extend(drafts[first:])
    return "\n".join(part for part in (cell_text(drafts[:first]), story.made(NESTED)) if part)


def _merge(cell: Element, grid: Grid, row: int, column: int, width: int) -> None:
    merge = child(cell, "tcPr", "vMerge")
    if merge is not None and attribute(merge, "val") != "restart" and column in grid.open_merges:
        origin = grid.open_merges[column]
        grid.spans[origin, column] = (row - origin + 1, grid.spans[origin, column][1])
        return
    grid.open_merges.pop(column, None)
    if merge is not None:
        grid.open_merges[column] = row
        grid.spans[row, column] = (1, width)
    elif width > 1:
        grid.spans[row, column] = (1, width)


def _spans(grid: Grid) -> tuple[CellSpan, ...]:
    return tuple(
        CellSpan(row=row, column=column, rowspan=rowspan, colspan=colspan)
        for (row, column), (rowspan, colspan) in sorted(grid.spans.items())
        if rowspan > 1 or colspan > 1
    )


def _wrapped(container: Element, name: str) -> Iterator[Element]:
    """Rows or cells, also inside content controls and custom XML."""
    todo = list(reversed(container))
    while todo:
        one = todo.pop()
        if local(one) == name:
            yield one
        elif local(one) in {"sdtContent", "customXml", "ins", "moveTo", "annotation", "content"} or (
            local(one) == "sdt" and not is_placeholder(one)
        ):
            todo.extend(reversed(one))


def _is_deleted(row: Element) -> bool:
    return child(row, "trPr", "del") is not None or child(row, "trPr", "moveFrom") is not None
