"""Where a table without a drawn grid may be: neighbouring rows of several runs, and rows between rules of equal extent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from ingest_assets.clean.tables.frames import frames_of
from ingest_assets.clean.tables.levels import Level
from ingest_assets.clean.tables.lines import Line, Strip, strips_of
from ingest_assets.clean.tables.runs import Run
from ingest_assets.clean.tables.tokens import is_value
from ingest_assets.thresholds.tables import Tables


@dataclass(frozen=True, slots=True)
class Area:
    """Lines that may form a table, and the levels between them."""

    lines: tuple[Line, ...]
    levels: tuple[Level, ...]

    @property
    def framed(self) -> bool:
        """True when rules of equal extent stand above or between its lines."""
        return len(self.levels) >= 2


def areas_of(lines: Sequence[Line], levels: Sequence[Level], limits: Tables) -> list[Area]:
    """Candidate areas of one zone from top to bottom."""
    frames = frames_of(strips_of(lines, limits), levels, limits)
    framed = [
        Line(line.band, line.runs, next((i for i, frame in enumerate(frames) if frame.holds(line.band)), None))
        for line in lines
    ]
    out = []
    for group in _groups(strips_of(framed, limits), limits):
        kept = [line for strip in _trimmed(group, limits) for line in strip.lines]
        if len(kept) >= 2:
            out.append(Area(tuple(kept), tuple(_levels_at(kept, levels))))
    return out


def _groups(strips: Sequence[Strip], limits: Tables) -> list[list[Strip]]:
    """Stretches of strips that may belong to one table."""
    out: list[list[Strip]] = []
    group: list[Strip] = []
    for place, strip in enumerate(strips, 1):
        section = bool(group) and place < len(strips) and _is_section(group, strip, strips[place], limits)
        if group and not (section or _follows(group, strip, limits)):
            out.append(group)
            group = []
        goes_on = group and (
            section or _may_continue(group, strip) or _wraps_cells(group, strip) or _is_remark(group, strip, limits)
        )
        if strip.tabular or strip.frame is not None or goes_on or _may_open(strip):
            group.append(strip)
        elif group:
            out.append(group)
            group = []
    return [*out, group] if group else out


def _follows(group: Sequence[Strip], strip: Strip, limits: Tables) -> bool:
    last = group[-1]
    if strip.frame is not None and any(other.frame not in (None, strip.frame) for other in group):
        return False
    if strip.frame is None and strip.prose and not _wraps_cells(group, strip) and not _is_remark(group, strip, limits):
        return False
    if last.frame is not None and last.frame == strip.frame:
        return True
    em = max(strip.size, last.size)
    gaps = [max(0.0, b.top - a.bottom) for a, b in pairwise(group)]
    usual = median(gaps) if gaps else limits.usual_gap * em
    reach = limits.break_pitches * (usual + em) - em
    if len(gaps) >= limits.steady_gaps and any(member.frame is not None for member in group):
        reach = min(
            reach, limits.widest_step * sorted(gaps)[-2]
        )  # below the last rule of some records; the first line may be loose
    return strip.top - last.bottom <= reach


def _may_continue(group: Sequence[Strip], strip: Strip) -> bool:
    """A single run goes on with a table when it is short or stands under a column other than the first."""
    if len(strip.runs) > 1:
        return False
    run, runs = strip.runs[0], [run for member in group for run in member.runs]
    left = min(other.x0 for other in runs)
    width = max(other.x1 for other in runs) - left
    if run.x1 - run.x0 <= 0.5 * width:
        return True
    return run.x0 > left + 0.1 * width and any(abs(run.x0 - other.x0) <= 3 for other in runs)


def _wraps_cells(group: Sequence[Strip], strip: Strip) -> bool:
    """A line close under ones that start at the same x in columns other than the first, and that are longer still: wrapped text."""
    if strip.top - group[-1].bottom > 0.6 * strip.size:
        return False
    if max(len(line.runs) for member in group for line in member.lines) < 3:
        return False
    runs = [other for member in group for other in member.runs]
    left = min(other.x0 for other in runs)
    near = [other.x0 for member in group[-2:] for other in member.runs]
    return all(
        run.x0 > left + 2 * strip.size
        and any(abs(run.x0 - x) <= 2 for x in near)
        and run.x1 <= max(one.x1 for one in runs if abs(run.x0 - one.x0) <= 2) + 2 * strip.size
        for run in strip.runs
    )


def _is_remark(group: Sequence[Strip], strip: Strip, limits: Tables) -> bool:
    """A line set flush right under the last of some records between rules."""
    if len(strip.runs) > 1 or not any(member.frame is not None for member in group):
        return False
    runs = [run for member in group for run in member.runs]
    left, right = min(run.x0 for run in runs), max(run.x1 for run in runs)
    return abs(strip.runs[0].x1 - right) <= 2 and strip.runs[0].x0 >= left + limits.remark_indent * (right - left)


def _is_section(group: Sequence[Strip], strip: Strip, following: Strip, limits: Tables) -> bool:
    """A line at the left edge between rows of the same columns, no farther from both than rows are from each other."""
    if len(strip.runs) > 1 or strip.frame is not None or not (following.tabular and len(following.runs) > 2):
        return False
    runs = [run for member in group for run in member.runs]
    if abs(strip.runs[0].x0 - min(run.x0 for run in runs)) > limits.same_start:
        return False
    reach = limits.usual_gap * limits.break_pitches * max(strip.size, following.size)
    if max(strip.top - group[-1].bottom, following.top - strip.bottom) > reach:
        return False
    aligned = sum(any(_lines_up(run, other) for other in runs) for run in following.runs)
    valued = any(is_value(run.text) for run in following.runs[1:])  # stretched lines of text have none
    return aligned > 1 and valued and strip.runs[0].x1 <= max(run.x1 for run in runs)


def _may_open(strip: Strip) -> bool:
    return len(strip.runs) == 1 and len(strip.runs[0].words) <= 6


def _trimmed(group: Sequence[Strip], limits: Tables) -> list[Strip]:
    """The group without loose single lines at its ends."""
    kept = list(group)
    while kept and kept[-1].frame is None and not kept[-1].tabular and not _belongs(kept, limits):
        kept.pop()
    while kept and kept[0].frame is None and not kept[0].tabular and not _above_column(kept):
        kept.pop(0)
    return kept


def _belongs(strips: Sequence[Strip], limits: Tables) -> bool:
    """The last line goes on with cells of the row above it, or is that row's remark."""
    if len(strips) > 1 and len(strips[-1].runs) > 1:
        return _wraps_cells(strips[:-1], strips[-1])
    return _under_value(strips) or (len(strips) > 1 and _is_remark(strips[:-1], strips[-1], limits))


