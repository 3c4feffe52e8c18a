"""``vision_rejected``: an answer cut off, a refusal or a dead server leaves the OCR reading, and its hold, as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.problems import Severity
from ingest_assets_tests.corpus.scans import read_with_vision
from ingest_assets_tests.corpus.vision_pages import ONE_PAGE, configured
from ingest_assets_tests.corpus.vision_server import Reply, chat


@pytest.mark.parametrize(
    ("reply", "detail"),
    [
        (chat("Payment of", finish_reason="length"), "finish reason length"),
        (chat("I'm sorry, I can't help with that."), "a refusal"),
        (Reply(status=401), "HTTP 401 after 1 call"),
    ],
)
def test_vision_rejected(reply: Reply, detail: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with configured(monkeypatch, [reply]):
        extraction = read_with_vision(ONE_PAGE, tmp_path)
    held, rejected = extraction.findings
    assert (held.code, held.severity) == ("ocr_low_confidence", Severity.HOLD)
    assert (rejected.code, rejected.severity, rejected.page, rejected.detail) == (
        "vision_rejected",
        Severity.NOTE,
        1,
        detail,
    )
    assert [page.route for page in extraction.pages] == ["ocr"]
    assert extraction.blocks == ()
