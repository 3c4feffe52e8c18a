"""``ocr_share_exceeded``: a source that allows no scans holds one."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets.thresholds.gate import GateThresholds
from ingest_assets_tests.corpus.scans import encoded, rendered
from ingest_assets_tests.corpus.texts import whole_way


def test_ocr_share_exceeded() -> None:
    settings = Settings(gate=GateThresholds(ocr_share=0.0))
    document = whole_way(
        encoded(rendered("<p>The keeper lights the lamp at dusk and writes the hour into the book.</p>")),
        "page.png",
        settings,
    )
    assert document.verdict.state == "quarantined"
    assert Problem.OCR_SHARE_EXCEEDED in {finding.code for finding in document.findings}
