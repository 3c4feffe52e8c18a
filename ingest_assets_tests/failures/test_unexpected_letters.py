"""``unexpected_letters``: letters of two alphabets in one word look right and are found by no search."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way


def test_unexpected_letters() -> None:
    text = "Договор поставки составлен в двух экземплярах и подписан обеими сторонами в присутствии свидетелей. " * 5
    document = whole_way(text.replace("о", "o").replace("е", "e").encode(), "page.txt")
    assert document.verdict.state == "quarantined"
    assert Problem.UNEXPECTED_LETTERS in {finding.code for finding in document.findings}
