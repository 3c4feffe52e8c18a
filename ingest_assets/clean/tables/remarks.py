"""Remarks under the rows of records: lines set flush right over several columns, above the rule of the next record."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ingest_assets.clean.tables.lines import Line
from ingest_assets.thresholds.tables import Tables

FLUSH = 2.0  # pt: text set flush right ends this near to the table's last edge


def remark_lines(
    lines: Sequence[Line], cuts: Sequence[float], limits: Tables, *, fewest: int | None = None
) -> frozenset[int]:
    """Indexes of lone flush right lines that begin left of all cells of the last column, and of such lines right under them.

    Each group of them stands above a rule or ends the table; one alone may be a cell that is wider than the others.
    """
    right = max(line.x1 for line in lines)
    cells = [line.runs[-1].x0 for line in lines if len(line.runs) > 1 and right - line.x1 <= FLUSH]
    if not cells:
        return frozenset()
    out: set[int] = set()
    groups = 0
    for group in _lone_groups(lines, right):
        first = next((i for i in group if lines[i].x0 < min(cells) - limits.same_start), None)
        if first is not None and _ends_record(lines, group[-1], cuts):
            out.update(range(first, group[-1] + 1))
            groups += 1
    return frozenset(out) if groups >= (fewest or limits.fewest_remarks) else frozenset()


def remarks_at_top(lines: Sequence[Line], right: float) -> frozenset[int]:
    """Indexes of the leading lone flush right lines: they go on with the remarks that end the page before."""
    lone = [_is_lone(line, right) for line in lines]
    return frozenset(range(lone.index(False) if False in lone else len(lone)))


def _is_lone(line: Line, right: float) -> bool:
    return len(line.runs) == 1 and abs(line.x1 - right) <= FLUSH


def _lone_groups(lines: Sequence[Line], right: float) -> list[list[int]]:
    lone = [i for i, line in enumerate(lines) if _is_lone(line, right)]
    out: list[list[int]] = [lone[:1]] if lone else []
    for before, index in pairwise(lone):
        if index == before + 1:
            out[-1].append(index)
        else:
            out.append([index])
    return out


def _ends_record(lines: Sequence[Line], index: int, cuts: Sequence[float]) -> bool:
    """True when a rule runs between the line and the next one, or there is no next one."""
    if index + 1 == len(lines):
        return True
    upper, lower = lines[index].band, lines[index + 1].band
    return any(upper.base - 0.27 * upper.size < cut < lower.base - 0.27 * lower.size for cut in cuts)
