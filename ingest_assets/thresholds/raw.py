"""Numbers of the look at a source."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanning:
    """How a source's folder is compared with what is known of it."""

    audit_days: int = threshold(
        30, "days", "execution.md section 4: each night 1/30 of the unchanged files is hashed again"
    )
    threads: int = threshold(8, "threads", "choice: waits of fsync overlap; hashing frees the interpreter's lock")
    batch: int = threshold(1000, "files", "choice: bounds the memory of what waits for a thread")
    include: tuple[str, ...] = ()
    """Patterns of names that count; all when there are none (sources.toml)."""
    exclude: tuple[str, ...] = ()
    """Patterns of names that do not count."""
    headers_bytes: int = threshold(64 * 1024, "bytes", "choice: 8 times what web servers accept as a header block")
