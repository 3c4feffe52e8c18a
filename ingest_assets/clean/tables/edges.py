"""Ruling lines of a page, made straight: snapped to common positions, pieces joined, sides of neighbouring fills added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest_assets.model import BBox, Fill, PageContent
from ingest_assets.thresholds.tables import Tables

WHITE = 0xF8  # least red, green and blue of a fill that nobody sees on paper


@dataclass(frozen=True, slots=True)
class Edge:
    """A straight piece: ``at`` is its y (horizontal) or x (vertical), it runs from ``start`` to ``end`` on the other axis. Points."""

    at: float
    start: float
    end: float

    @property
    def length(self) -> float:
        """Its length in points."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Edges:
    """All edges of a page or of one connected group of them. ``sides`` are tops and bottoms of fills: they part cells of a
    drawn grid where they lie on one of its lines, but draw none."""

    horizontal: tuple[Edge, ...]
    vertical: tuple[Edge, ...]
    sides: tuple[Edge, ...] = ()

    @property
    def count(self) -> int:
        """Number of pieces."""
        return len(self.horizontal) + len(self.vertical)


def edges_of(page: PageContent, limits: Tables) -> Edges:
    """Rules and the sides of fills that meet, straightened. Pieces shorter than ``limits.shortest_edge`` are dropped after joining."""
    horizontal = [Edge(rule.y0, rule.x0, rule.x1) for rule in page.rules if rule.y1 - rule.y0 <= rule.x1 - rule.x0]
    vertical = [Edge(rule.x0, rule.y0, rule.y1) for rule in page.rules if rule.y1 - rule.y0 > rule.x1 - rule.x0]
    for x0, y0, x1, y1 in meeting_fills(page.fills, limits):
        horizontal += [Edge(y0, x0, x1), Edge(y1, x0, x1)]
        vertical += [Edge(x0, y0, y1), Edge(x1, y0, y1)]
    boxes = [fill.bbox for fill in page.fills if not is_white(fill.color)]
    sides = tuple(Edge(y, x0, x1) for x0, y0, x1, y1 in boxes for y in (y0, y1))
    return Edges(straighten(horizontal, limits), straighten(vertical, limits), sides)


def is_white(color: int) -> bool:
    """True for the colour of paper (0xRRGGBB)."""
    return all((color >> shift) & 255 >= WHITE for shift in (0, 8, 16))


def straighten(edges: Sequence[Edge], limits: Tables) -> tuple[Edge, ...]:
    """Edges at nearly one position moved to it, and joined where they touch."""
    out: list[Edge] = []
    for group in _snapped(edges, limits.snap):
        at = sum(edge.at for edge in group) / len(group)
        out += _joined(at, group, limits.join_gap)
    return tuple(edge for edge in out if edge.length >= limits.shortest_edge)


def _snapped(edges: Sequence[Edge], tolerance: float) -> list[list[Edge]]:
    groups: list[list[Edge]] = []
    for edge in sorted(edges, key=lambda one: one.at):
        if groups and edge.at - groups[-1][-1].at <= tolerance / 2 and edge.at - groups[-1][0].at <= tolerance:
            groups[-1].append(edge)
        else:
            groups.append([edge])
    return groups


def _joined(at: float, group: Iterable[Edge], gap: float) -> list[Edge]:
    out: list[Edge] = []
    for edge in sorted(group, key=lambda one: one.start):
        if out and edge.start - out[-1].end <= gap:
            out[-1] = Edge(at, out[-1].start, max(out[-1].end, edge.end))
        else:
            out.append(Edge(at, edge.start, edge.end))
    return out


def meeting_fills(fills: Sequence[Fill], limits: Tables) -> list[BBox]:
    """Boxes of fills that have a neighbour to the side with the same top and bottom: cells of a grid drawn by fills.

    Half of them must have a fill of the same left and right side right above or below; else they are marked words of a text.
    """
    rows: dict[tuple[int, int], list[BBox]] = {}
    for fill in fills:
        rows.setdefault((round(fill.bbox[1]), round(fill.bbox[3])), []).append(fill.bbox)
    out: list[BBox] = []
    for boxes in rows.values():
        boxes.sort()
        pairs = [(a, b) for a, b in pairwise(boxes) if abs(b[0] - a[2]) <= limits.fill_gap]
        out += {box for pair in pairs for box in pair}
    return out if _stacked(out, limits) >= 0.5 * len(out) else []


def _stacked(boxes: Sequence[BBox], limits: Tables) -> int:
    """Number of boxes with one of the same width right above or below."""
    columns: dict[tuple[int, int], list[BBox]] = {}
    for box in boxes:
        columns.setdefault((round(box[0]), round(box[2])), []).append(box)
    count = 0
    for column in columns.values():
        column.sort(key=lambda box: box[1])
        near = [abs(b[1] - a[3]) <= limits.fill_gap for a, b in pairwise(column)]
        count += sum(before or after for before, after in zip([False, *near], [*near, False], strict=True))
    return count


def groups_of(edges: Edges, limits: Tables) -> list[Edges]:
    """Connected groups: edges that cross or touch each other."""
    parent = list(range(edges.count))

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    first_vertical = len(edges.horizontal)
    for j, vertical in enumerate(edges.vertical):
        for i, horizontal in enumerate(edges.horizontal):
            if touch(horizontal, vertical, limits.touch):
                parent[root(first_vertical + j)] = root(i)
    members: dict[int, tuple[list[Edge], list[Edge]]] = {}
    for i, edge in enumerate(edges.horizontal):
        members.setdefault(root(i), ([], []))[0].append(edge)
    for j, edge in enumerate(edges.vertical):
        members.setdefault(root(first_vertical + j), ([], []))[1].append(edge)
    return [Edges(tuple(h), tuple(v), edges.sides) for h, v in members.values()]


def touch(horizontal: Edge, vertical: Edge, tolerance: float) -> bool:
    """True when the two cross or end at each other."""
    return (
        vertical.start - tolerance <= horizontal.at <= vertical.end + tolerance
        and horizontal.start - tolerance <= vertical.at <= horizontal.end + tolerance
    )
