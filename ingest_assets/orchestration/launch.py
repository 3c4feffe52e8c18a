"""Runs sources through Dagster in this process, so that ``ingest run`` leaves the same lineage as a nightly run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import dagster as dg

from ingest_assets.orchestration.deployment import deployment
from ingest_assets.orchestration.resources import LISTENERS, Ingest
from ingest_assets.store.files import write_atomically
from ingest_assets.workers.tally import one_run
from ingest_assets.workspace import Workspace

OUR_FAILURE = f"{dg.Failure.__module__}.{dg.Failure.__qualname__}: "  # what Dagster puts before our own line
MINIMAL = """\
# Written because there was none here: PostgreSQL by DAGSTER_PG_URL, and no usage statistics for anybody.
storage:
  custom:
    module: ingest_assets.orchestration.storage
    class: DeploymentStorage
    config: {}
telemetry: {enabled: false}
"""
QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Which sources to run, with how many workers; ``forced`` maps a source to documents that are read again in any case."""

    home: Workspace
    keys: Sequence[str]
    workers: int
    forced: Mapping[str, Sequence[str]] = field(default_factory=dict)


def run_sources(request: Request, on_document: Callable[[str, str], None]) -> dict[str, str | None]:
    """Materialise the sources, then the search index and the report. Returns source → None, or the error that ended its run;
    ``search_index`` is among them only when its run failed."""
    resource = Ingest(
        data=str(request.home.data),
        workers=request.workers,
        forced={key: list(shas) for key, shas in request.forced.items()},
    )
    jobs = deployment(resource)
    ended: dict[str, str | None] = {}
    with one_run(), deployed(request.home) as instance, _listening(on_document):
        instance.add_dynamic_partitions(
            "sources", [key for key in request.keys if not instance.has_dynamic_partition("sources", key)]
        )
        for key in request.keys:
            ended[key] = _run(jobs, instance, "source_run", key)
        published = _run(jobs, instance, "search", None)
        if published is not None:
            ended["search_index"] = published
        _run(jobs, instance, "report", None)
    return ended


def _run(jobs: dg.Definitions, instance: dg.DagsterInstance, job: str, key: str | None) -> str | None:
    tags = {"ingest/source": key, "ingest/reason": "ingest run"} if key else {}
    resolved = jobs.resolve_job_def(job)
    result = resolved.execute_in_process(
        instance=instance, partition_key=key, tags=tags, run_config=QUIET, raise_on_error=False
    )
    if result.success:
        return None
    failures = [event for event in result.all_events if event.is_step_failure]
    return _reason(failures[0]) if failures else "the run failed"


def _reason(event: dg.DagsterEvent) -> str:
    error = event.step_failure_data.error
    cause = error.cause or error if error is not None else None
    told = cause.message.strip().removeprefix(OUR_FAILURE) if cause is not None else "failed"
    return f"{event.step_key}: {told}"


@contextmanager
def deployed(home: Workspace) -> Iterator[dg.DagsterInstance]:
    """The deployment's instance: $DAGSTER_HOME, else the folder of dagster.yaml here, else the workspace's own."""
    folder = os.environ.get("DAGSTER_HOME") or (
        str(Path.cwd()) if Path("dagster.yaml").exists() else str(home.data / "dagster")
    )
    Path(folder).mkdir(parents=True, exist_ok=True)
    os.environ["DAGSTER_HOME"] = folder
    if not (Path(folder) / "dagster.yaml").exists():
        write_atomically(Path(folder) / "dagster.yaml", MINIMAL.encode())
    with dg.DagsterInstance.get() as instance:
        yield instance


@contextmanager
def _listening(on_document: Callable[[str, str], None]) -> Iterator[None]:
    LISTENERS.append(on_document)
    try:
        yield
    finally:
        LISTENERS.remove(on_document)
