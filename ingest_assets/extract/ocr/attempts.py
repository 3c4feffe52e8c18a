"""The order of attempts at one page: as it is, turned, cleaned, stamps dropped out, filled up.

The order is that of triage-ocr.md section 6; dropping stamps out is our own (``preprocess.darkest_ink``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ingest_assets.extract.ocr import preprocess
from ingest_assets.extract.ocr.coverage import uncovered_share
from ingest_assets.extract.ocr.engine import EngineFaultError, Word, recognise, scaled
from ingest_assets.extract.ocr.insertion import inserted, missing_from
from ingest_assets.extract.ocr.orientation import lies_sideways, stands_on_head, upright
from ingest_assets.extract.ocr.reading import Reading
from ingest_assets.extract.ocr.rulings import ruling_lines
from ingest_assets.extract.ocr.scripts import one_script
from ingest_assets.extract.ocr.second_script import read_again
from ingest_assets.extract.ocr.tidy import with_whole_numbers, without_specks, without_strokes
from ingest_assets.images.decode import Raster
from ingest_assets.images.ink import flattened, ink_of
from ingest_assets.thresholds.ocr import Ocr

SPARSE_TEXT = 11  # Tesseract's page mode that looks for words anywhere


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRaster:
    """What OCR reads: grey, and RGB where the page has colour. ``dpi`` counts for both."""

    grey: Raster
    dpi: float
    colour: Raster | None = None


class Page:
    """One page under OCR: every attempt so far, and the frame (quarter turn, skew) in which the next one reads."""

    def __init__(self, page: PageRaster, languages: Sequence[str], limits: Ocr, *, may_turn: bool) -> None:
        self.page, self.languages, self.limits, self.may_turn = page, languages, limits, may_turn
        self.quarter = 0
        self.readings: list[Reading] = []
        self.faults: list[str] = []
        flat = flattened(page.grey)
        if may_turn and lies_sideways(flat, page.dpi):
            self.quarter = 90
            self.turn_if_on_head(flat)
        self.skew = self.skew_of(preprocess.quarter_turned(flat, self.quarter))

    def turn_if_on_head(self, flat: Raster) -> bool:
        """Turn the frame of the next attempt by 180 degrees when a band of the flattened page reads better so."""
        calm = preprocess.quarter_turned(np.asarray(cv2.medianBlur(flat, 3), dtype=np.uint8), self.quarter)
        skew = self.skew_of(calm)
        level = preprocess.turned(calm, skew) if skew else calm
        if not stands_on_head(level, self.page.dpi, lambda band: mean_confidence(self.words_of(band))):
            return False
        self.quarter = (self.quarter + 180) % 360
        self.skew = self.skew_of(preprocess.quarter_turned(flat, self.quarter))
        return True

    def words_of(self, raster: Raster, *, enlarged: float = 1.0, psm: int = 3) -> tuple[Word, ...]:
        """One call of Tesseract at the page's resolution times ``enlarged``; no words when it fails."""
        dpi = self.page.dpi * enlarged
        try:
            return recognise(raster, dpi, self.languages, psm=psm, cpu_seconds=self.limits.cpu_seconds)
        except EngineFaultError as error:
            self.faults.append(str(error))
            return ()

    def skew_of(self, raster: Raster) -> float:
        """The skew of a raster when it is worth turning, else 0."""
        if not self.may_turn:
            return 0.0
        skew = preprocess.skew_of(raster)
        return skew if abs(skew) >= preprocess.LEAST_SKEW else 0.0

    def framed(self, raster: Raster) -> Raster:
        """A raster of the page in the frame of the next attempt."""
        turned = preprocess.quarter_turned(raster, self.quarter)
        return preprocess.turned(turned, self.skew) if self.skew else turned

    def attempt(self, name: str, raster: Raster, *, enlarged: float = 1.0, psm: int = 3) -> Reading:
        """Read a raster that stands in the frame, and keep the reading."""
        words = scaled(self.words_of(raster, enlarged=enlarged, psm=psm), 1 / enlarged)
        small = _at_size(raster, 1 / enlarged)
        ink = ink_of(small, self.page.dpi)
        reading = Reading(
            attempt=name,
            words=words,
            confidence=mean_confidence(words),
            uncovered=uncovered_share(ink, words),
            ink=ink,
            raster=small,
            dpi=self.page.dpi,
            quarter=self.quarter,
            skew=self.skew,
        )
        self.readings.append(reading)
        return reading

    def is_good(self, reading: Reading) -> bool:
        """True when no further attempt is worth its time."""
        sure = reading.confidence >= self.limits.sure_from
        allowed = self.limits.retry_uncovered if sure else self.limits.retry_uncovered_unsure
        return reading.confidence >= self.limits.retry_below and reading.uncovered <= allowed

    def best(self) -> Reading:
        """The reading with all ink covered, then the surest."""
        return max(self.readings, key=self._rank)

    def _rank(self, reading: Reading) -> tuple[bool, float]:
        return (reading.uncovered <= self.limits.uncovered, reading.confidence - 100 * reading.uncovered)


