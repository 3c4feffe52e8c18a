"""Text columns of a page, so that two columns of prose are not taken for a table and a table in one of them is seen alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.clean.tables.runs import Run, runs_of
from ingest_assets.clean.tables.words import Band, Word
from ingest_assets.thresholds.tables import Tables


def zones_of(bands: Sequence[Band], limits: Tables) -> list[list[Band]]:
    """Bands grouped to zones; where prose stands in columns, each band is cut at the gutters."""
    lines = [(band, runs_of(band, limits)) for band in bands]
    gutters = _gutters([run for _, runs in lines for run in runs if _prose(run, limits)], limits)
    if not gutters:
        return [list(bands)]
    zones: list[list[Band]] = []
    for section, parted in _sections(lines, gutters, limits):
        if not parted:
            zones.append([band for band, _ in section])
            continue
        columns: list[list[Band]] = [[] for _ in range(len(gutters) + 1)]
        for band, _ in section:
            for column, words in _split(band, gutters).items():
                columns[column].append(replace(band, words=words))
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
    lefts = sorted(3.0 * key for key, count in starts.items() if count + starts.get(key + 1, 0) + starts.get(key - 1, 0) >= needed)
    out: list[float] = []
    for left in lefts:
        before = [run.x1 for run in runs if run.x1 <= left + 3]
        across = sum(run.x0 < left - 6 and run.x1 > left + 6 for run in runs)
        if len(before) >= limits.gutter_lines and across <= 0.3 * len(before) and (not out or left - out[-1] > 30):
            out.append((max(before) + left - 1.5) / 2 if max(before) < left else left - 2)
    return out


def _sections(
    lines: Sequence[tuple[Band, tuple[Run, ...]]], gutters: Sequence[float], limits: Tables
) -> list[tuple[list[tuple[Band, tuple[Run, ...]]], bool]]:
    """Stretches of bands with a run over a gutter, and stretches without; short or one-sided stretches without count as whole."""
    out: list[tuple[list[tuple[Band, tuple[Run, ...]]], bool]] = []
    for band, runs in lines:
        parted = not any(run.x0 < gutter - 1 and run.x1 > gutter + 1 for run in runs for gutter in gutters)
        if out and out[-1][1] == parted:
            out[-1][0].append((band, runs))
        else:
            out.append(([(band, runs)], parted))
    judged = [(section, parted and _two_sided(section, gutters, limits)) for section, parted in out]
    merged: list[tuple[list[tuple[Band, tuple[Run, ...]]], bool]] = []
    for section, parted in judged:
        if merged and not merged[-1][1] and not parted:
            merged[-1][0].extend(section)
        else:
            merged.append((section, parted))
    return merged


def _two_sided(section: Sequence[tuple[Band, tuple[Run, ...]]], gutters: Sequence[float], limits: Tables) -> bool:
    prose = [run for _, runs in section for run in runs if _prose(run, limits)]
    left = sum(run.x1 <= gutters[0] + 1 for run in prose)
    right = sum(run.x0 >= gutters[0] - 1 for run in prose)
    return (left >= 1 and right >= 1 and left + right >= 0.3 * len(section)) or max(left, right) >= 0.5 * len(section)


def _split(band: Band, gutters: Sequence[float]) -> dict[int, tuple[Word, ...]]:
    out: dict[int, list[Word]] = {}
    for word in band.words:
        out.setdefault(sum(word.center > gutter for gutter in gutters), []).append(word)
    return {column: tuple(words) for column, words in out.items()}
