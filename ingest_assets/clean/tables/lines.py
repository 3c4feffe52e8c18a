"""Lines of a page with their runs, and strips of lines that stand beside each other at uneven heights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest_assets.clean.tables.runs import Run
from ingest_assets.clean.tables.tokens import is_marker, is_value
from ingest_assets.clean.tables.words import Band
from ingest_assets.thresholds.tables import Tables

CLEAR = 1.5  # em: wider than any blank of a justified line


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
        """A line of running text that at most a wide blank parts; a value or a clear gap beside it makes it a row."""
        words = sorted(len(run.words) for run in self.runs)
        if len(words) == 1:
            return words[0] >= 6
        if any(is_value(run.text) for run in self.runs):
            return False
        if len(words) > 2:
            return words[len(words) // 2] >= 5
        return words[0] >= 5 or (words[1] >= 8 and self.runs[1].x0 - self.runs[0].x1 < CLEAR * self.band.size)

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
        """It holds a line of running text, and nothing shorter stands beside that."""
        text = [line for line in self.lines if line.prose]
        if not text:
            return False
        short = [line for line in self.lines if not line.prose]
        return not any(line.x1 < text[0].x0 or line.x0 > text[0].x1 or len(line.runs) > 1 for line in short)

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
