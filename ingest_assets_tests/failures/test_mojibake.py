"""``mojibake``: letters that were lost to question marks come back by no decoding."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way


def test_mojibake() -> None:
    text = "Договор поставки подписан обеими сторонами в марте текущего года. ".replace("о", "?").replace("и", "?")
    document = whole_way((text * 3).encode(), "letter.txt")
    assert document.verdict.state == "quarantined"
    assert Problem.MOJIBAKE in {finding.code for finding in document.findings}


def test_questions_are_no_mojibake() -> None:
    text = "Why did the ferry leave early? Nobody on the quay could say. Was the captain ill? He was not."
    assert whole_way(text.encode(), "letter.txt").verdict.state == "indexed"
