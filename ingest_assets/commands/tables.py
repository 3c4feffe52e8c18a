"""Tables for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table


def closing_table(rows: Sequence[tuple[str, str, str | None, str | None, int]]) -> None:
    """How every document ended: by source, state, and problem or skip rule."""
    table = Table(title="How every document ended")
    for name in ("source", "state", "problem or rule"):
        table.add_column(name)
    table.add_column("documents", justify="right")
    for source, state, problem, rule, count in rows:
        table.add_row(source, state, problem or rule or "", str(count))
    table.add_section()
    table.add_row("all", "", "", str(sum(row[4] for row in rows)))
    Console().print(table)


def plain_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Any rows; on a pipe the columns are as wide as they need."""
    table = Table(*head, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    console = Console()
    if not console.is_terminal:
        console.width = 400
    console.print(table)
