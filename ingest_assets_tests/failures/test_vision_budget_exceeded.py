"""``vision_budget_exceeded``: over the budget no page is sent any more, and the page keeps its OCR reading and its band."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ingest_assets.extract.vision.second_opinion import WEAK
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.scans import read_with_vision
from ingest_assets_tests.corpus.vision_pages import TWO_PAGES, configured
from ingest_assets_tests.corpus.vision_server import chat

ONE_A_DOCUMENT = replace(Settings(), vision=replace(Settings().vision, pages_per_document=1))


def test_vision_budget_exceeded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with configured(monkeypatch, [chat("Payment follows within some days.")]) as server:
        extraction = read_with_vision(TWO_PAGES, tmp_path, settings=ONE_A_DOCUMENT)
    assert len(server.bodies) == 1
    assert [page.route for page in extraction.pages] == ["vision", "ocr"]
    weak, over = extraction.findings
    assert (weak.code in WEAK, weak.page) == (True, 2)
    assert (over.code, over.page, over.detail) == ("vision_budget_exceeded", 2, "1 pages of the document used, limit 1")
