"""``page_tree_damaged``: a page count that no file of this size can hold."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way

OBJECTS = (
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1000000>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
)
BODY = b"".join(b"%d 0 obj\n%b\nendobj\n" % (number, text) for number, text in enumerate(OBJECTS, 1))
LIE = b"%PDF-1.4\n" + BODY + b"trailer\n<</Root 1 0 R/Size 4>>\n%%EOF\n"


def test_page_tree_damaged() -> None:
    document = whole_way(LIE, "report.pdf")
    assert document.verdict.state == "quarantined"
    assert Problem.PAGE_TREE_DAMAGED in {finding.code for finding in document.findings}
