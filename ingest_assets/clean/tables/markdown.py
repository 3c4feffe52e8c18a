"""A table as one pipe table."""

from __future__ import annotations

from collections.abc import Sequence

from ingest_assets.model import Table


def to_markdown(table: Table) -> str:
    """One pipe table without trailing newline, "" for a table without cells. Head bands are joined by " / ", cells are not padded."""
    if not table.rows or not table.rows[0]:
        return ""
    bands = max(1, min(table.header_rows, len(table.rows)))
    lines = [_line(_head(table, bands)), "|" + "---|" * len(table.rows[0])]
    lines += [_line([_escaped(cell) for cell in row]) for row in table.rows[bands:]]
    return "\n".join(lines)


def _head(table: Table, bands: int) -> list[str]:
    rows = [list(row) for row in table.rows[:bands]]
    for span in table.spans:
        if span.row < bands and span.colspan > 1 and span.row + 1 < bands:
            for column in range(span.column + 1, span.column + span.colspan):
                rows[span.row][column] = rows[span.row][span.column]
    return [" / ".join(_escaped(text) for text in _distinct(column)) for column in zip(*rows, strict=True)]


def _distinct(texts: Sequence[str]) -> list[str]:
    return [text for i, text in enumerate(texts) if text.strip() and text not in texts[:i]]


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|")


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
