"""Text set sideways in single cells of an upright table (narrow heads) is turned upright, so that the table keeps it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.clean.tables.edges import edges_of
from ingest_assets.clean.tables.grid import Grid
from ingest_assets.clean.tables.lattice import drawn_grids, slots_of
from ingest_assets.clean.tables.words import SAME_BASELINE, UPRIGHT, words_of
from ingest_assets.model import BBox, PageContent, Span
from ingest_assets.thresholds.tables import Tables

LIMITS = Tables()
INSIDE = 1.0  # pt between a side of the cell and the text put into it


def with_upright_cells(content: PageContent, limits: Tables = LIMITS) -> PageContent:
    """The page with each sideways text that shares a drawn grid with more upright cells set as lines of its cell."""
    sideways = [i for i, span in enumerate(content.spans) if _is_sideways(span)]
    if not sideways or not content.rules or content.path_count > limits.paths:
        return content
    edges = edges_of(content, limits)
    if edges.count > limits.edges:
        return content
    spans: dict[int, Span] = {}
    for grid in drawn_grids(edges, words_of(content), limits):
        spans |= _turned(grid, content.spans, [i for i in sideways if i not in spans])
    if not spans:
        return content
    return replace(content, spans=tuple(spans.get(i, span) for i, span in enumerate(content.spans)))


def _is_sideways(span: Span) -> bool:
    return abs(span.direction[1]) >= UPRIGHT and span.hidden is None and bool(span.text.strip())


def _turned(grid: Grid, spans: Sequence[Span], sideways: Sequence[int]) -> dict[int, Span]:
    """New spans by index: those of the grid's cells that hold sideways text only, when upright cells are at least as many."""
    place = {slot: i for i, cell in enumerate(grid.cells) for slot in slots_of(cell)}
    contents: dict[int, list[int]] = {}
    for index in sideways:
        x0, y0, x1, y1 = spans[index].bbox
        row = bisect_right(grid.rows, (y0 + y1) / 2) - 1
        column = bisect_right(grid.edges, (x0 + x1) / 2) - 1
        if (row, column) in place:
            contents.setdefault(place[row, column], []).append(index)
    if not contents or sum(bool(cell.words) for cell in grid.cells) < len(contents):
        return {}
    out: dict[int, Span] = {}
    for number, members in contents.items():
        cell = grid.cells[number]
        if not cell.words:
            box = (
                grid.edges[cell.column],
                grid.rows[cell.row],
                grid.edges[cell.column + cell.colspan],
                grid.rows[cell.row + cell.rowspan],
            )
            out |= _stacked(_lines(spans, members), spans, box)
    return out


def _lines(spans: Sequence[Span], members: Sequence[int]) -> list[list[int]]:
    """Indexes in reading order, by line: lines of text that reads upwards follow each other to the right, else to the left."""
    sign = 1 if spans[members[0]].direction[1] < 0 else -1
    lines: list[list[int]] = []
    for index in sorted(members, key=lambda i: sign * spans[i].origin[0]):
        near = SAME_BASELINE * spans[index].size
        if lines and abs(spans[lines[-1][0]].origin[0] - spans[index].origin[0]) <= near:
            lines[-1].append(index)
        else:
            lines.append([index])
    return [sorted(line, key=lambda i: -sign * spans[i].origin[1]) for line in lines]


def _stacked(lines: Sequence[Sequence[int]], spans: Sequence[Span], box: BBox) -> dict[int, Span]:
    """Each line at its own height of the box, its spans side by side; the width of a word is its share of the letters."""
    x0, y0, x1, y1 = box[0] + INSIDE, box[1], box[2] - INSIDE, box[3]
    step = (y1 - y0) / (len(lines) + 1)
    out: dict[int, Span] = {}
    for number, line in enumerate(lines, 1):
        base = y0 + number * step
        letters = sum(len(spans[i].text) + 1 for i in line)
        start = x0
        for index in line:
            span = spans[index]
            end = start + (x1 - x0) * (len(span.text) + 1) / letters
            size = min(span.size, 0.9 * step)
            out[index] = replace(
                span,
                bbox=(start, base - size, end, base),
                origin=(start, base),
                size=size,
                direction=(1.0, 0.0),
                words=_word_places(span, start, end),
            )
            start = end
    return out


def _word_places(span: Span, start: float, end: float) -> tuple[tuple[float, float], ...]:
    if not span.words:
        return ()
    words = span.text.split()
    letter = (end - start) / (sum(map(len, words)) + len(words))
    out, x = [], start
    for word in words:
        out.append((x, x + letter * len(word)))
        x += letter * (len(word) + 1)
    return tuple(out) if len(out) == len(span.words) else span.words
