"""Each kind of damage has the attempt that reads through it."""

from __future__ import annotations

import numpy as np
import pytest

from ingest_assets.extract.ocr.attempts import PageRaster, read_page
from ingest_assets.extract.ocr.reading import Reading
from ingest_assets.images.decode import Raster
from ingest_assets.thresholds.ocr import Ocr
from ingest_assets_tests.corpus.scans import (
    DPI,
    ENGLISH,
    RUSSIAN,
    noisy,
    rendered,
    shaded,
    skewed,
    stamped,
    stamped_in_colour,
)

PAGE = rendered(f"<p>{RUSSIAN}</p>", height=100)


def reading_of(grey: Raster, colour: Raster | None = None) -> Reading:
    return read_page(PageRaster(grey=grey, dpi=DPI, colour=colour), ("rus", "eng"), Ocr())


def error(reading: Reading, truth: str) -> float:
    """Share of the true words that were not read, without order."""
    got = {word.text for word in reading.words}
    wanted = truth.split()
    return sum(word not in got for word in wanted) / len(wanted)


def test_a_clean_page_takes_one_attempt() -> None:
    reading = reading_of(PAGE)
    assert [attempt["attempt"] for attempt in reading.history] == ["as_is"]
    assert reading.confidence > 93
    assert reading.uncovered < 0.01
    assert error(reading, RUSSIAN) < 0.03


@pytest.mark.parametrize(("turns", "quarter"), [(1, 90), (2, 180), (3, 270)])
def test_turned_pages_are_read_as_well_as_upright_ones(turns: int, quarter: int) -> None:
    """``turns`` quarter turns counter-clockwise are undone by as many clockwise."""
    reading = reading_of(np.rot90(PAGE, turns).copy())
    assert error(reading, RUSSIAN) < 0.03
    assert reading.quarter == quarter
    assert reading.ink.mask.shape == PAGE.shape
    first, last = reading.words[0].bbox, reading.words[-1].bbox
    assert first[1] < last[1]
    assert all(word.direction == (1.0, 0.0) for word in reading.words)


def test_crooked_lines_are_straightened_before_reading() -> None:
    reading = reading_of(skewed(rendered(f"<p>{ENGLISH}</p>", height=100), 4))
    assert reading.skew == pytest.approx(-4, abs=0.3)
    assert error(reading, ENGLISH) < 0.03
    feet = [word.bbox[3] for word in reading.words if word.line == 0]
    assert max(feet) - min(feet) < 8


def test_grain_and_shadow_are_cleaned() -> None:
    reading = reading_of(noisy(shaded(PAGE, 0.5), 35))
    assert reading.attempt == "cleaned"
    assert error(reading, RUSSIAN) < 0.1


def test_words_under_a_grey_stamp_are_read() -> None:
    reading = reading_of(stamped(PAGE, 115))
    assert reading.dropped_ink
    assert error(reading, RUSSIAN) < 0.05


def test_words_under_a_coloured_stamp_are_read() -> None:
    colour = stamped_in_colour(PAGE, (40, 60, 200))
    grey = colour.mean(axis=2).astype(np.uint8)
    reading = reading_of(grey, colour)
    assert reading.dropped_ink
    assert error(reading, RUSSIAN) < 0.05


def test_a_blank_page_has_no_words_and_no_confidence() -> None:
    reading = reading_of(np.full((200, 300), 255, np.uint8))
    assert (reading.words, reading.confidence, reading.uncovered) == ((), 0.0, 0.0)
