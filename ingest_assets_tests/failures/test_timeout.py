"""``timeout``: from the misbehaving document to its finding."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.faults.beside import failure_beside_a_good_one


def test_timeout() -> None:
    failure = failure_beside_a_good_one("hang")
    assert failure.code == Problem.TIMEOUT
    assert "CPU s, limit 0.6" in failure.detail
