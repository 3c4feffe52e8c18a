"""``missing_program``: without Tesseract scans are held, other documents are read, and the next run that finds it reads them again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest_assets.extract.ocr import engine
from ingest_assets_tests.corpus.scans import codes, encoded, read, rendered

SCAN = encoded(rendered("<p>Some text stands on this page.</p>", height=60))


@pytest.fixture
def without_tesseract(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[pytest.MonkeyPatch]:
    monkeypatch.setenv("PATH", str(tmp_path))
    engine.data_folder.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    engine.data_folder.cache_clear()


def test_missing_program(tmp_path: Path, without_tesseract: pytest.MonkeyPatch) -> None:
    document = read(SCAN, tmp_path, name="scan.png")
    assert document.verdict.state == "quarantined"
    assert "missing_program" in codes(document)
    assert any("apt-get install tesseract-ocr" in finding.detail for finding in document.findings)
    without_tesseract.undo()
    engine.data_folder.cache_clear()
    assert read(SCAN, tmp_path, name="scan.png").verdict.state == "indexed"
