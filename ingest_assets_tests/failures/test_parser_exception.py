"""``parser_exception``: from the misbehaving document to its finding."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.faults.beside import failure_beside_a_good_one


def test_parser_exception() -> None:
    failure = failure_beside_a_good_one("panic")
    assert failure.code == Problem.PARSER_EXCEPTION
    assert "Panic: index out of bounds" in failure.detail
