"""What the table finder hands to the layout: a table, the words it took, and where its columns stand."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.model import BBox, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTable:
    """One table of one page (of several after ``join_over_pages``).

    ``owned`` holds (index into ``PageContent.spans``, index into ``Span.words``, 0 for a span of one word) of every word in the table's cells,
    on the table's first page; ``owned_by_page`` has one such set for each page of a joined table.
    ``edges`` are the x positions of the column borders in points, one more than there are columns. ``row_tops`` are the y positions where the
    text of each row starts. ``drawn`` tells tables with drawn cells from aligned ones; ``outline`` holds the ends (x) of the rules across an
    aligned one. ``rest`` marks what is a table only as the continuation of one before.
    """

    table: Table
    owned: frozenset[tuple[int, int]]
    bbox: BBox
    edges: tuple[float, ...] = ()
    row_tops: tuple[float, ...] = ()
    drawn: bool = False
    outline: tuple[float, float] | None = None
    flags: tuple[str, ...] = ()
    rest: bool = False
    owned_by_page: tuple[tuple[int, frozenset[tuple[int, int]]], ...] = ()
