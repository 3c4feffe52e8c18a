"""Tables of reports, in markdown."""

from __future__ import annotations

from collections.abc import Sequence


def pipe_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A pipe table; what would break a cell is escaped or becomes a space."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")
