"""``repaired``: a PDF whose cross-reference pointer is wrong is rebuilt, read, and says so."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.broken_pdfs import text_pdf
from ingest_assets_tests.corpus.texts import whole_way


def test_repaired() -> None:
    data = text_pdf().replace(b"startxref\n", b"startxref\n9")
    document = whole_way(data, "report.pdf")
    assert document.verdict.state == "indexed"
    assert Problem.REPAIRED in {finding.code for finding in document.findings}
