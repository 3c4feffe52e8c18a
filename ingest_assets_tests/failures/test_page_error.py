"""``page_error``: from a page whose content cannot be unpacked to the finding; the other pages are read."""

from __future__ import annotations

from ingest_assets.problems import Problem, Severity
from ingest_assets_tests.clean.layout.reading import extracted
from ingest_assets_tests.corpus.layout_pdfs import broken_page


def test_page_error() -> None:
    extraction = extracted(broken_page())
    assert [(one.code, one.severity, one.page) for one in extraction.findings] == [
        (Problem.PAGE_ERROR, Severity.NOTE, 2)
    ]
    assert extraction.findings[0].detail
    assert [page.content is not None for page in extraction.pages] == [True, False, True]
    assert extraction.pages[1].route == "none"