def _under_value(strips: Sequence[Strip]) -> bool:
    """The last line goes on with a cell: it lines up with one just above it, nearer than rows follow each other."""
    if len(strips) < 2 or len(strips[-1].runs) > 1:
        return False
    run, size = strips[-1].runs[0], strips[-1].size
    runs = [other for strip in strips[:-1] for other in strip.runs]
    reach = max(1.5 * size, 1.05 * _line_step(strips[:-1]))
    near = [other for other in runs if run.base - other.base < reach]
    if run.x0 > min(other.x0 for other in runs) + 2 * size:
        return any(_lines_up(run, other) for other in near)
    second = min((strip.runs[1].x0 for strip in strips if len(strip.lines) == 1 and len(strip.runs) > 1), default=0.0)
    gaps = [b.top - a.bottom for a, b in pairwise(strips[:-1])]
    return run.x1 < second and bool(near) and strips[-1].top - strips[-2].bottom < 0.6 * median(gaps or [0.0])


def _line_step(strips: Sequence[Strip]) -> float:
    """Least step between baselines (points): that of the lines in a cell, where cells have several."""
    bases = [line.band.base for strip in strips for line in strip.lines]
    return min((b - a for a, b in pairwise(bases) if b > a), default=0.0)


def _lines_up(run: Run, other: Run) -> bool:
    return min(abs(run.x0 - other.x0), abs(run.x1 - other.x1), abs(run.center - other.center)) <= 2


def _above_column(strips: Sequence[Strip]) -> bool:
    """The first line is the upper part of a column's head."""
    if len(strips) < 2 or len(strips[0].runs) > 1:
        return False
    run, below = strips[0].runs[0], strips[1]
    close = below.top - strips[0].bottom < 0.5 * max(below.size, strips[0].size)
    return close and run.x0 > below.runs[0].x1 and not is_value(run.text)


def _levels_at(lines: Sequence[Line], levels: Sequence[Level]) -> list[Level]:
    """Levels over at least half of the lines' width, from just above the first to just below the last."""
    x0, x1 = min(line.x0 for line in lines), max(line.x1 for line in lines)
    em = median(line.band.size for line in lines)
    top, bottom = lines[0].band.top - 1.5 * em, lines[-1].band.bottom + 1.5 * em
    return [level for level in levels if top <= level.y <= bottom and level.x0 < x1 and level.x1 > x0]
