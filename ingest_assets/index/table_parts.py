"""A table as pieces: whole where it fits, else by rows with its title and head repeated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest_assets.index.tokens import cut, solid_length, token_count
from ingest_assets.markdown import table_markdown
from ingest_assets.model import Table

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TablePart:
    """Markdown of some rows below the repeated head. ``letters`` are the (start, stop) of head and rows among the letters of the whole table."""

    text: str
    letters: tuple[tuple[int, int], ...]


def table_parts(table: Table, *, title: str, budget: int, first: int) -> list[TablePart]:
    """All rows, in parts of at most ``budget`` tokens, ``first`` for the first part (something introduces it)."""
    heads = min(max(table.header_rows, 1), len(table.rows))
    lengths = [_length(row) for row in table.rows]
    title = title if token_count(title) <= budget // 4 else ""
    head, body = _short(table.rows[:heads], budget // 2), table.rows[heads:]
    above = token_count(title) + _head_size(head)
    parts: list[TablePart] = []
    for start, stop in _cuts([_size(row) for row in body], budget=budget - above, first=first - above):
        start, stop = start + heads, stop + heads  # noqa: PLW2901 - counted in the whole table from here on
        letters = ((0, sum(lengths[:heads])), (sum(lengths[:start]), sum(lengths[:stop])))
        rows = (*head, *table.rows[start:stop])
        parts.extend(TablePart(text, letters) for text in _texts(replace(table, rows=rows, flags=()), title, budget))
    return parts


def letters_of(table: Table) -> int:
    """Letters and digits of all cells."""
    return sum(_length(row) for row in table.rows)


def _cuts(sizes: Sequence[int], *, budget: int, first: int) -> Iterator[tuple[int, int]]:
    """(start, stop) of runs of rows; a row that is larger than the budget stands alone."""
    if sum(sizes) <= first or not sizes:
        yield 0, len(sizes)
        return
    start, size, room = 0, 0, first
    for place, row in enumerate(sizes):
        if place > start and size + row > room:
            yield start, place
            start, size, room = place, 0, budget
        size += row
    yield start, len(sizes)


def _texts(part: Table, title: str, budget: int) -> list[str]:
    text = table_markdown(part)
    whole = f"{title}\n\n{text}" if title else text
    if len(part.rows) - max(part.header_rows, 1) > 1 or token_count(whole) <= budget:
        return [whole] if text else []
    return cut(_record(part.rows, title), budget)


def _record(rows: Sequence[Row], title: str) -> str:
    """One row with more words than a chunk holds: a line for each cell under its column's name."""
    *heads, row = rows
    names = [" / ".join(dict.fromkeys(cell for cell in column if cell)) for column in zip(*heads, strict=True)] or [
        ""
    ] * len(row)
    lines = [f"{name}: {cell}" if name else cell for name, cell in zip(names, row, strict=True) if cell]
    return "\n".join([title, *lines] if title else lines)


def _size(row: Row) -> int:
    """Tokens of a row as it is printed, its bars included."""
    return sum(token_count(cell) for cell in row) + len(row) + 1


def _head_size(head: Sequence[Row]) -> int:
    columns = len(head[0]) if head else 0
    return sum(token_count(cell) for row in head for cell in row) + 5 * columns + 2


def _short(head: Sequence[Row], budget: int) -> tuple[Row, ...]:
    """The head, its cells cut where it would leave no room for rows."""
    if _head_size(head) <= budget:
        return tuple(head)
    room = max(budget // max(sum(len(row) for row in head), 1), 1)
    return tuple(
        tuple(cell if token_count(cell) <= room else cut(cell, room)[0] + " …" for cell in row) for row in head
    )


def _length(row: Row) -> int:
    return sum(solid_length(cell) for cell in row)
