"""Documents in = outcomes out, whatever the documents do."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest_assets.problems import Problem
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.workers import Workers
from ingest_assets.workers.job import Job
from ingest_assets.workers.pool import map_documents

EXPECTED = {
    "double": None,
    "segfault": Problem.WORKER_CRASHED,
    "exit_at_once": Problem.WORKER_CRASHED,
    "killed_by_the_kernel": Problem.MEMORY_LIMIT,
    "memory_error": Problem.MEMORY_LIMIT,
    "system_exit": Problem.PARSER_EXCEPTION,
    "panic": Problem.PARSER_EXCEPTION,
    "poison": Problem.PARSER_EXCEPTION,
}
RUNS = st.lists(st.sampled_from(["double", "double", "double", *EXPECTED]), max_size=12)


@settings(max_examples=20, deadline=None)
@given(RUNS, st.integers(1, 3), st.integers(1, 4))
def test_every_document_has_one_outcome_of_its_own(names: list[str], workers: int, waiting: int) -> None:
    jobs = (Job(key=str(number), argument=(name, number)) for number, name in enumerate(names))
    limits, pool = Limits(recycle_after=4), Workers(retries_waiting=waiting)
    found = list(
        map_documents("ingest_assets_tests.faults.functions:mixed", jobs, limits=limits, workers=workers, settings=pool)
    )
    assert sorted(int(outcome.key) for outcome in found) == list(range(len(names)))
    for outcome in found:
        number = int(outcome.key)
        assert (outcome.failure and outcome.failure.code) == EXPECTED[names[number]]
        assert outcome.value == (2 * number if names[number] == "double" else None)
