"""One sheet as read, whatever the format: sparse cells, merges, what is hidden, and what stands beside the cells."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field

Cells = dict[int, dict[int, str]]
"""Row number to column number to shown text, both from 0; only non-empty cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """A merged range, both ends inclusive, from 0."""

    top: int
    left: int
    bottom: int
    right: int


class HiddenRanges:
    """Hidden rows or columns as ranges; a sheet may hide 16,000 columns with one element."""

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        merged: list[list[int]] = []
        for first, last in sorted(ranges):
            if merged and first <= merged[-1][1] + 1:
                merged[-1][1] = max(merged[-1][1], last)
            else:
                merged.append([first, last])
        self._starts = [first for first, _ in merged]
        self._ends = [last for _, last in merged]
        self._before = [0]
        for first, last in merged:
            self._before.append(self._before[-1] + last - first + 1)

    def __contains__(self, index: int) -> bool:
        place = bisect_left(self._ends, index)
        return place < len(self._starts) and self._starts[place] <= index

    def __bool__(self) -> bool:
        return bool(self._starts)

    def shown_position(self, index: int) -> int:
        """Where a visible index stands when the hidden ones are folded away."""
        return index - self._before[bisect_left(self._ends, index)]


@dataclass(slots=True)
class Sheet:
    """``notes``, ``texts`` and ``charts`` stand beside the cells: (cell, author, text), text boxes, chart titles."""

    name: str
    hidden: bool = False
    cells: Cells = field(default_factory=dict)
    merges: list[Merge] = field(default_factory=list)
    hidden_rows: HiddenRanges = field(default_factory=HiddenRanges)
    hidden_columns: HiddenRanges = field(default_factory=HiddenRanges)
    notes: list[tuple[str, str, str]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    charts: list[str] = field(default_factory=list)
    margins: list[tuple[str, str]] = field(default_factory=list)
    formulas_without_value: int = 0

    def put(self, row: int, column: int, text: str) -> None:
        """Store a cell that shows something."""
        if text.strip():
            self.cells.setdefault(row, {})[column] = text


def column_letters(column: int) -> str:
    """0 is A, 26 is AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """A is 0, AA is 26."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1
