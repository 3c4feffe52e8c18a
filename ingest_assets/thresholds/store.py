"""Sizes of the store's files."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSizes:
    """How many rows go where. None of them changes what a reader sees."""

    commit_rows: int = threshold(200, "documents per commit", "choice: a killed run repeats at most this much work")
    commit_seconds: float = threshold(
        30.0, "s", "choice: a commit at least this often, since OCR takes a minute a document"
    )
    bucket_rows: int = threshold(50_000, "documents per bucket", "execution.md section 4")
    row_group_rows: int = threshold(200, "rows", "choice: one commit; payloads are read a row group at a time")
    merge_parts: int = threshold(32, "parts of one size", "choice: bounds the pointer at a few hundred parts a source")
    compact_share: float = threshold(0.2, "rows in small parts / rows", "choice: each row is rewritten about 5 times")
    staging_seconds: float = threshold(60.0, "s", "choice: far above the moment between making and locking a file")
    chunk_bytes: int = threshold(1024**2, "bytes", "choice: one read of a file while it is hashed and copied")
