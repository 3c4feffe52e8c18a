"""``empty_extraction``: fewer than 50 characters out of more than 20,000 bytes."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way


def test_empty_extraction() -> None:
    document = whole_way(b"nothing" + b" " * 25_000 + b"here", "report.txt")
    assert document.verdict.state == "quarantined"
    assert Problem.EMPTY_EXTRACTION in {finding.code for finding in document.findings}


def test_a_short_note_is_read() -> None:
    assert whole_way(b"The ferry leaves at noon.", "note.txt").verdict.state == "indexed"
