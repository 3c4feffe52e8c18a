"""``ocr_uncertain``: a page between the bands whose words are in the dictionary is indexed under a note."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.problems import Severity
from ingest_assets_tests.corpus.scans import ENGLISH, encoded, noisy, read, rendered


def test_ocr_uncertain(tmp_path: Path) -> None:
    page = noisy(rendered(f"<p>{ENGLISH} {ENGLISH}</p>", height=150), 90)
    document = read(encoded(page), tmp_path, name="grainy.png")
    (finding,) = document.findings
    assert (finding.code, finding.severity, finding.page) == ("ocr_uncertain", Severity.NOTE, 1)
    assert document.verdict.state == "indexed"
