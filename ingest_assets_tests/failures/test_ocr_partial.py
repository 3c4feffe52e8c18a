"""``ocr_partial``: ink that was bleached to read the print below it is told; the document is indexed."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.problems import Severity
from ingest_assets_tests.corpus.scans import RUSSIAN, encoded, mixed_pdf, read, rendered, stamped, text_of


def test_ocr_partial(tmp_path: Path) -> None:
    document = read(encoded(stamped(rendered(f"<p>{RUSSIAN}</p>", height=100), 115)), tmp_path, name="stamped.png")
    (finding,) = document.findings
    assert (finding.code, finding.severity, finding.page) == ("ocr_partial", Severity.NOTE, 1)
    assert "ink" in finding.detail
    assert document.verdict.state == "indexed"
    assert "до конца года" in text_of(document)


def test_the_unreadable_image_of_a_mixed_page_is_told_and_its_junk_left_out(tmp_path: Path) -> None:
    native = "<p>The native paragraph says that both parties have read the contract and agree to every word of it.</p>"
    words = "<p>The other paragraph closes the page and says nothing new about the goods or about their price.</p>"
    hatched = rendered(f"<p>{RUSSIAN}</p>", height=100)
    hatched[::3] = 255
    hatched[:, ::4] = 255
    document = read(mixed_pdf(native, hatched, words), tmp_path, name="mixed.pdf")
    assert [finding.code for finding in document.findings] == ["ocr_partial"]
    content = document.extraction.pages[0].content
    assert content is not None
    assert all(span.route == "native" for span in content.spans)
    assert document.verdict.state == "indexed"
