"""Limits of the dictionary: when a word list may judge."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLimits:
    """Dictionary hit and language vote (triage-ocr.md section 3)."""

    sample: int = threshold(200, "words", "triage-ocr.md section 3: no false alarm at 200 words")
    least_words: int = threshold(5, "words", "triage-ocr.md section 3: the language vote is right in 96 % at 5 words")
    explained: float = threshold(0.65, "share of words", "triage-ocr.md section 3: text lies above, garbage below")
    second_opinion_from: float = threshold(0.50, "share of words", "triage-ocr.md section 3: morphology for Russian")
    second_opinion_below: float = threshold(0.80, "share of words", "triage-ocr.md section 3: morphology for Russian")
    marks_from: float = threshold(
        0.02, "share of letters", "Estonian has 9 %, Kazakh 20 % letters of its own; one wrong glyph under 1 %"
    )
    marks_to: float = threshold(0.30, "share of letters", "Kazakh 20-25 %; bytes of another code page reach 100 %")
