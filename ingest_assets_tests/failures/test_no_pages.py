"""``no_pages``: a PDF that opens and has no pages."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way

EMPTY = b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\ntrailer\n<</Root 1 0 R/Size 3>>\n%%EOF\n"


def test_no_pages() -> None:
    document = whole_way(EMPTY, "report.pdf")
    assert document.verdict.state == "quarantined"
    assert Problem.NO_PAGES in {finding.code for finding in document.findings}
