"""Properties of decoding, word handling and turned pages."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.extract.ocr.insertion import inserted
from ingest_assets.extract.ocr.scripts import Script, settled
from ingest_assets.images.decode import PixelLimitError, UnreadableImageError, frames
from ingest_assets.images.turned import displayed
from ingest_assets.model import PageContent
from ingest_assets.text_quality import is_mixed
from ingest_assets_tests.corpus.scans import encoded, tiff

PIXELS = np.random.default_rng(3).integers(0, 255, (40, 60)).astype(np.uint8)
SCRIPTS: tuple[Script, ...] = ("latin", "cyrillic", "both")
FILES = [*(encoded(PIXELS, kind) for kind in ("png", "jpeg", "webp", "gif", "bmp", "tiff")), tiff([PIXELS, PIXELS])]


@given(st.sampled_from(FILES), st.integers(0, 100_000), st.integers(0, 255), st.integers(0, 100_000))
@settings(max_examples=300, deadline=None)
def test_damaged_images_give_frames_or_one_of_two_named_faults(data: bytes, place: int, value: int, cut: int) -> None:
    damaged = bytearray(data)
    damaged[place % len(data)] = value
    path = Path(tempfile.gettempdir()) / "damaged-image-under-test"
    path.write_bytes(bytes(damaged[: 1 + cut % (2 * len(data))]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            for frame in frames(path, pixel_limit=100_000, frame_limit=5):
                assert frame.grey.ndim == 2
                assert frame.grey.dtype == np.uint8
                assert 20 < frame.dpi < 10_000
        except (PixelLimitError, UnreadableImageError):
            pass


@settings(deadline=None)
@given(st.text(alphabet="aбвcоoрpHНdж-1 ", max_size=30), st.sampled_from(SCRIPTS))
def test_settling_scripts_keeps_length_and_is_done_once(text: str, script: Script) -> None:
    once = settled(text, script)
    assert len(once) == len(text)
    assert settled(once, script) == once


@settings(deadline=None)
@given(st.text(alphabet="acoepxyHKдожб", min_size=2, max_size=8))
def test_a_word_of_look_alikes_and_one_script_is_not_mixed_afterwards(word: str) -> None:
    assert not is_mixed(settled(word, "cyrillic"))


boxes = st.tuples(st.integers(0, 500), st.integers(0, 700), st.integers(5, 60), st.integers(8, 14))


@settings(deadline=None)
@given(st.lists(boxes, max_size=12), st.lists(boxes, max_size=12))
def test_insertion_loses_and_doubles_no_word(
    have: list[tuple[int, int, int, int]], extra: list[tuple[int, int, int, int]]
) -> None:
    def words(places: list[tuple[int, int, int, int]], name: str) -> list[Word]:
        return [
            Word(text=f"{name}{index}", bbox=(x, y, x + w, y + h), confidence=90, line=index // 3)
            for index, (x, y, w, h) in enumerate(places)
        ]

    first, second = words(have, "a"), words(extra, "b")
    merged = inserted(first, second)
    assert sorted(word.text for word in merged) == sorted(word.text for word in (*first, *second))
    lines = [word.line for word in merged]
    assert lines == sorted(lines)


@settings(deadline=None)
@given(st.floats(0, 359), st.floats(50, 150), st.floats(50, 150))
def test_a_point_turned_and_taken_back_stays(turned: float, x: float, y: float) -> None:
    """The inverse of the turn that OCR applies, about the centre of a square page."""
    angle = np.radians(turned)
    dx, dy = x - 100, y - 100
    there = (100 + dx * np.cos(angle) - dy * np.sin(angle), 100 + dx * np.sin(angle) + dy * np.cos(angle))
    box = displayed((*there, *there), PageContent(page=1, width=200, height=200, turned=turned))
    assert box == pytest.approx((x, y, x, y), abs=1e-6)
