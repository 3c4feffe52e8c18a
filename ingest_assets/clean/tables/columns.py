"""Where the columns of an unruled table stand: intervals of x that stay free in most bands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest_assets.clean.tables.runs import Run
from ingest_assets.clean.tables.tokens import is_value
from ingest_assets.thresholds.tables import Tables

Bands = Sequence[Sequence[Run]]


@dataclass(frozen=True, slots=True)
class Interval:
    """A piece of the x axis and how many bands cover it."""

    x0: float
    x1: float
    cover: int


def column_edges(bands: Bands, limits: Tables) -> tuple[float, ...]:
    """Borders of the columns (x, points), one more than columns; fewer than three values mean no columns were found."""
    several = [runs for runs in bands if len(runs) > 1]
    runs = [run for band in several for run in band]
    if not runs:
        return ()
    allowed = _allowed(len(several), limits)
    profile = coverage(several)
    cores = _never_together(_with_sparse(_cores(profile, allowed), several, limits), several)
    cores = _stretched(cores, [band[0] for band in bands if len(band) == 1])
    cuts = [_cut(profile, left[1], right[0]) for left, right in pairwise(cores)]
    return (min(run.x0 for run in runs), *cuts, max(run.x1 for run in runs))


def _allowed(bands: int, limits: Tables) -> int:
    """How many bands may cross a gap between columns."""
    return max(int(limits.crossing * bands), 1 if bands >= limits.crossing_from else 0)


def coverage(bands: Bands) -> list[Interval]:
    """The x axis cut at every edge of a run, with the number of runs over each piece."""
    steps: dict[float, int] = {}
    for band in bands:
        for run in band:
            steps[run.x0] = steps.get(run.x0, 0) + 1
            steps[run.x1] = steps.get(run.x1, 0) - 1
    out: list[Interval] = []
    cover = 0
    for x0, x1 in pairwise(sorted(steps)):
        cover += steps[x0]
        out.append(Interval(x0, x1, cover))
    return out


def _cores(profile: Sequence[Interval], allowed: int) -> list[tuple[float, float]]:
    """Pieces that more bands cover than may cross a gap, joined where they touch."""
    cores: list[tuple[float, float]] = []
    for piece in profile:
        if piece.cover <= allowed:
            continue
        if cores and piece.x0 - cores[-1][1] < 0.1:
            cores[-1] = (cores[-1][0], piece.x1)
        else:
            cores.append((piece.x0, piece.x1))
    return cores


def _with_sparse(cores: list[tuple[float, float]], bands: Bands, limits: Tables) -> list[tuple[float, float]]:
    """Cores of columns with few values added: runs that lie in a gap, touch no core, and stand clear of their neighbours."""
    loose = sorted(
        (run.x0, run.x1)
        for band in bands
        for index, run in enumerate(band)
        if all(run.x1 <= x0 + 0.5 or run.x0 >= x1 - 0.5 for x0, x1 in cores) and _stands_clear(band, index, limits)
    )
    groups: list[tuple[float, float]] = []
    for x0, x1 in loose:
        if groups and x0 < groups[-1][1]:
            groups[-1] = (groups[-1][0], max(groups[-1][1], x1))
        else:
            groups.append((x0, x1))
    return sorted([*cores, *groups])


def _stands_clear(band: Sequence[Run], index: int, limits: Tables) -> bool:
    """A value, or text with wide gaps on both sides: no part of a neighbour that a wide blank cut off."""
    run = band[index]
    if is_value(run.text):
        return True
    reach = limits.clear_gap * run.words[0].size
    before = index == 0 or run.x0 - band[index - 1].x1 >= reach
    return before and (index + 1 == len(band) or band[index + 1].x0 - run.x1 >= reach)


def _stretched(cores: list[tuple[float, float]], singles: Sequence[Run]) -> list[tuple[float, float]]:
    """Cores made as wide as the lines that stand alone in them: the longer part of a wrapped cell."""
    out = list(cores)
    for run in singles:
        for i, (x0, x1) in enumerate(out):
            following = out[i + 1][0] if i + 1 < len(out) else float("inf")
            if abs(run.x0 - x0) <= 2 and x1 < run.x1 < following:
                out[i] = (x0, run.x1)
    return out


def _never_together(cores: Sequence[tuple[float, float]], bands: Bands) -> list[tuple[float, float]]:
    """Neighbouring cores joined when no band stands in both: a head at the left and the values at the right of one column.

    Two columns of values that exclude each other (debit and credit) stay apart.
    """
    out: list[tuple[float, float]] = []
    for core in cores:
        if out and not _are_two(out[-1], core, bands):
            out[-1] = (out[-1][0], core[1])
        else:
            out.append(core)
    return out


def _are_two(left: tuple[float, float], right: tuple[float, float], bands: Bands) -> bool:
    """True when a band has a run in each, or each has values of its own below the first band; a single one may only stand askew."""
    own = [0, 0]
    for place, band in enumerate(bands):
        inside = [(_overlaps(run, left), _overlaps(run, right), run) for run in band]
        if any(a and not b for a, b, _ in inside) and any(b and not a for a, b, _ in inside):
            return True
        if place:
            own[0] += any(a and not b and is_value(run.text) for a, b, run in inside)
            own[1] += any(b and not a and is_value(run.text) for a, b, run in inside)
    return min(own) > 1


def _overlaps(run: Run, core: tuple[float, float]) -> bool:
    return run.x0 < core[1] and run.x1 > core[0]


def _cut(profile: Sequence[Interval], start: float, end: float) -> float:
    """Middle of the widest piece of least cover between two cores."""
    inside = [piece for piece in profile if piece.x0 >= start - 0.01 and piece.x1 <= end + 0.01]
    if not inside:
        return (start + end) / 2
    least = min(piece.cover for piece in inside)
    best = max((piece for piece in _merged(inside) if piece.cover == least), key=lambda piece: piece.x1 - piece.x0)
    return (best.x0 + best.x1) / 2


def _merged(pieces: Sequence[Interval]) -> list[Interval]:
    out: list[Interval] = []
    for piece in pieces:
        if out and out[-1].cover == piece.cover:
            out[-1] = Interval(out[-1].x0, piece.x1, piece.cover)
        else:
            out.append(piece)
    return out


def touched(run: Run, edges: Sequence[float], slack: float) -> tuple[int, int]:
    """First and last column that the run reaches into by more than ``slack`` points."""
    columns = [i for i, (x0, x1) in enumerate(pairwise(edges)) if min(run.x1, x1) - max(run.x0, x0) > slack]
    if columns:
        return columns[0], columns[-1]
    nearest = min(range(len(edges) - 1), key=lambda i: abs((edges[i] + edges[i + 1]) / 2 - run.center))
    for i, (x0, x1) in enumerate(pairwise(edges)):
        if x0 <= run.center < x1:
            nearest = i
    return nearest, nearest
