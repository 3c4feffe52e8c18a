"""``garbage_characters``: private-use characters are glyph numbers, not letters."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way


def test_garbage_characters() -> None:
    document = whole_way(
        ("The keeper lights the lamp at dusk and writes the hour into the book. " * 4)
        .replace("lamp", "l\ue0a1\ue0b2p")
        .encode(),
        "page.txt",
    )
    assert document.verdict.state == "quarantined"
    assert Problem.GARBAGE_CHARACTERS in {finding.code for finding in document.findings}
