"""The vision route from the page image to labelled blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.extract.parsers.vision import is_configured
from ingest_assets_tests.corpus.scans import encoded, read_with_vision, rendered
from ingest_assets_tests.corpus.vision_pages import ONE_PAGE, configured
from ingest_assets_tests.corpus.vision_server import chat

ANSWER = "# Notice\n\nPayment follows within some days of the invoice."


def test_a_page_that_ocr_cannot_read_is_transcribed_and_labelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with configured(monkeypatch, [chat(ANSWER)]) as server:
        assert is_configured()
        extraction = read_with_vision(ONE_PAGE, tmp_path)
    assert len(server.bodies) == 1
    (page,) = extraction.pages
    assert (page.route, page.page_class, page.content) == ("vision", "scan", None)
    assert page.signals["model_generated"] is True
    label = page.signals["vision"]
    assert isinstance(label, dict)
    assert (label["model"], label["endpoint_host"], label["finish_reason"], label["tokens"]) == (
        "test-model-1",
        "127.0.0.1",
        "stop",
        1200,
    )
    assert len(str(label["prompt_hash"])) == 16
    assert any("ocr_low_confidence" in str(told) for told in page.signals["ocr_findings"])  # type: ignore[attr-defined]
    assert [(block.kind, block.text, block.route) for block in extraction.blocks] == [
        ("heading", "Notice", "vision"),
        ("paragraph", "Payment follows within some days of the invoice.", "vision"),
    ]
    assert extraction.findings == ()
    assert "secret-key" not in repr(extraction)


def test_a_page_that_ocr_reads_well_never_leaves_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sharp = encoded(rendered("<p>Payment follows within thirty days of the invoice.</p>", width=300, height=50))
    with configured(monkeypatch, [chat(ANSWER)]) as server:
        extraction = read_with_vision(sharp, tmp_path)
    assert server.bodies == []
    assert [page.route for page in extraction.pages] == ["ocr"]


def test_no_request_leaves_while_the_route_is_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with configured(monkeypatch, [chat(ANSWER)]) as server:
        monkeypatch.delenv("INGEST_VISION_MODEL")
        assert not is_configured()
        extraction = read_with_vision(ONE_PAGE, tmp_path)
    assert server.bodies == []
    assert [page.route for page in extraction.pages] == ["ocr"]
    assert [finding.code for finding in extraction.findings] == ["ocr_low_confidence"]
