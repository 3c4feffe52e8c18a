"""``replacement_chars``: U+FFFD above 0.5 % of the characters holds, below it is a note."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way

SENTENCE = "The keeper lights the lamp at dusk and writes the hour into the book. "


def test_replacement_chars() -> None:
    document = whole_way((SENTENCE * 3).replace("lamp", "la\ufffdp").replace("book", "b\ufffdok").encode(), "page.txt")
    assert document.verdict.state == "quarantined"
    assert Problem.REPLACEMENT_CHARS in {finding.code for finding in document.findings}


def test_a_single_one_is_a_note() -> None:
    document = whole_way((SENTENCE * 20 + "One l\ufffdst letter.").encode(), "page.txt")
    assert document.verdict.state == "indexed"
    assert Problem.REPLACEMENT_CHARS in {finding.code for finding in document.findings}
