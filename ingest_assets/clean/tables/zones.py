"""Text columns of a page, so that two columns of prose are not taken for a table and a table in one of them is seen alone."""

from __future__ import annotations

from collections.abc import Sequence

from ingest_assets.clean.tables.lines import Line
from ingest_assets.clean.tables.runs import Run, runs_of
from ingest_assets.clean.tables.words import Band, band_of
from ingest_assets.thresholds.tables import Tables


def zones_of(bands: Sequence[Band], limits: Tables) -> list[list[Line]]:
    """Lines grouped to zones; where prose stands in columns, each band is cut at the gutters."""
    lines = [Line(band, runs_of(band, limits)) for band in bands]
    gutters = _gutters([run for line in lines for run in line.runs if _prose(run, limits)], limits)
    if not gutters:
        return [lines]
    zones: list[list[Line]] = []
    for section, parted in _sections(lines, gutters, limits):
        if not parted:
            zones.append(section)
            continue
        columns: list[list[Line]] = [[] for _ in range(len(gutters) + 1)]
        for line in section:
            for column, runs in _split(line, gutters).items():
                band = band_of(line.band.base, [word for run in runs for word in run.words])
                alone = len(runs) == 1 and _prose(runs[0], limits)
                columns[column].append(Line(band, runs if alone else runs_of(band, limits)))
        zones += [column for column in columns if column]
    return zones


def _prose(run: Run, limits: Tables) -> bool:
    return len(run.words) >= limits.prose_words


def _gutters(runs: Sequence[Run], limits: Tables) -> list[float]:
    """Middles of x intervals with long runs on both sides and none across."""
    starts: dict[int, int] = {}
    for run in runs:
        starts[round(run.x0 / 3)] = starts.get(round(run.x0 / 3), 0) + 1
    needed = max(limits.gutter_lines, 0.1 * len(runs))
    lefts = sorted(
        3.0 * key for key, count in starts.items() if count + starts.get(key + 1, 0) + starts.get(key - 1, 0) >= needed
    )
    out: list[float] = []
    for left in lefts:
        before = [run.x1 for run in runs if run.x1 <= left + 3]
        across = sum(run.x0 < left - 6 and run.x1 > left + 6 for run in runs)
        if len(before) >= limits.gutter_lines and across <= 0.3 * len(before) and (not out or left - out[-1] > 30):
            out.append((max(before) + left - 1.5) / 2 if max(before) < left else left - 2)
    return out


def _sections(lines: Sequence[Line], gutters: Sequence[float], limits: Tables) -> list[tuple[list[Line], bool]]:
    """Stretches of lines with a run over a gutter, and stretches without; one-sided stretches without count as whole."""
    out: list[tuple[list[Line], bool]] = []
    for line in lines:
        parted = not any(run.x0 < gutter - 1 and run.x1 > gutter + 1 for run in line.runs for gutter in gutters)
        if out and out[-1][1] == parted:
            out[-1][0].append(line)
        else:
            out.append(([line], parted))
    merged: list[tuple[list[Line], bool]] = []
    for section, free in out:
        parted = free and _two_sided(section, gutters, limits)
        if merged and not merged[-1][1] and not parted:
            merged[-1][0].extend(section)
        else:
            merged.append((section, parted))
    return merged


def _two_sided(section: Sequence[Line], gutters: Sequence[float], limits: Tables) -> bool:
    prose = [run for line in section for run in line.runs if _prose(run, limits)]
    left = sum(run.x1 <= gutters[0] + 1 for run in prose)
    right = sum(run.x0 >= gutters[0] - 1 for run in prose)
    return (left >= 1 and right >= 1 and left + right >= 0.3 * len(section)) or max(left, right) >= 0.5 * len(section)


def _split(line: Line, gutters: Sequence[float]) -> dict[int, tuple[Run, ...]]:
    """The line's runs by column; no run of a parted section crosses a gutter."""
    out: dict[int, list[Run]] = {}
    for run in line.runs:
        out.setdefault(sum(run.center > gutter for gutter in gutters), []).append(run)
    return {column: tuple(runs) for column, runs in out.items()}
