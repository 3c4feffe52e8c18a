"""Searches that looked at every pair, or from every letter to the end: what was minutes is seconds."""

from __future__ import annotations

import time

import pytest

from ingest_assets.model import Span
from ingest_assets.pdf.duplicates import mark_duplicates
from ingest_assets.settings import Settings
from ingest_assets.triage.layer import ADDRESS, measure

MANY = 20_000
SECONDS = 3.0  # on a busy machine; quadratic they took 30 and more


def test_address_in_a_run_of_letters() -> None:
    start = time.process_time()
    measure("x" * 3 * MANY + " @ ://", Settings().triage)
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("write to me@example.org now", "write to   now"),
        ("see https://example.org/a b", "see   b"),
        ("xhttp://a b", "x  b"),
        ("@ alone, a@ and @b", "@ alone, a@ and @b"),
        ("@@b", " "),
    ],
)
def test_addresses_are_the_same(text: str, left: str) -> None:
    assert ADDRESS.sub(" ", text) == left


def test_one_word_on_a_page_many_times() -> None:
    spans = [word(100.0 * (n % 10), 10.0 * (n // 10)) for n in range(MANY)]
    start = time.process_time()
    marked = mark_duplicates([*spans, word(0.3, 0.0)])
    assert time.process_time() - start < SECONDS
    assert [index for index, span in enumerate(marked) if span.hidden] == [MANY]
    assert marked[0].bold


def word(x: float, y: float) -> Span:
    return Span(text="water", bbox=(x, y - 8, x + 25, y + 2), origin=(x, y), size=10.0)
