"""Horizontal lines across a table: drawn rules and the tops and bottoms of row-wide fills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest_assets.clean.tables.edges import Edge, is_white
from ingest_assets.model import PageContent
from ingest_assets.thresholds.tables import Tables


@dataclass(frozen=True, slots=True)
class Level:
    """All horizontal pieces at one height, from ``x0`` to ``x1``. ``pieces`` are the parts as they were drawn."""

    y: float
    x0: float
    x1: float
    pieces: tuple[tuple[float, float], ...]


def levels_of(page: PageContent, limits: Tables) -> list[Level]:
    """Levels of the page from top to bottom, those beside each other with a gap apart."""
    pieces = [
        Edge((rule.y0 + rule.y1) / 2, rule.x0, rule.x1) for rule in page.rules if rule.x1 - rule.x0 > rule.y1 - rule.y0
    ]
    for fill in page.fills:
        x0, y0, x1, y1 = fill.bbox
        if (
            limits.row_height[0] <= y1 - y0 <= limits.row_height[1]
            and x1 - x0 >= 2 * (y1 - y0)
            and not is_white(fill.color)
        ):
            pieces += [Edge(y0, x0, x1), Edge(y1, x0, x1)]
    out: list[Level] = []
    for group in _at_one_height(pieces, limits.snap):
        out += _levels(group, limits)
    return sorted(out, key=lambda level: (level.y, level.x0)) if len(out) <= limits.levels else []


def _at_one_height(pieces: Sequence[Edge], tolerance: float) -> list[list[Edge]]:
    groups: list[list[Edge]] = []
    for piece in sorted(pieces, key=lambda one: one.at):
        if groups and piece.at - groups[-1][0].at <= tolerance:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def _levels(group: Sequence[Edge], limits: Tables) -> list[Level]:
    y = sum(piece.at for piece in group) / len(group)
    out: list[list[tuple[float, float]]] = []
    for piece in sorted(group, key=lambda one: (one.start, -one.end)):
        if out and piece.start - max(end for _, end in out[-1]) <= limits.level_gap:
            out[-1].append((piece.start, piece.end))
        else:
            out.append([(piece.start, piece.end)])
    levels = [Level(y, row[0][0], max(end for _, end in row), tuple(row)) for row in out]
    return [level for level in levels if level.x1 - level.x0 >= limits.shortest_level]


def joints(levels: Sequence[Level], limits: Tables) -> tuple[float, ...]:
    """x positions at which pieces of most levels end and the next begin: borders of columns drawn cell by cell."""
    ends: list[float] = []
    parted = [level for level in levels if len(level.pieces) > 1]
    for level in parted:
        ends += _joints(level, limits)
    out: list[list[float]] = []
    for x in sorted(ends):
        if out and x - out[-1][-1] <= limits.snap:
            out[-1].append(x)
        else:
            out.append([x])
    needed = max(2, limits.joint_share * len(parted)) if len(levels) > 1 else 1
    return tuple(sum(group) / len(group) for group in out if len(group) >= needed)


def _joints(level: Level, limits: Tables) -> list[float]:
    out, reach = [], level.pieces[0][1]
    for start, end in level.pieces[1:]:
        if start >= reach - limits.snap:
            out.append((start + reach) / 2)
        reach = max(reach, end)
    return out
