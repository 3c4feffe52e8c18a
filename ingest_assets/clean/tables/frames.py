"""Frames: rules of equal extent, one under the other, with what looks like rows of a table between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest_assets.clean.tables.levels import Level
from ingest_assets.clean.tables.lines import Strip
from ingest_assets.clean.tables.words import Band
from ingest_assets.thresholds.tables import Tables


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


def frames_of(strips: Sequence[Strip], levels: Sequence[Level], limits: Tables) -> list[Frame]:
    """Chains of levels of equal extent, each linked to the next by what looks like rows."""
    chains: list[list[Level]] = []
    for level in levels:
        near = (
            c for c in reversed(chains) if _same_extent(c[-1], level, limits) and _linked(strips, c[-1], level, limits)
        )
        chain = next(near, None)
        if chain is None:
            chains.append([level])
        else:
            chain.append(level)
    return [Frame(tuple(chain)) for chain in chains if len(chain) > 1]


def _same_extent(a: Level, b: Level, limits: Tables) -> bool:
    return abs(a.x0 - b.x0) <= limits.same_extent and abs(a.x1 - b.x1) <= limits.same_extent


def _linked(strips: Sequence[Strip], upper: Level, lower: Level, limits: Tables) -> bool:
    """True when what stands between the two levels looks like rows of a table."""
    between = [
        strip
        for strip in strips
        if upper.y < (strip.top + strip.bottom) / 2 < lower.y
        and any(run.x1 > upper.x0 and run.x0 < upper.x1 for run in strip.runs)
    ]
    if not between:
        return lower.y - upper.y < 30
    runs = [run for strip in between for run in strip.runs]
    if any(run.x0 < upper.x0 - 10 or run.x1 > upper.x1 + 10 for run in runs):
        return False
    lines = [line for strip in between for line in strip.lines]
    if len(lines) == 1 and lower.y - upper.y <= limits.section_height * lines[0].band.size:
        return True
    if _has_prose(between, upper, limits):
        return False
    above = [strip for strip in strips if strip.bottom < upper.y + 1][-1:]
    below = [strip for strip in strips if strip.top > lower.y - 1][:1]
    if any(_is_wrapped_row(first, between, limits) for first in (*between[:1], *above, *below)):
        return True
    tabular = sum(strip.tabular or len(strip.runs) > 1 for strip in between)
    return tabular >= 0.5 * len(between) or len(between) <= 2 or (tabular >= 1 and len(between) <= 6)


def _has_prose(strips: Sequence[Strip], level: Level, limits: Tables) -> bool:
    """A line of running text over most of the width that starts at the left; the last one may be a remark under a row of cells."""
    wide = 0.6 * (level.x1 - level.x0)
    left = level.x0 + limits.remark_indent * (level.x1 - level.x0)
    prose = [line for strip in strips if strip.prose for line in strip.lines if line.prose]
    long = [line for line in prose if line.x1 - line.x0 >= wide and line.x0 < left]
    return bool(long) and not (len(long) == 1 and long[0] is strips[-1].lines[-1] and _is_under_cells(strips, limits))


def _is_under_cells(strips: Sequence[Strip], limits: Tables) -> bool:
    """The last line ends flush right with a row of three cells or more, and begins right of the row's first cell."""
    first, line = strips[0], strips[-1].lines[-1]
    if len(strips) < 2 or len(first.runs) < limits.framed_columns or not first.tabular:
        return False
    begin, end = min(run.x1 for run in first.runs), max(run.x1 for run in first.runs)
    return abs(line.x1 - end) <= limits.same_start and line.x0 > begin


def _is_wrapped_row(first: Strip, strips: Sequence[Strip], limits: Tables) -> bool:
    """One row of cells, the longest of many lines: every line starts where a run of ``first`` does, but none at its left end.

    ``first`` is the first strip of the row, or the strip of a row beside it where a page end cut the row.
    """
    if len(first.runs) < 2 or not (first.tabular or len(first.runs) > 2):
        return False
    starts = sorted(run.x0 for run in first.runs)[1:]
    runs = [run for strip in strips if strip is not first for run in strip.runs]
    return all(any(abs(run.x0 - x) <= limits.same_start for x in starts) for run in runs)
