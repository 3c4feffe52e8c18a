"""Tables of one page: the drawn ones, the aligned ones, and the choice between both where they meet."""

from __future__ import annotations

from collections.abc import Sequence

from ingest_assets.clean.tables.areas import areas_of
from ingest_assets.clean.tables.edges import edges_of
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.grid import Grid, found_table, trimmed
from ingest_assets.clean.tables.judge import is_aligned_table
from ingest_assets.clean.tables.lattice import cut_words, drawn_grids
from ingest_assets.clean.tables.levels import Level, levels_of
from ingest_assets.clean.tables.refine import refined
from ingest_assets.clean.tables.stream import aligned_grid
from ingest_assets.clean.tables.words import Word, bands_of, words_of
from ingest_assets.clean.tables.zones import zones_of
from ingest_assets.model import PageContent
from ingest_assets.thresholds.tables import Tables

LIMITS = Tables()


def find_tables(page: PageContent, limits: Tables = LIMITS) -> tuple[FoundTable, ...]:
    """Tables of the page's upright text, from top to bottom. Text of other directions: hand in a rotated copy."""
    words = words_of(page)
    drawn = [trimmed(refined(grid, limits)) for grid in drawn_grids(edges_of(page, limits), words, limits) if _acceptable(grid, limits)]
    taken = {key for grid in drawn for word in grid.words for key in word.keys}
    free = [word for word in words if word.keys[0] not in taken]
    levels = [level for level in levels_of(page, limits) if not any(_within(level, grid) for grid in drawn)]
    grids = [*drawn, *_aligned(free, levels, limits)]
    return tuple(found_table(grid, page.page) for grid in sorted(grids, key=lambda one: one.bbox[1]))


def over_budget(page: PageContent, limits: Tables = LIMITS) -> bool:
    """True when the page has more paths than the finder looks at: the caller notes ``budget_exceeded``."""
    return page.path_count > limits.paths


def _aligned(words: Sequence[Word], levels: Sequence[Level], limits: Tables) -> list[Grid]:
    grids = []
    for zone in zones_of(bands_of(words), limits):
        for area in areas_of(zone, levels, limits):
            grid = aligned_grid(area, limits)
            if grid is not None and is_aligned_table(grid, area, limits):
                grids.append(grid)
    return grids


def _within(level: Level, grid: Grid) -> bool:
    x0, y0, x1, y1 = grid.bbox
    return y0 - 3 <= level.y <= y1 + 3 and level.x0 >= x0 - 3 and level.x1 <= x1 + 3


def _acceptable(grid: Grid, limits: Tables) -> bool:
    cells = trimmed(grid)
    return (
        cells.width >= 2 and cells.height >= 2 and cells.empty_share <= limits.most_empty and not cut_words(grid, limits)
    )
