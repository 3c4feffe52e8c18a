"""Tables of one page: the drawn ones, the aligned ones, and the choice between both where they meet."""

from __future__ import annotations

from ingest_assets.clean.tables.edges import edges_of
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.grid import Grid, found_table, trimmed
from ingest_assets.clean.tables.lattice import cut_words, drawn_grids
from ingest_assets.clean.tables.words import words_of
from ingest_assets.model import PageContent
from ingest_assets.thresholds.tables import Tables

LIMITS = Tables()


def find_tables(page: PageContent, limits: Tables = LIMITS) -> tuple[FoundTable, ...]:
    """Tables of the page's upright text, from top to bottom. Text of other directions: hand in a rotated copy of the page."""
    words = words_of(page)
    grids = [trimmed(grid) for grid in drawn_grids(edges_of(page, limits), words, limits) if _acceptable(grid, limits)]
    return tuple(found_table(grid, page.page) for grid in sorted(grids, key=lambda one: one.bbox[1]))


def over_budget(page: PageContent, limits: Tables = LIMITS) -> bool:
    """True when the page has more paths than the finder looks at: the caller notes ``budget_exceeded``."""
    return page.path_count > limits.paths


def _acceptable(grid: Grid, limits: Tables) -> bool:
    cells = trimmed(grid)
    return (
        cells.width >= 2
        and cells.height >= 2
        and cells.empty_share <= limits.most_empty
        and not cut_words(grid, limits)
    )
