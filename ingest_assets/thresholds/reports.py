"""When a number in a report is worth a look."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """Limits of the asset checks that warn."""

    quarantine_rise: float = threshold(0.05, "share of documents", "a changed export shows as a jump; five points is our choice")
