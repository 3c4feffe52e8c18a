"""A page tree that MuPDF cannot follow is read by the second engine, and the document says so."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way

SENTENCE = b"The keeper lights the lamp at dusk and writes the hour into the book."
CONTENT = b"BT /F 11 Tf 20 700 Td 14 TL " + b" T* ".join(b"(%b) Tj" % SENTENCE for _ in range(4)) + b" ET"
OBJECTS = (
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1000000>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    b"<</Length %d>>stream\n%b\nendstream" % (len(CONTENT), CONTENT),
    b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
)


def test_a_lying_page_count_is_no_loss() -> None:
    body = b"".join(b"%d 0 obj\n%b\nendobj\n" % (number, text) for number, text in enumerate(OBJECTS, 1))
    document = whole_way(b"%PDF-1.4\n" + body + b"trailer\n<</Root 1 0 R/Size 6>>\n%%EOF\n", "log.pdf")
    assert document.verdict.state == "indexed"
    assert [page.parser for page in document.extraction.pages] == ["pdf_plumber"]
    assert " ".join(block.text for block in document.cleaned.blocks).count("lights the lamp") == 4
    repaired = [finding for finding in document.findings if finding.code is Problem.REPAIRED]
    assert "page_tree_damaged" in repaired[0].detail
