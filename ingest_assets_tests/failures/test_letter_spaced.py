"""``letter_spaced``: words that fell apart into letters."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way


def test_letter_spaced() -> None:
    document = whole_way(
        (" ".join("The keeper lights the lamp at dusk and writes the hour into the book. ") * 2).encode(), "page.txt"
    )
    assert document.verdict.state == "quarantined"
    assert Problem.LETTER_SPACED in {finding.code for finding in document.findings}
