"""One call of Tesseract."""

from __future__ import annotations

import numpy as np
import pytest

from ingest_assets.extract.ocr.engine import (
    EngineFaultError,
    MissingProgramError,
    Word,
    direction_of,
    program_versions,
    recognise,
    scaled,
    words_of,
)
from ingest_assets_tests.corpus.scans import DPI, ENGLISH, rendered


def test_words_come_in_order_with_boxes_and_confidences() -> None:
    page = rendered("<p>The first line stands here.</p><p>Вторая строка стоит ниже.</p>", height=90)
    words = recognise(page, DPI, ("rus", "eng"))
    assert [word.text for word in words] == [
        "The",
        "first",
        "line",
        "stands",
        "here.",
        "Вторая",
        "строка",
        "стоит",
        "ниже.",
    ]
    assert [word.line for word in words] == [0] * 5 + [1] * 4
    assert all(word.confidence > 80 for word in words)
    assert all(word.x_height > 5 and word.size > word.x_height for word in words)
    x0, y0, x1, y1 = (round(value) for value in words[0].bbox)
    ink = np.argwhere(page[y0 - 3 : y1 + 3, x0 - 3 : x1 + 3] < 128)
    assert abs(ink.min(axis=0) - 3).max() <= 2


def test_a_missing_language_names_its_package() -> None:
    with pytest.raises(MissingProgramError, match="apt-get install tesseract-ocr-xyz"):
        recognise(np.full((40, 40), 255, np.uint8), DPI, ("xyz",))


def test_a_call_over_its_limit_is_told() -> None:
    page = np.tile(rendered(ENGLISH), (12, 4))
    with pytest.raises(EngineFaultError, match=r"took over 0\.01 s"):
        recognise(page, DPI, ("rus", "eng"), cpu_seconds=0.001)


def test_versions_name_the_binary_and_the_hash_of_each_language() -> None:
    versions = program_versions()
    assert versions[0].startswith("tesseract-")
    assert any(version.startswith("rus-") and len(version) == 16 for version in versions[1:])


def test_damaged_hocr_gives_no_words() -> None:
    assert list(words_of(b"no xml at all")) == []
    assert (
        list(
            words_of(
                b"<html><body><div class='ocr_carea'><span class='ocr_line' title='bbox 1'><span class='ocrx_word'>a"
            )
        )
        == []
    )


def test_the_direction_of_a_line_is_seen_in_its_boxes() -> None:
    def word(x: float, y: float, width: float, height: float) -> Word:
        return Word(text="a", bbox=(x, y, x + width, y + height), confidence=90, line=0)

    assert direction_of([word(0, 0, 30, 10), word(35, 0, 30, 10)]) == (1.0, 0.0)
    assert direction_of([word(0, 0, 10, 30), word(0, 35, 10, 30)]) == (0.0, 1.0)
    assert direction_of([word(0, 35, 10, 30), word(0, 0, 10, 30)]) == (0.0, -1.0)
    assert direction_of([word(0, 0, 10, 30)]) == (1.0, 0.0)


def test_words_follow_a_change_of_scale() -> None:
    (word,) = scaled([Word(text="a", bbox=(2, 4, 6, 8), confidence=90, line=0, size=10, x_height=5)], 0.5)
    assert (word.bbox, word.size, word.x_height) == ((1, 2, 3, 4), 5, 2.5)
