"""Tables of one page: the drawn ones, the aligned ones, and the choice between both where they meet."""

from __future__ import annotations

from collections.abc import Sequence, Set

from ingest_assets.clean.tables.areas import Area, areas_of
from ingest_assets.clean.tables.edges import edges_of
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.framed import framed_body
from ingest_assets.clean.tables.grid import Grid, found_table, trimmed
from ingest_assets.clean.tables.head import with_head
from ingest_assets.clean.tables.judge import finer, is_aligned_table, is_coarse, is_drawn_table, is_evenly_spread
from ingest_assets.clean.tables.lattice import cut_share, drawn_grids
from ingest_assets.clean.tables.levels import Level, levels_of
from ingest_assets.clean.tables.lines import Line
from ingest_assets.clean.tables.margins import without_foot
from ingest_assets.clean.tables.notes import without_notes
from ingest_assets.clean.tables.refine import refined
from ingest_assets.clean.tables.runs import runs_of
from ingest_assets.clean.tables.stream import aligned_grid
from ingest_assets.clean.tables.words import Word, bands_of, words_of
from ingest_assets.clean.tables.zones import zones_of
from ingest_assets.model import PageContent
from ingest_assets.thresholds.tables import Tables

LIMITS = Tables()


def find_tables(
    page: PageContent, limits: Tables = LIMITS, *, running: Set[str] = frozenset()
) -> tuple[FoundTable, ...]:
    """Tables of the page's upright text, from top to bottom. Text of other directions: hand in a rotated copy.

    ``running`` are the lines in the margins of the document's pages (margins.running_lines), which no aligned table takes in at its foot.
    """
    words = words_of(page)
    levels = levels_of(page, limits)
    drawn = _drawn(page, words, levels, limits)
    taken = {key for grid in drawn for word in grid.words for key in word.keys}
    free = [word for word in words if word.keys[0] not in taken]
    open_levels = [level for level in levels if not any(_within(level, grid) for grid in drawn)]
    grids = [*drawn, *_aligned(without_foot(free, page, running, limits), open_levels, limits)]
    return tuple(found_table(grid, page.page) for grid in sorted(grids, key=lambda one: one.bbox[1]))


def _drawn(page: PageContent, words: Sequence[Word], levels: Sequence[Level], limits: Tables) -> list[Grid]:
    """Drawn grids worth keeping; one whose cells hold several columns is read by alignment inside its outline."""
    out = []
    edges = edges_of(page, limits)
    if edges.count > limits.edges:
        return []
    for grid in drawn_grids(edges, words, limits):
        if not _acceptable(grid, limits):
            out += framed_body(grid, limits)
            continue
        fine = without_notes(trimmed(refined(grid, limits)))
        if is_coarse(fine, limits):
            inside = [level for level in levels if _within(level, grid)]
            fine = finer(_read_inside(fine, inside, limits), fine)
        out.append(with_head(fine, limits) if fine.drawn else fine)
    return out


def _read_inside(grid: Grid, levels: Sequence[Level], limits: Tables) -> Grid | None:
    lines = tuple(Line(band, runs_of(band, limits), 0) for band in bands_of(grid.words))
    return aligned_grid(Area(lines, tuple(levels)), limits)


def over_budget(page: PageContent, limits: Tables = LIMITS) -> bool:
    """True when the page has more paths, lines or words than the finder looks at: the caller notes ``budget_exceeded``."""
    if page.path_count > limits.paths or sum(len(span.words) or 1 for span in page.spans) > limits.words:
        return True
    return len(page.rules) > limits.edges and edges_of(page, limits).count > limits.edges


def _aligned(words: Sequence[Word], levels: Sequence[Level], limits: Tables) -> list[Grid]:
    if len(words) > limits.words:
        return []
    grids = []
    measure = min((word.x0 for word in words), default=0.0), max((word.x1 for word in words), default=0.0)
    for zone in zones_of(bands_of(words), limits):
        for area in areas_of(zone, levels, limits):
            grid = aligned_grid(area, limits)
            fine = grid and without_notes(grid)
            if fine and (is_aligned_table(fine, area, limits) or is_evenly_spread(fine, measure, limits)):
                grids.append(fine)
    return grids


def _within(level: Level, grid: Grid) -> bool:
    x0, y0, x1, y1 = grid.bbox
    return y0 - 3 <= level.y <= y1 + 3 and level.x0 >= x0 - 3 and level.x1 <= x1 + 3


def _acceptable(grid: Grid, limits: Tables) -> bool:
    """Enough filled cells, no word cut by a rule."""
    cells = trimmed(grid)
    return is_drawn_table(cells, limits) and cut_share(grid, limits) <= limits.cut_words
