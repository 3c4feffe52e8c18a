"""``page_without_text``: lines of ink that no attempt can read are no blank page."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ingest_assets_tests.corpus.scans import codes, encoded, read


def test_page_without_text(tmp_path: Path) -> None:
    page = np.full((400, 600), 255, np.uint8)
    for y in range(40, 360, 40):
        for x in range(40, 560, 16):
            page[y : y + 14, x : x + 10] = 0
    document = read(encoded(page), tmp_path, name="blocks.png")
    assert document.verdict.state == "quarantined"
    assert codes(document) & {"page_without_text", "ocr_low_confidence"}
