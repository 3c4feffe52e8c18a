"""A document that misbehaves, and a good one read beside it by the real pool."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.model import Finding
from ingest_assets.problems import Severity
from ingest_assets.thresholds.limits import Limits
from ingest_assets.workers.job import Job
from ingest_assets.workers.pool import map_documents

LIMITS = Limits(wall_factor=60.0, memory_bytes=200 * 1024**2)


def failure_beside_a_good_one(fault: str, argument: object = None, *, cpu_seconds: float = 0.3) -> Finding:
    """What the pool says of ``fault``, a name of faults/functions.py; the good document must have come through."""
    jobs = [Job(key="bad", argument=(fault, argument)), Job(key="good", argument=("double", 2))]
    limits = replace(LIMITS, cpu_seconds=cpu_seconds)
    pooled = map_documents("ingest_assets_tests.faults.functions:mixed", jobs, limits=limits, workers=1)
    found = {outcome.key: outcome for outcome in pooled}
    assert found["good"].value == 4
    failure = found["bad"].failure
    assert failure is not None
    assert failure.severity == Severity.HOLD
    return failure
