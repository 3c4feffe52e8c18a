"""``budget_exceeded``: a page of thousands of paths is read without a search for tables, and says so."""

from __future__ import annotations

import time

import pytest

from ingest_assets.problems import Problem, Severity
from ingest_assets_tests.clean.layout.reading import laid_out, texts
from ingest_assets_tests.corpus.layout_pdfs import FERRY, many_paths, many_words


def test_budget_exceeded() -> None:
    start = time.process_time()
    cleaned = laid_out(many_paths())
    assert time.process_time() - start < 2.0
    assert [(one.code, one.severity, one.page) for one in cleaned.findings] == [
        (Problem.BUDGET_EXCEEDED, Severity.NOTE, 1)
    ]
    assert cleaned.tables == ()
    assert texts(cleaned) == [FERRY]


@pytest.mark.parametrize("scattered", [False, True])
def test_crowded_page(*, scattered: bool) -> None:
    """The labels of a map, and one word ten thousand times: read line by line, no search for columns and tables."""
    start = time.process_time()
    cleaned = laid_out(many_words(6000, scattered=scattered))
    assert time.process_time() - start < CROWDED_SECONDS
    assert {one.code for one in cleaned.findings} == {Problem.BUDGET_EXCEEDED}
    assert sum(text.count("water") for text in texts(cleaned)) == 6000
    assert cleaned.tables == ()


CROWDED_SECONDS = 20.0  # on a busy machine; without the limits it was a minute
