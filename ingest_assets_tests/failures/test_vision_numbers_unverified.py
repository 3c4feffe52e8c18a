"""``vision_numbers_unverified``: a number that no OCR reading of the page saw is named, its block flagged."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.problems import Severity
from ingest_assets_tests.corpus.scans import read_with_vision
from ingest_assets_tests.corpus.vision_pages import ONE_PAGE, configured
from ingest_assets_tests.corpus.vision_server import chat


def test_vision_numbers_unverified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with configured(monkeypatch, [chat("A sentence without a number.\n\nThe invented sum is 987654 roubles.")]):
        extraction = read_with_vision(ONE_PAGE, tmp_path)
    (finding,) = extraction.findings
    assert (finding.code, finding.severity, finding.page, finding.detail) == (
        "vision_numbers_unverified",
        Severity.NOTE,
        1,
        "987654",
    )
    assert [block.flags for block in extraction.blocks] == [(), ("numbers_unverified",)]
