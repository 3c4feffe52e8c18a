"""``pages_without_text``: one page of three that cannot be read is one too many."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.layout_pdfs import broken_page
from ingest_assets_tests.corpus.texts import whole_way


def test_pages_without_text() -> None:
    document = whole_way(broken_page(), "survey.pdf")
    assert document.verdict.state == "quarantined"
    assert Problem.PAGES_WITHOUT_TEXT in {finding.code for finding in document.findings}
