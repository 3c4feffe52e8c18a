"""One partition a source; sources come and go without a reload of the code location."""

from __future__ import annotations

import dagster as dg

SOURCES = dg.DynamicPartitionsDefinition(name="sources")
GROUP = "ingestion"
OWNERS = ["team:ingestion"]
RUNNING = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
]


def is_running(instance: dg.DagsterInstance, key: str) -> bool:
    """True while a run of this source is queued or at work."""
    filters = dg.RunsFilter(tags={"dagster/partition": key}, statuses=RUNNING)
    return bool(instance.get_run_records(filters, limit=1))
