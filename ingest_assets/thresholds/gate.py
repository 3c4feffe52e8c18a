"""Thresholds of the five assertions and of the quality gate."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class AssertionThresholds:
    """The five assertions at the moment of extraction (product.md, problems.md)."""

    empty_characters: int = threshold(50, "characters", "product.md: fewer from a large file is an empty extraction")
    empty_bytes: int = threshold(20_000, "bytes", "product.md")
    letter_ratio: float = threshold(0.5, "share of non-blank characters", "product.md: under one half")
    letter_ratio_characters: int = threshold(100, "prose characters", "problems.md: shorter prose is not measured")
    lost_letter_share: float = threshold(
        0.2, "share of words", "bench/encoding: clean texts 0, lossy ones 0.93-1.0; links hold question marks"
    )
    replacement_share: float = threshold(0.005, "share of characters", "problems.md: hold above 0.5 %")


@dataclass(frozen=True, slots=True, kw_only=True)
class GateThresholds:
    """Limits of the scorecard (triage-ocr.md section 8, which gives the measured error rates)."""

    garbage_share: float = threshold(0.005, "share of characters", "clean text has 0")
    dictionary_hit: float = threshold(0.65, "share of words", "false alarm .006 at 40 words, 0 at 100")
    dictionary_hit_form: float = threshold(0.50, "share of words", "forms run lower: 0.64-0.85 on clean invoices")
    dictionary_words: int = threshold(40, "words", "false alarms double below it")
    form_digit_share: float = threshold(
        0.20, "share of non-blank characters", "starting point of triage-ocr.md section 3"
    )
    unexpected_letters: float = threshold(0.03, "share of letters", "0 of 2,700 clean samples in six languages")
    mixed_script: float = threshold(0.05, "share of words", "triage-ocr.md section 2 step 7")
    mean_token_length: float = threshold(14.0, "characters", "15 is too late (triage-ocr.md section 8)")
    single_letter_share: float = threshold(0.50, "share of tokens", "letter spacing left in")
    lost_page_share: float = threshold(0.05, "share of pages", "1 in 20, on documents over 20 pages")
    lost_pages_from: int = threshold(20, "pages", "shorter documents may lose no page")
    ocr_share: float = threshold(1.0, "share of pages", "archives of scans pass; a source may set its own limit")
    vision_share: float = threshold(0.5, "share of pages", "more generated than read text is not a reading")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkThresholds:
    """Size of the index's pieces."""

    tokens: int = threshold(
        400,
        "tokens (words and punctuation marks)",
        "fits the 512 word pieces of common embedding models in English; Russian splits finer",
    )
    introduction: int = threshold(
        120, "tokens", "choice: a paragraph up to three tenths of a chunk stays with the table that it introduces"
    )
    near_share: float = threshold(0.5, "share of a measure's limit", "choice: grade b from half of the way to a limit")
    near_margin: float = threshold(
        0.1, "share of words above the dictionary's limit", "choice: clean text lies 0.2 and more above it"
    )
