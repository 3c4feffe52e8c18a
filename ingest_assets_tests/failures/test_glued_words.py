"""``glued_words``: words without blanks between them."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way


def test_glued_words() -> None:
    glued = "thekeeperlights thelampatdusk andwritesthehour intothebookofthe harbouroffice "
    document = whole_way((glued * 12).encode(), "page.txt")
    assert document.verdict.state == "quarantined"
    assert Problem.GLUED_WORDS in {finding.code for finding in document.findings}
