"""``budget_exceeded``: a page of thousands of paths is read without a search for tables, and says so."""

from __future__ import annotations

import time

from ingest_assets.problems import Problem, Severity
from ingest_assets_tests.clean.layout.reading import laid_out, texts
from ingest_assets_tests.corpus.layout_pdfs import FERRY, many_paths


def test_budget_exceeded() -> None:
    start = time.process_time()
    cleaned = laid_out(many_paths())
    assert time.process_time() - start < 2.0
    assert [(one.code, one.severity, one.page) for one in cleaned.findings] == [
        (Problem.BUDGET_EXCEEDED, Severity.NOTE, 1)
    ]
    assert cleaned.tables == ()
    assert texts(cleaned) == [FERRY]
