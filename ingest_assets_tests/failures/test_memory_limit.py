"""``memory_limit``: from the misbehaving document to its finding."""

from __future__ import annotations

from ingest_assets.problems import Problem, Severity
from ingest_assets.thresholds.limits import Limits
from ingest_assets.workers.job import Job
from ingest_assets.workers.pool import map_documents

LIMITS = Limits(cpu_seconds=20.0, memory_bytes=200 * 1024**2)


def test_memory_limit() -> None:
    jobs = [Job(key="bad", argument=("memory_bomb", 600 << 20)), Job(key="good", argument=("double", 2))]
    found = {
        outcome.key: outcome
        for outcome in map_documents("ingest_assets_tests.faults.functions:mixed", jobs, limits=LIMITS, workers=1)
    }
    assert found["good"].value == 4
    failure = found["bad"].failure
    assert failure is not None
    assert (failure.code, failure.severity) == (Problem.MEMORY_LIMIT, Severity.HOLD)
    assert "bytes of RSS, limit" in failure.detail
