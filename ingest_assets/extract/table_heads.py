"""Head rows of tables whose format names none: read off merged cells and titles, so that a part of a large table carries the whole head.

The guess decides only which rows are repeated above the parts; in the markdown the rows of such a head stay rows (flag ``inferred_head``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.model import CellSpan, Table

FLAG = "inferred_head"
TITLES = 5  # lines above a head (company, period, unit); a guess, seen in exports of bookkeeping programs
LEVELS = 4  # rows of one stacked head; a guess, statistical tables have up to four

Rows = Sequence[Sequence[str]]


def with_head(table: Table) -> Table:
    """``table`` with its head rows counted: titles that stand alone in their rows, then a head of several levels."""
    if table.header_rows > 1 or len(table.rows) < 3 or len(table.rows[0]) < 2:
        return table
    titles = _titles(table)
    heads = min(_stacked(table, titles), len(table.rows) - 1)
    return table if heads <= 1 else replace(table, header_rows=heads, flags=(*table.flags, FLAG))


def _titles(table: Table) -> int:
    """Leading rows of one filled cell above a row of words; 0 when no such row follows."""
    width = len(table.rows[0])
    wide = {span.row for span in table.spans if span.colspan == width}
    count = 0
    while count < min(TITLES, len(table.rows) - 1) and _filled(table.rows[count]) == 1:
        if width < 3 and count not in wide:
            return 0
        count += 1
    below = table.rows[count]
    is_head = count < TITLES and _filled(below) > max(1, width // 2) and all(_is_wordy(cell) for cell in below if cell)
    return count if is_head else 0


def _stacked(table: Table, start: int) -> int:
    """The row after the head that begins at ``start``: cells merged downwards beside cells merged across reach to its end."""
    heads = start + 1
    while heads < start + LEVELS:
        across = [span for span in table.spans if start <= span.row < heads and 1 < span.colspan < len(table.rows[0])]
        if not across:
            return heads
        reach = max((span.row + span.rowspan for span in table.spans if start <= span.row < heads), default=heads)
        if reach > start + LEVELS:
            return start + 1
        if reach > heads:
            heads = reach
        elif heads < len(table.rows) and _is_second_level(table.rows, heads, across):
            heads += 1
        else:
            return heads
    return heads


def _is_second_level(rows: Rows, row: int, across: Sequence[CellSpan]) -> bool:
    """True when ``row`` names the columns below every merged cell of the row above it and nothing beside them."""
    above = [span for span in across if span.row == row - 1 and span.rowspan == 1]
    under = {column for span in above for column in range(span.column, span.column + span.colspan)}
    if not above:
        return False
    return all(bool(cell) == (column in under) for column, cell in enumerate(rows[row]))


def _filled(row: Sequence[str]) -> int:
    return sum(bool(cell) for cell in row)


def _is_wordy(cell: str) -> bool:
    return any(sign.isalpha() for sign in cell)
