"""``ocr_uncertain``: a page between the limits, whose words the dictionary mostly has, is indexed under a note."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ingest_assets.problems import Severity
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.scans import ENGLISH, encoded, noisy, read, rendered

# The note from 1 % of doubtful words on: the grain's few doubtful words lie far from both limits, whatever Tesseract's release.
WARY = replace(Settings(), ocr=replace(Settings().ocr, uncertain=0.01))


def test_ocr_uncertain(tmp_path: Path) -> None:
    page = noisy(rendered(f"<p>{ENGLISH} {ENGLISH}</p>", height=150), 80)
    document = read(encoded(page), tmp_path, name="grainy.png", settings=WARY)
    (finding,) = document.findings
    assert (finding.code, finding.severity, finding.page) == ("ocr_uncertain", Severity.NOTE, 1)
    assert document.verdict.state == "indexed"
