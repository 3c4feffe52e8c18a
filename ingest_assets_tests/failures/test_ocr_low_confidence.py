"""``ocr_low_confidence``: a page out of focus is held, with the figures that say why."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.problems import Severity
from ingest_assets_tests.corpus.scans import RUSSIAN, blurred, codes, encoded, read, rendered


def test_ocr_low_confidence(tmp_path: Path) -> None:
    document = read(encoded(blurred(rendered(f"<p>{RUSSIAN}</p>", height=100), 3)), tmp_path, name="unsharp.png")
    assert document.verdict.state == "quarantined"
    assert "ocr_low_confidence" in codes(document)
    (finding,) = (finding for finding in document.findings if finding.code == "ocr_low_confidence")
    assert (finding.severity, finding.page) == (Severity.HOLD, 1)
    assert "mean confidence" in finding.detail
