"""Lines of a page with their runs, and strips of lines that stand beside each other at uneven heights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest_assets.clean.tables.runs import Run
from ingest_assets.clean.tables.tokens import is_marker, is_value
from ingest_assets.clean.tables.words import Band
from ingest_assets.thresholds.tables import Tables


@dataclass(slots=True, eq=False)
class Line:
    """A band with its runs, and the frame (index) that it stands in."""

    band: Band
    runs: tuple[Run, ...]
    frame: int | None = None

    @property
    def tabular(self) -> bool:
        """Several runs, not all of them prose, and no list item."""
        if len(self.runs) < 2 or (len(self.runs) == 2 and is_marker(self.runs[0].text) and len(self.runs[1].words) > 2):
            return False
        return not self.prose and (any(len(run.words) <= 4 for run in self.runs[1:]) or len(self.runs) > 2)

    @property
    def prose(self) -> bool:
        """A line of running text that a wide blank parts."""
        words = [len(run.words) for run in self.runs]
        valued = any(is_value(run.text) for run in self.runs)
        return (len(words) < 3 and max(words) >= 8 and not valued) or sum(words) >= 6 * len(words)

    @property
    def x0(self) -> float:
        """Left end."""
        return self.runs[0].x0

    @property
    def x1(self) -> float:
        """Right end."""
        return self.runs[-1].x1


@dataclass(slots=True, eq=False)
class Strip:
    """Lines whose ink overlaps in height: one, or the cells of a row that are centred beside each other."""

    lines: tuple[Line, ...]
    frame: int | None
    top: float
    bottom: float

    @property
    def tabular(self) -> bool:
        """It holds several pieces side by side."""
        return any(line.tabular for line in self.lines) or (len(self.lines) > 1 and not self.prose)

    @property
    def prose(self) -> bool:
        """It holds a line of running text."""
        return any(line.prose for line in self.lines)

    @property
    def runs(self) -> list[Run]:
        """Every run of its lines."""
        return [run for line in self.lines for run in line.runs]

    @property
    def size(self) -> float:
        """Type size of its first line."""
        return self.lines[0].band.size


def strips_of(lines: Sequence[Line], limits: Tables) -> list[Strip]:
    """Strips from top to bottom. A chain of overlaps that is too long is text in columns: its lines stay apart."""
    out: list[Strip] = []
    chain: list[Line] = []
    for line in lines:
        if chain and _beside(chain, line):
            chain.append(line)
            continue
        out += _closed(chain, limits)
        chain = [line]
    return out + _closed(chain, limits)


def _beside(chain: Sequence[Line], line: Line) -> bool:
    reach = max(other.band.bottom for other in chain)
    return chain[0].frame == line.frame and reach - line.band.top > 0.25 * line.band.size


def _closed(chain: Sequence[Line], limits: Tables) -> list[Strip]:
    if not chain:
        return []
    groups = [tuple(chain)] if len(chain) <= limits.strip_lines else [(line,) for line in chain]
    return [
        Strip(group, group[0].frame, min(line.band.top for line in group), max(line.band.bottom for line in group))
        for group in groups
    ]
