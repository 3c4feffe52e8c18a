"""``low_dictionary_hit``: words that are no words."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way

SENTENCE = "The keeper lights the lamp at dusk and writes the hour into the book. "


def test_low_dictionary_hit() -> None:
    shifted = "".join(chr((ord(c) - 97 + 7) % 26 + 97) if c.isalpha() else c for c in SENTENCE.lower())
    document = whole_way((shifted * 6).encode(), "page.txt")
    assert document.verdict.state == "quarantined"
    assert Problem.LOW_DICTIONARY_HIT in {finding.code for finding in document.findings}
