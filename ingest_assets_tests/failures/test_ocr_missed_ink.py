"""``ocr_missed_ink``: a black stamp over the text hides words that no attempt finds; the confidence of the rest would let the page pass."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.problems import Severity
from ingest_assets_tests.corpus.scans import ENGLISH, codes, encoded, read, rendered, stamped


def test_ocr_missed_ink(tmp_path: Path) -> None:
    page = stamped(rendered(f"<p>{ENGLISH} {ENGLISH} {ENGLISH}</p>", height=200), 0)
    document = read(encoded(page), tmp_path, name="stamped.png")
    assert document.verdict.state == "quarantined"
    assert "ocr_missed_ink" in codes(document)
    (finding,) = (finding for finding in document.findings if finding.code == "ocr_missed_ink")
    assert (finding.severity, finding.page) == (Severity.HOLD, 1)
