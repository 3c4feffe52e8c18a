"""``pixel_limit``: an image, or a PDF page as raster, over the limit is held before anything is decoded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ingest_assets.problems import Severity
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.scans import encoded, read, rendered, scan_pdf, tiff

SMALL = replace(Settings(), ocr=replace(Settings().ocr, pixels=50_000))
PAGE = rendered("<p>Some text stands on this page.</p>")


@pytest.mark.parametrize("data", [encoded(PAGE), scan_pdf([PAGE]), tiff([np.full((100, 100), 255, np.uint8), PAGE])])
def test_pixel_limit(data: bytes, tmp_path: Path) -> None:
    document = read(data, tmp_path, settings=SMALL)
    assert document.verdict.state == "quarantined"
    (finding,) = (finding for finding in document.findings if finding.code == "pixel_limit")
    assert finding.severity is Severity.HOLD
    assert "limit 50000" in finding.detail
