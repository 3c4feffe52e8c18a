"""Which readings are believed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.extract.ocr.judge import judge, proof_of
from ingest_assets.extract.ocr.reading import Reading
from ingest_assets.images.ink import Ink, ink_of
from ingest_assets.problems import Problem
from ingest_assets.thresholds.ocr import Ocr
from ingest_assets_tests.corpus.scans import DPI, ENGLISH, rendered

LIMITS = Ocr()
TEXT_INK = ink_of(rendered(ENGLISH), DPI)
NO_INK = Ink(mask=np.zeros((10, 10), np.uint8), boxes=np.zeros((0, 4), np.int32))


def reading(words: list[tuple[str, float]], *, uncovered: float = 0.0, filled: int = 0, ink: Ink = TEXT_INK) -> Reading:
    made = tuple(Word(text=text, bbox=(0, 0, 1, 1), confidence=confidence, line=0) for text, confidence in words)
    mean = sum(confidence for _, confidence in words) / max(len(words), 1)
    return Reading(
        attempt="as_is", words=made, confidence=mean, uncovered=uncovered, filled=filled, ink=ink, raster=ink.mask
    )


def english(confidence: float) -> list[tuple[str, float]]:
    return [(word, confidence) for word in ENGLISH.split()]


def codes(read: Reading, *, region: bool = False) -> list[Problem]:
    return [finding.code for finding in judge(read, 1, LIMITS, region=region).findings]


def test_a_sure_page_is_believed_without_a_word() -> None:
    judgement = judge(reading(english(95)), 1, LIMITS)
    assert (judgement.blank, judgement.held, judgement.findings) == (False, False, ())
    assert judgement.proof.doubtful == 0
    assert judgement.proof.hit == pytest.approx(1.0, abs=0.05)


def test_words_that_no_dictionary_has_count_against_a_page_that_is_not_sure() -> None:
    junk = [("qwrtz", 88.0)] * 10
    assert codes(reading(english(91) + junk)) == [Problem.OCR_LOW_CONFIDENCE]
    assert codes(reading(english(95) + [("qwrtz", 95.0)] * 10)) == []
    assert codes(reading(english(91))) == []


def test_every_weak_word_counts() -> None:
    assert codes(reading(english(96) + [("goods", 60.0)] * 12)) == [Problem.OCR_LOW_CONFIDENCE]
    assert codes(reading(english(80))) == [Problem.OCR_UNCERTAIN]


def test_below_the_lowest_band_nothing_is_believed() -> None:
    assert codes(reading(english(69))) == [Problem.OCR_LOW_CONFIDENCE]


def test_a_few_words_have_no_second_proof() -> None:
    assert codes(reading([("Total", 84.0), ("due", 84.0)])) == [Problem.OCR_LOW_CONFIDENCE]
    assert codes(reading([("Total", 90.0), ("due", 90.0)])) == []


def test_uncovered_ink_and_many_filled_words_hold_the_page() -> None:
    assert codes(reading(english(95), uncovered=0.06)) == [Problem.OCR_MISSED_INK]
    assert codes(reading(english(95), uncovered=0.04)) == []
    assert codes(reading(english(95), filled=10)) == [Problem.OCR_MISSED_INK]
    assert codes(reading(english(95), filled=2)) == [Problem.OCR_PARTIAL]


def test_uncovered_ink_weighs_on_a_page_that_is_not_sure() -> None:
    assert codes(reading(english(92), uncovered=0.02)) == [Problem.OCR_LOW_CONFIDENCE]
    assert proof_of(reading(english(92), uncovered=0.02), LIMITS).doubtful > LIMITS.doubtful


def test_ink_without_words_is_blank_or_a_page_without_text() -> None:
    assert judge(reading([], ink=NO_INK), 1, LIMITS).blank
    assert judge(reading([("~", 40.0), ("i", 80.0)], ink=NO_INK), 1, LIMITS).blank
    assert codes(reading([])) == [Problem.PAGE_WITHOUT_TEXT]


def test_the_words_of_an_image_region_are_left_out_rather_than_held() -> None:
    judgement = judge(reading(english(60)), 1, LIMITS, region=True)
    assert judgement.held
    assert [finding.code for finding in judgement.findings] == [Problem.OCR_PARTIAL]


def test_ink_that_was_dropped_is_told() -> None:
    assert codes(replace(reading(english(95)), dropped_ink=True)) == [Problem.OCR_PARTIAL]


def test_digits_in_the_place_of_a_preposition_are_doubtful() -> None:
    """A written hand: "6" is read for "в" with a confidence of 92 and more."""
    text = "товар лежит 6 порту и 6 городе и мастер работает 6 цехе у причала"
    wrong = proof_of(reading([(word, 95) for word in text.split()]), LIMITS)
    assert wrong.doubtful == pytest.approx(3 / 14)
    right = text.replace("6 порту", "в порту").replace("6 городе", "в городе")
    assert proof_of(reading([(word, 95) for word in right.split()]), LIMITS).doubtful == 0


def test_words_of_a_language_that_was_not_asked_for_need_its_dictionary() -> None:
    text = "Die Prüfer haben das Lager und die Kisten fiir den Bericht gezahlt und die Hauser der Strafie sind zuriick"
    words = reading([(word, 96) for word in text.split()])
    assert proof_of(words, LIMITS, ("rus", "eng")).foreign == "de"
    assert proof_of(words, LIMITS, ("rus", "eng")).doubtful > LIMITS.doubtful
    assert proof_of(words, LIMITS, ("deu", "eng")).doubtful == 0
    assert proof_of(reading(english(96)), LIMITS, ("rus", "eng")).foreign is None
