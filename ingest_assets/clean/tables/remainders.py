"""Parts of a table beyond a page end that are too small to be found as tables: they are read in the columns of the part before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ingest_assets.clean.tables.columns import touched
from ingest_assets.clean.tables.edges import edges_of
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.grid import found_table
from ingest_assets.clean.tables.lattice import drawn_grids
from ingest_assets.clean.tables.levels import levels_of
from ingest_assets.clean.tables.lines import Line
from ingest_assets.clean.tables.paging import Paging
from ingest_assets.clean.tables.placing import SLACK
from ingest_assets.clean.tables.remarks import FLUSH
from ingest_assets.clean.tables.runs import Run, runs_of
from ingest_assets.clean.tables.stream import continued_grid
from ingest_assets.clean.tables.words import Word, bands_of, words_of
from ingest_assets.model import PageContent
from ingest_assets.thresholds.tables import Tables

SENTENCE_ENDS = (".", "!", "?", ":", ";")


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a table as it stands on its page: runs by column, the widest step between its lines (points), has it remarks."""

    table: FoundTable
    columns: tuple[tuple[Run, ...], ...]
    step: float
    remarks: bool

    @property
    def left(self) -> float:
        """Its first border."""
        return self.table.edges[0]

    @property
    def right(self) -> float:
        """Its last border."""
        return self.table.edges[-1]


def with_remainders(found: Sequence[FoundTable], paging: Paging) -> list[FoundTable]:
    """The tables, top to bottom, with what stands at the top of a page and goes on with the table that ended the page before."""
    out = list(found)
    for number in sorted(paging.pages)[:-1]:
        last = max((one for one in out if one.table.page == number), key=lambda one: one.bbox[3], default=None)
        if last is None or number + 1 not in paging.pages or len(last.edges) < 3:
            continue
        below = [one for one in out if one.table.page == number + 1]
        if not paging.ends_page(last.bbox[3], number) or _is_met(last, below, paging):
            continue
        read = _drawn_rest(last, below, paging) if last.drawn else _aligned_rest(last, below, paging)
        if read is not None:
            kept = [one for one in out if one not in below or not one.owned & read.owned]
            out = [*kept, replace(read, rest=len(kept) == len(out))]
            paging.own(out)
    return sorted(out, key=lambda one: (one.table.page, one.bbox[1]))


def _is_met(upper: FoundTable, below: Sequence[FoundTable], paging: Paging) -> bool:
    """A table at the top of the next page has as many columns at the same places: it needs no second reading."""
    first = min(below, key=lambda one: one.bbox[1], default=None)
    if first is None or not paging.starts_page(first.bbox[1], first.table.page):
        return False
    near = paging.limits.same_edges if first.drawn else paging.limits.ragged
    return len(first.edges) == len(upper.edges) and _apart(first.edges, upper.edges) <= near


def _apart(a: Sequence[float], b: Sequence[float]) -> float:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def _drawn_rest(upper: FoundTable, below: Sequence[FoundTable], paging: Paging) -> FoundTable | None:
    """A grid at the top of the page with the same borders, too small to be a table by itself."""
    page, limits = paging.pages[upper.table.page + 1], paging.limits
    edges = edges_of(page, limits)
    if edges.count > limits.edges:
        return None
    for grid in drawn_grids(edges, words_of(page), limits):
        taken = any(one.bbox[1] < grid.bbox[3] and one.bbox[3] > grid.bbox[1] for one in below)
        if taken or not grid.words or len(grid.edges) != len(upper.edges):
            continue
        same = _apart(grid.edges, upper.edges) <= limits.same_edges
        if same and paging.starts_page(grid.bbox[1], page.page):
            return found_table(grid, page.page)
    return None


