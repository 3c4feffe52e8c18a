"""Where a table without a drawn grid may be: neighbouring bands of several runs, and bands between rules of equal extent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from ingest_assets.clean.tables.levels import Level
from ingest_assets.clean.tables.runs import Run
from ingest_assets.clean.tables.tokens import is_marker, is_value
from ingest_assets.clean.tables.words import Band
from ingest_assets.thresholds.tables import Tables


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Area:
    """Lines that may form a table, and the levels between them."""

    lines: tuple[Line, ...]
    levels: tuple[Level, ...]

    @property
    def framed(self) -> bool:
        """True when rules of equal extent stand above or between its lines."""
        return len(self.levels) >= 2


@dataclass(frozen=True, slots=True)
class Frame:
    """Levels of equal extent with table lines between them."""

    levels: tuple[Level, ...]

    @property
    def top(self) -> float:
        """Its first level."""
        return self.levels[0].y

    @property
    def bottom(self) -> float:
        """Its last level."""
        return self.levels[-1].y

    def holds(self, band: Band) -> bool:
        """True when the band stands between the first and the last level and inside their extent."""
        inside = self.top - 1 <= band.base - 0.27 * band.size <= self.bottom + 1
        return (
            inside and band.words[0].center >= self.levels[0].x0 - 3 and band.words[-1].center <= self.levels[0].x1 + 3
        )


def areas_of(lines: Sequence[Line], levels: Sequence[Level], limits: Tables) -> list[Area]:
    """Candidate areas of one zone from top to bottom."""
    frames = _frames(lines, levels, limits)
    lines = [
        Line(line.band, line.runs, next((i for i, frame in enumerate(frames) if frame.holds(line.band)), None))
        for line in lines
    ]
    out = []
    for group in _groups(lines, limits):
        kept = _trimmed(group)
        if len(kept) >= 2:
            out.append(Area(tuple(kept), tuple(_levels_at(kept, levels))))
    return out


def _frames(lines: Sequence[Line], levels: Sequence[Level], limits: Tables) -> list[Frame]:
    chains: list[list[Level]] = []
    for level in levels:
        chain = next(
            (c for c in reversed(chains) if _same_extent(c[-1], level, limits) and _linked(lines, c[-1], level)), None
        )
        if chain is None:
            chains.append([level])
        else:
            chain.append(level)
    return [Frame(tuple(chain)) for chain in chains if len(chain) > 1]


def _same_extent(a: Level, b: Level, limits: Tables) -> bool:
    return abs(a.x0 - b.x0) <= limits.same_extent and abs(a.x1 - b.x1) <= limits.same_extent


def _linked(lines: Sequence[Line], upper: Level, lower: Level) -> bool:
    """True when what stands between the two levels looks like rows of a table."""
    between = [
        line
        for line in lines
        if upper.y < line.band.base - 0.27 * line.band.size < lower.y and line.x1 > upper.x0 and line.x0 < upper.x1
    ]
    if not between:
        return lower.y - upper.y < 30
    if any(line.x0 < upper.x0 - 10 or line.x1 > upper.x1 + 10 for line in between):
        return False
    if any(line.prose and line.x1 - line.x0 >= 0.6 * (upper.x1 - upper.x0) for line in between):
        return False
    tabular = sum(line.tabular or len(line.runs) > 1 for line in between)
    return tabular >= 0.5 * len(between) or len(between) <= 2 or (tabular >= 1 and len(between) <= 6)


def _groups(lines: Sequence[Line], limits: Tables) -> list[list[Line]]:
    """Runs of lines that may belong to one table."""
    out: list[list[Line]] = []
    group: list[Line] = []
    for line in lines:
        if group and not _follows(group, line, limits):
            out.append(group)
            group = []
        if line.tabular or line.frame is not None or (group and _may_continue(group, line)) or _may_open(line):
            group.append(line)
        elif group:
            out.append(group)
            group = []
    return [*out, group] if group else out


def _follows(group: Sequence[Line], line: Line, limits: Tables) -> bool:
    last = group[-1]
    if line.frame is not None and any(other.frame not in (None, line.frame) for other in group):
        return False
    if line.frame is None and line.prose:
        return False
    if last.frame is not None and last.frame == line.frame:
        return True
    em = max(line.band.size, last.band.size)
    step = line.band.base - last.band.base
    steps = [b.band.base - a.band.base for a, b in pairwise(group) if b.band.base - a.band.base > 0.5 * em]
    usual = median(steps) if steps else 1.6 * em
    return step <= max(limits.break_pitches * usual, limits.break_em * em)


def _may_continue(group: Sequence[Line], line: Line) -> bool:
    """A single run goes on with a table when it is short or stands under a column other than the first."""
    left = min(other.x0 for other in group)
    width = max(other.x1 for other in group) - left
    run = line.runs[0]
    if len(line.runs) > 1:
        return False
    if run.x1 - run.x0 <= 0.5 * width:
        return True
    return run.x0 > left + 0.1 * width and any(
        abs(run.x0 - other.x0) <= 3 for member in group for other in member.runs[1:]
    )


def _may_open(line: Line) -> bool:
    return len(line.runs) == 1 and len(line.runs[0].words) <= 6


def _trimmed(group: Sequence[Line]) -> list[Line]:
    """The group without loose single lines at its ends."""
    kept = list(group)
    while kept and kept[-1].frame is None and not kept[-1].tabular and not _under_value(kept):
        kept.pop()
    while kept and kept[0].frame is None and not kept[0].tabular and not _above_column(kept):
        kept.pop(0)
    return kept


def _under_value(lines: Sequence[Line]) -> bool:
    """The last line goes on with a cell of a column other than the first."""
    if len(lines) < 2 or len(lines[-1].runs) > 1:
        return False
    run, size = lines[-1].runs[0], lines[-1].band.size
    left = min(line.x0 for line in lines) + 2 * size
    near = [line for line in lines[-4:-1] if run.base - line.band.base < 1.5 * size]
    return run.x0 > left and any(abs(run.x0 - other.x0) <= 2 for line in near for other in line.runs)


def _above_column(lines: Sequence[Line]) -> bool:
    """The first line is the upper part of a column's head."""
    if len(lines) < 2 or len(lines[0].runs) > 1:
        return False
    run, below = lines[0].runs[0], lines[1]
    close = below.band.base - lines[0].band.base < 1.5 * max(below.band.size, lines[0].band.size)
    return close and run.x0 > below.runs[0].x1 and not is_value(run.text)


def _levels_at(lines: Sequence[Line], levels: Sequence[Level]) -> list[Level]:
    """Levels over at least half of the lines' width, from just above the first to just below the last."""
    x0, x1 = min(line.x0 for line in lines), max(line.x1 for line in lines)
    em = median(line.band.size for line in lines)
    top, bottom = lines[0].band.top - 1.5 * em, lines[-1].band.bottom + 1.5 * em
    return [level for level in levels if top <= level.y <= bottom and level.x0 < x1 and level.x1 > x0]
