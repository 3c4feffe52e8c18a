"""``worker_crashed``: from the misbehaving document to its finding."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.faults.beside import failure_beside_a_good_one


def test_worker_crashed() -> None:
    failure = failure_beside_a_good_one("segfault")
    assert failure.code == Problem.WORKER_CRASHED
    assert "SIGSEGV" in failure.detail
