"""``timeout``: from the misbehaving document to its finding."""

from __future__ import annotations

from ingest_assets.problems import Problem, Severity
from ingest_assets.thresholds.limits import Limits
from ingest_assets.workers.job import Job
from ingest_assets.workers.pool import map_documents

LIMITS = Limits(cpu_seconds=0.3, wall_factor=60.0, memory_bytes=200 * 1024**2)


def test_timeout() -> None:
    jobs = [Job(key="bad", argument=("hang", None)), Job(key="good", argument=("double", 2))]
    found = {
        outcome.key: outcome
        for outcome in map_documents("ingest_assets_tests.faults.functions:mixed", jobs, limits=LIMITS, workers=1)
    }
    assert found["good"].value == 4
    failure = found["bad"].failure
    assert failure is not None
    assert (failure.code, failure.severity) == (Problem.TIMEOUT, Severity.HOLD)
    assert "CPU s, limit 0.6" in failure.detail
