"""Image files: a page a frame, a scan or blank."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from ingest_assets.model import Sniffed, Triage
from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets.triage.images import triage_image
from ingest_assets_tests.corpus.scans import RUSSIAN, encoded, photograph, rendered, tiff

BLANK = np.full((300, 400), 250, np.uint8)


def triaged(data: bytes, folder: Path, settings: Settings | None = None) -> Triage:
    path = folder / "blob"
    path.write_bytes(data)
    sniffed = Sniffed(
        format="tiff", media_type="image/tiff", format_evidence="", declared_extension="", extension_mismatch=False
    )
    return triage_image(path, sniffed, settings or Settings())


def test_each_frame_is_judged_for_itself(tmp_path: Path) -> None:
    result = triaged(tiff([rendered(RUSSIAN), BLANK, photograph()]), tmp_path)
    assert [(page.page, page.page_class, page.route) for page in result.pages] == [
        (1, "scan", "ocr"),
        (2, "blank", "none"),
        (3, "blank", "none"),
    ]
    assert result.pages[0].signals["linked_share"] > 0.5  # type: ignore[operator]


def test_a_damaged_image_goes_on_to_the_parser_that_names_the_fault(tmp_path: Path) -> None:
    (page,) = triaged(b"\x89PNG\r\n\x1a\n no more", tmp_path).pages
    assert (page.page_class, page.route) == ("scan", "ocr")
    assert "unreadable" in page.signals


def test_over_the_pixel_limit_nothing_is_decoded(tmp_path: Path) -> None:
    settings = Settings()
    settings = replace(settings, ocr=replace(settings.ocr, pixels=1000))
    result = triaged(encoded(BLANK), tmp_path, settings)
    assert result.pages == ()
    assert [finding.code for finding in result.findings] == [Problem.PIXEL_LIMIT]
