"""Numbers of the worker pool that are no limit of a document (those stand in ``limits.py``)."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """How the pool watches, feeds and renews its processes."""

    tick_seconds: float = threshold(0.05, "s", "execution.md section 2.3: the supervisor looks every 50 ms")
    pipe_bytes: int = threshold(
        1024**2, "bytes of a result", "execution.md section 2.8: larger results go through a file"
    )
    argument_bytes: int = threshold(
        32 * 1024, "bytes of an argument", "two of them fit the 208 KB of a unix socket, so the supervisor never blocks"
    )
    free_pages: int = threshold(20, "pages", "execution.md section 2: pages above 20 buy extra CPU seconds")
    retry_factor: float = threshold(2.0, "times the limits", "execution.md section 2.6")
    retries_waiting: int = threshold(8, "documents", "choice: retries run alone; this many stop the feed for them")
    address_space_factor: float = threshold(2.0, "times the RSS limit", "execution.md section 2.4: RLIMIT_AS")
    growth_bytes: int = threshold(
        512 * 1024**2, "bytes of RSS", "choice: a quarter of the RSS limit; then a new worker"
    )
    file_bytes: int = threshold(4 * 1024**3, "bytes", "RLIMIT_FSIZE: twice the largest input (Limits.file_bytes)")
    open_files: int = threshold(1024, "descriptors", "RLIMIT_NOFILE: Linux' own soft default")
    oom_score: int = threshold(900, "oom_score_adj", "execution.md section 2.4: the kernel takes a worker first")
    idle_deaths: int = threshold(
        3, "workers in a row", "choice: workers that die without a document mean a broken set-up"
    )
    join_seconds: float = threshold(
        10.0, "wall s", "choice: how long a killed process may take to vanish before it is left behind"
    )
    network: bool = False
    """May workers use the network? (execution.md section 2.4: no; a run with a vision endpoint needs it.)"""
