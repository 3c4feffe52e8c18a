"""The picture of a page: frames lie on the words, in the frame in which the page is displayed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from ingest_assets.page_picture import draw_words
from ingest_assets_tests.corpus.scans import ENGLISH, Pixels, encoded, read, rendered, scan_pdf, tiff


def drawn(data: bytes, folder: Path, *, page: int = 1) -> Pixels:
    """The picture of a page as BGR."""
    document = read(data, folder)
    (found,) = [one for one in document.extraction.pages if one.page == page]
    draw_words(folder / "blob", document.sniffed.format, found, folder / "picture.png")
    return np.asarray(cv2.imread(str(folder / "picture.png")), np.uint8)


def extent(mask: Pixels) -> list[int]:
    """Left, top, right and bottom of what is set."""
    rows, columns = np.nonzero(mask)
    return [int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())]


@pytest.mark.parametrize("kind", ["png", "pdf", "webp"])
def test_frames_lie_on_the_words_of_a_page_on_its_side(kind: str, tmp_path: Path) -> None:
    page = np.ascontiguousarray(np.rot90(rendered(ENGLISH)))
    picture = drawn(scan_pdf([page]) if kind == "pdf" else encoded(page, kind), tmp_path).astype(int)
    assert picture.shape[0] > picture.shape[1]
    blue = (picture[:, :, 0] - picture[:, :, 2] > 100).astype(np.uint8)
    ink = (picture.max(axis=2) < 90).astype(np.uint8)
    assert np.abs(np.subtract(extent(blue), extent(ink))).max() <= 12


def test_each_frame_of_a_tiff_is_drawn_with_its_own_words(tmp_path: Path) -> None:
    second = rendered("<p>Second sheet of the notice.</p>", height=60)
    picture = drawn(tiff([rendered(ENGLISH), second]), tmp_path, page=2)
    assert picture.shape[0] == pytest.approx(second.shape[0] * 110 / 150, abs=3)
