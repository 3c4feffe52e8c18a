"""Ink that looks like text, and ink that does not."""

from __future__ import annotations

import numpy as np
import pymupdf
import pytest

from ingest_assets.pdf.raster import Raster, render
from ingest_assets.thresholds.triage import TriageLimits
from ingest_assets.triage.ink import Ink, ink_of, is_text_like
from ingest_assets_tests.corpus.broken_pdfs import text_pdf

LIMITS = TriageLimits()


def page_of_text(*, rotate: int = 0) -> Raster:
    page = pymupdf.open("pdf", text_pdf())[0]
    page.set_rotation(rotate)
    return render(page)


def ink(raster: Raster) -> Ink:
    return ink_of(raster, [], [], LIMITS)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_text_is_text_like_whichever_way_it_is_turned(rotate: int) -> None:
    assert is_text_like(ink(page_of_text(rotate=rotate)), LIMITS)


def test_light_text_on_a_dark_page_is_text_like() -> None:
    raster = page_of_text()
    assert is_text_like(ink(Raster(pixels=255 - raster.pixels, scale=raster.scale)), LIMITS)


def test_white_and_grey_paper_have_no_ink() -> None:
    paper = Raster(pixels=np.full((842, 595, 3), 230, dtype=np.uint8), scale=1.0)
    assert ink(paper).share == 0.0


def test_texture_and_dust_are_no_text() -> None:
    generator = np.random.default_rng(0)
    pixels = np.full((842, 595, 3), 240, dtype=np.uint8)
    for x, y in generator.integers(20, 560, size=(300, 2)):
        pixels[y : y + 2, x : x + 2] = 60
    assert not is_text_like(ink(Raster(pixels=pixels, scale=1.0)), LIMITS)
    blobs = np.kron(generator.integers(0, 255, (40, 30)), np.ones((20, 20))).astype(np.uint8)
    assert not is_text_like(ink(Raster(pixels=np.dstack([blobs] * 3), scale=1.0)), LIMITS)


def test_words_already_read_are_left_out() -> None:
    raster = page_of_text()
    assert ink_of(raster, [(50, 60, 590, 220)], [], LIMITS).parts == 0


def test_only_the_areas_asked_for_are_looked_at() -> None:
    assert ink_of(page_of_text(), [], [(50, 400, 550, 800)], LIMITS).share == 0.0
