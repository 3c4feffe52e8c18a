"""``memory_limit``: from the misbehaving document to its finding."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.faults.beside import failure_beside_a_good_one


def test_memory_limit() -> None:
    failure = failure_beside_a_good_one("memory_bomb", 600 << 20, cpu_seconds=20.0)
    assert failure.code == Problem.MEMORY_LIMIT
    assert "bytes of RSS, limit" in failure.detail
