"""Runs whose process has died with its code server (a reboot, a kill) stay STARTED for ever, and the next run of their source waits for them.

Dagster's default launcher has no health check (dagster.md section 7). Every run of ours notes host and process; a run of this host whose
process is gone is failed, and Dagster's own retry takes over. A run notes it within moments of its start: one that has started and has
not by far was killed in between, and nobody else would ever end it.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping
from pathlib import Path

import dagster as dg

HOST, PROCESS, CLAIMED = "ingest/host", "ingest/process", "ingest/claimed"
CLAIMS = {"ingest/claims": "yes"}
"""Tags of a job whose runs claim in their first step. Runs of others, who may share the deployment, are never judged by what they did not note."""
AT_WORK = [dg.DagsterRunStatus.STARTING, dg.DagsterRunStatus.STARTED, dg.DagsterRunStatus.CANCELING]
UNCLAIMED_SECONDS = 180
"""As Dagster's own ``start_timeout_seconds`` in dagster.yaml, which ends what dies a moment earlier, before it has started."""


def claim(instance: dg.DagsterInstance, run_id: str) -> None:
    """Note on a run who works on it. The run's own id stands beside it, since a retry inherits the tags of the run that died."""
    instance.add_run_tags(run_id, {HOST: socket.gethostname(), PROCESS: identity(os.getpid()), CLAIMED: run_id})


def reap(instance: dg.DagsterInstance, *, every: bool = False) -> list[str]:
    """Fail the runs of this host whose process is gone (or, with ``every``, all that are at work); returns their ids."""
    ended = []
    for record in instance.get_run_records(dg.RunsFilter(statuses=AT_WORK)):
        run = record.dagster_run
        claimed = run.tags.get(CLAIMED) == run.run_id
        if every or (_is_dead(run.tags) if claimed else _is_overdue(record)):
            process = run.tags.get(PROCESS) if claimed else None
            instance.report_run_failed(run, f"the process of this run ({process or 'unknown'}) is gone")
            ended.append(run.run_id)
    return ended


def identity(pid: int) -> str:
    """A process for good: its number, its start in ticks since boot, and the boot. A number alone is used again."""
    try:
        started = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()[19]
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii")[:8]
    except FileNotFoundError:
        return f"{pid}.gone"
    return f"{pid}.{started}.{boot}"


def _is_overdue(record: dg.RunRecord) -> bool:
    """Has it started, and noted no process in all this time, though its job promises to?"""
    started = record.start_time if CLAIMS.items() <= record.dagster_run.tags.items() else None
    return started is not None and time.time() - started > UNCLAIMED_SECONDS


def _is_dead(tags: Mapping[str, str]) -> bool:
    noted = tags.get(PROCESS, "")
    pid = noted.partition(".")[0]
    return tags.get(HOST) == socket.gethostname() and pid.isdigit() and identity(int(pid)) != noted


@dg.sensor(
    job_name="report",
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Ends runs whose process has died, so that their source is free again. Asks for no run.",
)
def stuck_runs(context: dg.SensorEvaluationContext) -> dg.SkipReason:
    """On at every start: a reboot needs nobody."""
    ended = reap(context.instance)
    return dg.SkipReason(
        f"ended {len(ended)} runs without a process: {', '.join(ended)}" if ended else "every run has its process"
    )