def _aligned_rest(upper: FoundTable, below: Sequence[FoundTable], paging: Paging) -> FoundTable | None:
    """Lines at the top of the page that stand in the columns of the table above."""
    page, limits = paging.pages[upper.table.page + 1], paging.limits
    part = _part(upper, paging.pages[upper.table.page], limits)
    lines = _fitting(part, page, paging)
    words = [word for line in lines for word in line.band.words]
    if not lines or not _is_evident(part, lines):
        return None
    keys = {key for word in words for key in word.keys}
    touched_tables = [one for one in below if one.owned & keys]
    if any(one.drawn or not one.owned <= keys for one in touched_tables):
        return None
    top, bottom = lines[0].band.top - lines[0].band.size, lines[-1].band.bottom + lines[-1].band.size
    levels = [level for level in levels_of(page, limits) if top <= level.y <= bottom]
    after = _is_remark_row(upper, len(upper.table.rows) - 1)
    return found_table(
        continued_grid(lines, upper.edges, levels, limits, after_remark=after, remarks=part.remarks), page.page
    )


def _part(table: FoundTable, page: PageContent, limits: Tables) -> _Part:
    words = [word for word in words_of(page) if word.keys[0] in table.owned]
    bands = bands_of(words)
    columns: list[list[Run]] = [[] for _ in table.edges[1:]]
    for band in bands:
        for run in runs_of(band, limits):
            first, last = touched(run, table.edges, SLACK * band.size)
            if first == last:
                columns[first].append(run)
    step = max((lower.base - upper.base for upper, lower in pairwise(bands)), default=0.0)
    remarks = any(_is_remark_row(table, row) for row in range(len(table.table.rows)))
    return _Part(table, tuple(tuple(runs) for runs in columns), step, remarks)


def _is_remark_row(table: FoundTable, row: int) -> bool:
    """One cell over all columns."""
    return any(span.row == row and span.colspan == len(table.edges) - 1 for span in table.table.spans)


def _fitting(part: _Part, page: PageContent, paging: Paging) -> list[Line]:
    """The first lines of the page that fit, without those at their end that only the first column holds."""
    out: list[Line] = []
    for band in bands_of(words_of(page)):
        line = Line(band, runs_of(band, paging.limits))
        if not out and paging.is_above(band, page.page):
            continue
        if out and band.base - out[-1].band.base > paging.limits.rest_step * part.step:
            break
        if not _fits(part, line, paging.limits):
            break
        out.append(line)
    while out and len(out[-1].runs) == 1 and out[-1].x1 < part.table.edges[1]:
        out.pop()
    return out


def _fits(part: _Part, line: Line, limits: Tables) -> bool:
    """Every run stands in one column and lines up with one of that column above; or the line is a remark as there are above."""
    if part.remarks and len(line.runs) == 1 and abs(line.x1 - part.right) <= FLUSH:
        return line.x0 >= part.left + limits.remark_indent * (part.right - part.left)
    if line.x0 < part.left - FLUSH or line.x1 > part.right + limits.ragged:
        return False
    for run in line.runs:
        first, last = touched(run, part.table.edges, SLACK * line.band.size)
        if first != last or not any(_lines_up(run, other, limits) for other in part.columns[first]):
            return False
    return True


def _lines_up(run: Run, other: Run, limits: Tables) -> bool:
    near = min(abs(run.x0 - other.x0), abs(run.x1 - other.x1), abs(run.center - other.center))
    return near <= limits.same_start and abs(run.words[0].size - other.words[0].size) < 1


def _is_evident(part: _Part, lines: Sequence[Line]) -> bool:
    """Cells side by side, remarks under remarks, or text in a column other than the first that goes on with the last row's."""
    if any(len(line.runs) > 1 for line in lines):
        return True
    last = part.table.table.rows[-1]
    if _is_remark_row(part.table, len(part.table.table.rows) - 1):
        return abs(lines[0].x1 - part.right) <= FLUSH
    first, _ = touched(lines[0].runs[0], part.table.edges, SLACK * lines[0].band.size)
    return first > 0 and bool(last[first]) and _goes_on(last[first], lines[0].runs[0].words[0])


def _goes_on(text: str, word: Word) -> bool:
    return word.text[0].islower() or not text.endswith(SENTENCE_ENDS)