def read_page(page: PageRaster, languages: Sequence[str], limits: Ocr, *, may_turn: bool = True) -> Reading:
    """The best reading of a page, upright, each word in one script; ``history`` holds every attempt."""
    work = Page(page, languages, limits, may_turn=may_turn)
    for step in (_as_it_is, _turned, _cleaned, _stamps_dropped):
        step(work)
        if work.is_good(work.best()):
            break
    best = work.best()
    if best.uncovered > limits.uncovered and best.confidence >= limits.turn_below:
        best = _filled(work, best)
    history = tuple(reading.figures() for reading in work.readings)
    told = replace(best, history=history, fault="; ".join(dict.fromkeys(work.faults)))
    return _finished(upright(told), page.dpi, languages, limits)


def _finished(reading: Reading, dpi: float, languages: Sequence[str], limits: Ocr) -> Reading:
    """An upright reading with its ruling lines found and taken out of the words, and each word in one script."""
    rules = ruling_lines(reading.ink.mask, dpi)
    words = tuple(with_whole_numbers(without_specks(without_strokes(reading.words, rules), limits.word_confidence)))
    if reading.confidence >= limits.turn_below:
        words = read_again(one_script(words), reading.raster, dpi, languages)
    return replace(reading, words=words, rules=rules, confidence=mean_confidence(words))


def _as_it_is(work: Page) -> None:
    work.attempt("as_is", work.framed(work.page.grey))


def _turned(work: Page) -> None:
    """A page that reads badly may stand on its head."""
    if not work.may_turn or work.readings[0].confidence >= work.limits.turn_below:
        return
    if work.turn_if_on_head(flattened(work.page.grey)):
        work.attempt("turned", work.framed(work.page.grey))


def _cleaned(work: Page) -> None:
    cleaned, factor = preprocess.clean_paper(work.page.grey, work.page.dpi)
    work.skew = work.skew_of(preprocess.quarter_turned(cleaned, work.quarter))
    work.attempt("cleaned", work.framed(cleaned), enlarged=factor)


def _stamps_dropped(work: Page) -> None:
    """Ink that print does not have, coloured or lighter (stamps, print shining through), is bleached."""
    colour = work.page.colour
    grey = work.page.grey if colour is None else preprocess.without_colour(colour)
    dark = preprocess.darkest_ink(flattened(grey))
    if dark is not None:
        reading = work.attempt("darkest_ink", work.framed(dark))
        work.readings[-1] = replace(reading, dropped_ink=True)
    elif colour is not None:
        reading = work.attempt("colour_dropped", work.framed(grey))
        work.readings[-1] = replace(reading, dropped_ink=True)


def _filled(work: Page, best: Reading) -> Reading:
    """The best reading with words added in uncovered places: from the other attempts in its frame, and from a search for scattered words."""
    work.quarter, work.skew = best.quarter, best.skew
    work.attempt("sparse", work.framed(work.page.grey), psm=SPARSE_TEXT)
    words, added = best.words, 0
    for other in reversed(work.readings):
        if (other.quarter, other.skew) == (best.quarter, best.skew) and other.attempt != best.attempt:
            extra = missing_from(words, other.words, work.limits.fill_confidence)
            words = inserted(words, extra)
            added += len(extra)
    uncovered = uncovered_share(best.ink, words)
    return replace(best, words=words, filled=added, uncovered=uncovered, confidence=mean_confidence(words))


def _at_size(raster: Raster, factor: float) -> Raster:
    if factor == 1.0:
        return raster
    return np.asarray(cv2.resize(raster, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def mean_confidence(words: Sequence[Word]) -> float:
    """Mean word confidence, 0 when there is no word: a page with ink and no word was not read."""
    scored = [word.confidence for word in words if any(char.isalnum() for char in word.text)]
    return float(np.mean(scored)) if scored else 0.0
