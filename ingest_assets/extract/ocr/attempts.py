"""The order of attempts at one page: as it is, turned, cleaned, with stamps dropped out, filled up (triage-ocr.md section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ingest_assets.extract.ocr import preprocess
from ingest_assets.extract.ocr.coverage import uncovered_share
from ingest_assets.extract.ocr.engine import Word, orientation, recognise
from ingest_assets.extract.ocr.insertion import inserted, missing_from
from ingest_assets.extract.ocr.scripts import one_script
from ingest_assets.images.decode import Raster
from ingest_assets.images.ink import Ink, flattened, ink_of
from ingest_assets.model import Json
from ingest_assets.thresholds.ocr import Ocr

SPARSE_TEXT = 11  # Tesseract's page mode that looks for words anywhere


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRaster:
    """What OCR reads: grey, and RGB where the page has colour. ``dpi`` counts for both."""

    grey: Raster
    dpi: float
    colour: Raster | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One attempt and its figures. Word boxes are in pixels of the raster after ``quarter`` (degrees clockwise) and then ``skew`` (counter-clockwise)."""

    attempt: str
    words: tuple[Word, ...]
    confidence: float
    uncovered: float
    raster: Raster
    ink: Ink
    quarter: int = 0
    skew: float = 0.0
    filled: int = 0
    dropped_ink: bool = False
    history: tuple[dict[str, Json], ...] = field(default=())

    def figures(self) -> dict[str, Json]:
        """The attempt for the page's signals."""
        return {
            "attempt": self.attempt,
            "confidence": round(self.confidence, 1),
            "uncovered": round(self.uncovered, 4),
            "words": len(self.words),
        }


class Page:
    """One page under OCR: keeps every attempt, and the frame (quarter turn, skew) that the next one reads in."""

    def __init__(self, page: PageRaster, languages: Sequence[str], limits: Ocr) -> None:
        self.page, self.languages, self.limits = page, languages, limits
        self.quarter = 0
        self.skew = _worthwhile(preprocess.skew_of(flattened(page.grey)))
        self.readings: list[Reading] = []

    def framed(self, raster: Raster) -> Raster:
        """A raster of the page in the frame of the next attempt."""
        turned = preprocess.quarter_turned(raster, self.quarter)
        return preprocess.turned(turned, self.skew) if self.skew else turned

    def attempt(self, name: str, raster: Raster, *, psm: int = 3, dropped_ink: bool = False) -> Reading:
        """Read a raster that stands in the frame, and keep the reading."""
        words = recognise(raster, self.page.dpi, self.languages, psm=psm, cpu_seconds=self.limits.cpu_seconds)
        ink = ink_of(raster, self.page.dpi)
        reading = Reading(
            attempt=name,
            words=words,
            confidence=mean_confidence(words),
            uncovered=uncovered_share(ink, words),
            raster=raster,
            ink=ink,
            quarter=self.quarter,
            skew=self.skew,
            dropped_ink=dropped_ink,
        )
        self.readings.append(reading)
        return reading

    def is_good(self, reading: Reading) -> bool:
        """True when no further attempt is worth its time."""
        return reading.confidence >= self.limits.retry_below and reading.uncovered <= self.limits.uncovered

    def best(self) -> Reading:
        """The reading with all ink covered, then the surest."""
        return max(self.readings, key=lambda reading: (reading.uncovered <= self.limits.uncovered, reading.confidence))


def read_page(page: PageRaster, languages: Sequence[str], limits: Ocr) -> Reading:
    """The best reading of a page, its words in one script each; ``history`` holds every attempt."""
    work = Page(page, languages, limits)
    for step in (_as_it_is, _turned, _cleaned, _stamps_dropped):
        step(work)
        if work.readings and work.is_good(work.best()):
            break
    best = work.best()
    if best.uncovered > limits.uncovered and best.confidence >= limits.turn_below:
        best = _filled(work, best)
    return replace(best, words=one_script(best.words), history=tuple(reading.figures() for reading in work.readings))


def _as_it_is(work: Page) -> None:
    work.attempt("as_is", work.framed(work.page.grey))


def _turned(work: Page) -> None:
    """Turn by Tesseract's own detector when the page reads badly; pages on their side are read as they lie, their heads down they are not."""
    first = work.readings[0]
    if first.confidence >= work.limits.turn_below:
        return
    cleaned = preprocess.clean_paper(work.page.grey)
    work.quarter = orientation(cleaned, work.page.dpi, cpu_seconds=work.limits.cpu_seconds)
    if work.quarter:
        work.skew = _worthwhile(preprocess.skew_of(preprocess.quarter_turned(cleaned, work.quarter)))
        work.attempt("turned", work.framed(work.page.grey))


def _cleaned(work: Page) -> None:
    cleaned = preprocess.quarter_turned(preprocess.clean_paper(work.page.grey), work.quarter)
    work.skew = _worthwhile(preprocess.skew_of(cleaned))
    work.attempt("cleaned", preprocess.turned(cleaned, work.skew) if work.skew else cleaned)


def _stamps_dropped(work: Page) -> None:
    """Ink that print does not have, coloured or lighter, is bleached where it may have kept words from being read."""
    if work.best().confidence < work.limits.turn_below:
        return
    colour = work.page.colour
    grey = work.page.grey if colour is None else preprocess.without_colour(colour)
    if colour is not None:
        work.attempt("colour_dropped", work.framed(grey), dropped_ink=True)
        if work.is_good(work.best()):
            return
    dark = preprocess.darkest_ink(flattened(grey))
    if dark is not None:
        work.attempt("darkest_ink", work.framed(dark), dropped_ink=True)


def _filled(work: Page, best: Reading) -> Reading:
    """The best reading with words added in uncovered places, from the other attempts in its frame and from a search for scattered words."""
    work.attempt("sparse", best.raster, psm=SPARSE_TEXT)
    words, added = best.words, 0
    for other in reversed(work.readings):
        if (other.quarter, other.skew) == (best.quarter, best.skew) and other is not best:
            extra = missing_from(words, other.words, work.limits.fill_confidence)
            words = inserted(words, extra)
            added += len(extra)
    return replace(
        best, words=words, filled=added, uncovered=uncovered_share(best.ink, words), confidence=mean_confidence(words)
    )


def _worthwhile(skew: float) -> float:
    return skew if abs(skew) >= preprocess.LEAST_SKEW else 0.0


def mean_confidence(words: Sequence[Word]) -> float:
    """Mean word confidence, 0 when there is no word: a page with ink and no word was not read."""
    scored = [word.confidence for word in words if any(char.isalnum() for char in word.text)]
    return float(np.mean(scored)) if scored else 0.0
