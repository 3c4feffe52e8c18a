"""Thresholds of the table finder. Lengths in points, ``em`` is the type size of the line."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """What makes rules, words and gaps a table."""

    paths: int = threshold(3000, "paths per page", "pdf-layout.md section 2: guard before any table code")
    edges: int = threshold(
        1500,
        "straightened edges per page",
        "pdf-layout.md section 2: half the path guard, keeps the pair loop under 1 CPU s",
    )
    snap: float = threshold(2.0, "pt", "pdf-layout.md section 6: snap to 1-2 pt")
    join_gap: float = threshold(3.0, "pt", "pdf-layout.md section 6: join collinear pieces with gaps < 3 pt")
    shortest_edge: float = threshold(
        4.0, "pt", "under the height of the smallest readable row; drops dashes and tick marks"
    )
    touch: float = threshold(3.0, "pt", "pdfplumber's default tolerance of crossings")
    fill_gap: float = threshold(3.0, "pt", "white lines between fills of the development set are 0.5-2 pt wide")
    covered: float = threshold(
        0.8, "share of a cell's side", "a side that is ruled for less is open: tick marks, rules of a neighbour"
    )
    cut_overlap: float = threshold(2.0, "pt", "a word that reaches further over a column edge is cut by it")
    most_empty: float = threshold(0.6, "share of empty cells", "pdf-layout.md section 6, arbiter")
