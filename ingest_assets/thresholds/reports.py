"""When a number in a report is worth a look."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """Limits of the asset checks that warn."""

    quarantine_rise: float = threshold(
        0.05, "share of documents", "a changed export shows as a jump; five points is our choice"
    )
    ocr_share_move: float = threshold(
        0.20, "share of pages", "dagster.md: twenty points; a text layer that broke moves a whole source"
    )
    compare_sample: int = threshold(
        50, "documents per source", "choice: an upgrade costs at most fifty readings more in each source"
    )
    compare_lost_words: float = threshold(
        0.05, "share of a document's words", "choice: a paragraph of a page; OCR engines differ by 1-2 %"
    )
    compare_worse_share: float = threshold(
        0.02, "share of compared documents", "choice: one in fifty; in smaller samples none"
    )
    unfetched_share: float = threshold(
        0.10, "share of a source's items", "choice: one dead link in twenty is usual, a server that is down is more"
    )
    silent_days: int = threshold(3, "days", "choice: a long weekend without a run is not an alarm")
