"""Finder A: tables whose cells are drawn, by rules in both directions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.clean.tables.edges import Edge, Edges, groups_of
from ingest_assets.clean.tables.grid import Cell, Grid
from ingest_assets.clean.tables.words import Word
from ingest_assets.thresholds.tables import Tables


def drawn_grids(edges: Edges, words: Sequence[Word], limits: Tables) -> list[Grid]:
    """One grid for each connected group of rules that closes at least two cells, filled with the words inside."""
    grids = []
    for group in groups_of(edges, limits):
        closed = _closed(group, words, limits)
        if len(closed.horizontal) >= 2 and len(closed.vertical) >= 2:
            grid = _grid(closed, limits)
            if grid is not None and grid.width * grid.height > 1:
                grids.append(filled(grid, words))
    return grids


def _closed(group: Edges, words: Sequence[Word], limits: Tables) -> Edges:
    """The group with its open sides shut where words stand between the last inner rule and the ends of the crossing ones."""
    if not group.horizontal or not group.vertical:
        return group
    x0, x1 = min(e.start for e in group.horizontal), max(e.end for e in group.horizontal)
    y0, y1 = min(e.start for e in group.vertical), max(e.end for e in group.vertical)
    top, bottom = min(e.at for e in group.horizontal), max(e.at for e in group.horizontal)
    left, right = min(e.at for e in group.vertical), max(e.at for e in group.vertical)
    inside = [w for w in words if x0 <= w.center <= x1 and y0 <= w.middle <= y1]
    vertical, horizontal = list(group.vertical), list(group.horizontal)
    if left - x0 > limits.touch and any(w.center < left for w in inside):
        vertical.append(Edge(x0, top, bottom))
    if x1 - right > limits.touch and any(w.center > right for w in inside):
        vertical.append(Edge(x1, top, bottom))
    if top - y0 > limits.touch and any(w.middle < top for w in inside):
        horizontal.append(Edge(y0, left, right))
    if y1 - bottom > limits.touch and any(w.middle > bottom for w in inside):
        horizontal.append(Edge(y1, left, right))
    return Edges(tuple(horizontal), tuple(vertical), group.sides)


def _grid(group: Edges, limits: Tables) -> Grid | None:
    xs = _positions(group.vertical, limits.narrowest)
    ys = _positions(group.horizontal, limits.narrowest)
    if len(xs) * len(ys) > limits.slots:
        return None
    slots = _merged_slots(group, xs, ys, limits)
    return Grid(
        len(ys) - 1,
        len(xs) - 1,
        tuple(_cells(slots)),
        (xs[0], ys[0], xs[-1], ys[-1]),
        tuple(xs),
        rows=tuple(ys),
        drawn=True,
    )


def _positions(edges: Sequence[Edge], tolerance: float) -> list[float]:
    out: list[float] = []
    for edge in sorted(edges, key=lambda one: one.at):
        if not out or edge.at - out[-1] > tolerance:
            out.append(edge.at)
    return out


def _merged_slots(
    group: Edges, xs: Sequence[float], ys: Sequence[float], limits: Tables
) -> list[list[tuple[int, int]]]:
    """Slots (row, column) between neighbouring positions, in groups that no rule divides."""
    height, width = len(ys) - 1, len(xs) - 1
    parent = {(r, c): (r, c) for r in range(height) for c in range(width)}

    def root(slot: tuple[int, int]) -> tuple[int, int]:
        while parent[slot] != slot:
            slot = parent[slot]
        return slot

    uprights, levels = (
        _by_position(group.vertical, xs),
        _by_position((*group.horizontal, *_on_lines(group.sides, ys, limits)), ys),
    )
    for r, c in parent:
        if c + 1 < width and not _covers(uprights[c + 1], ys[r], ys[r + 1], limits.covered):
            parent[root((r, c + 1))] = root((r, c))
        if r + 1 < height and not _covers(levels[r + 1], xs[c], xs[c + 1], limits.covered):
            parent[root((r + 1, c))] = root((r, c))
    regions: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for slot in parent:
        regions.setdefault(root(slot), []).append(slot)
    return list(regions.values())


def _on_lines(sides: Sequence[Edge], positions: Sequence[float], limits: Tables) -> list[Edge]:
    return [side for side in sides if any(abs(side.at - y) <= limits.touch for y in positions)]


def _by_position(edges: Sequence[Edge], positions: Sequence[float]) -> list[list[Edge]]:
    out: list[list[Edge]] = [[] for _ in positions]
    for edge in edges:
        place = bisect_right(positions, edge.at + 0.01) - 1
        out[place].append(edge)
    return out


def _covers(edges: Sequence[Edge], start: float, end: float, share: float) -> bool:
    return any(min(edge.end, end) - max(edge.start, start) >= share * (end - start) for edge in edges)


def _cells(regions: Sequence[Sequence[tuple[int, int]]]) -> list[Cell]:
    """A cell for each rectangular region; any other shape falls apart into its rows."""
    cells = []
    for region in regions:
        top, left = min(r for r, _ in region), min(c for _, c in region)
        bottom, right = max(r for r, _ in region), max(c for _, c in region)
        if len(region) == (bottom - top + 1) * (right - left + 1):
            cells.append(Cell(top, left, (), bottom - top + 1, right - left + 1))
        else:
            cells += _strips(region)
    return sorted(cells, key=lambda cell: (cell.row, cell.column))


def _strips(region: Sequence[tuple[int, int]]) -> list[Cell]:
    cells: list[Cell] = []
    for row, column in sorted(region):
        last = cells[-1] if cells else None
        if last and last.row == row and last.column + last.colspan == column:
            cells[-1] = replace(last, colspan=last.colspan + 1)
        else:
            cells.append(Cell(row, column))
    return cells


def filled(grid: Grid, words: Sequence[Word]) -> Grid:
    """The grid with each word in the cell under its middle."""
    place = {(r, c): i for i, cell in enumerate(grid.cells) for r, c in slots_of(cell)}
    contents: list[list[Word]] = [[] for _ in grid.cells]
    for word in words:
        row, column = bisect_right(grid.rows, word.middle) - 1, bisect_right(grid.edges, word.center) - 1
        index = place.get((row, column))
        if index is not None:
            contents[index].append(word)
    return replace(
        grid,
        cells=tuple(replace(cell, words=tuple(content)) for cell, content in zip(grid.cells, contents, strict=True)),
    )


def slots_of(cell: Cell) -> list[tuple[int, int]]:
    """Every (row, column) that the cell covers."""
    return [
        (r, c) for r in range(cell.row, cell.row + cell.rowspan) for c in range(cell.column, cell.column + cell.colspan)
    ]


def cut_share(grid: Grid, limits: Tables) -> float:
    """Share of words through which a side of their cell goes (not only touched at an end): a sign that the columns are wrong."""
    words = cut = 0
    for cell in grid.cells:
        left, right = grid.edges[cell.column], grid.edges[cell.column + cell.colspan]
        words += len(cell.words)
        for word in cell.words:
            over = max(left - word.x0, word.x1 - right)
            cut += over > max(limits.cut_overlap, limits.cut_share * (word.x1 - word.x0))
    return cut / words if words else 0.0
