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
    grammar_words: int = threshold(
        4,
        "different function words",
        "prose of 12 languages has 4-20 in 40 words; random letters and other languages have 0-2",
    )
    grammar_share: float = threshold(
        0.12, "share of words", "prose of 12 languages without a list has 0.15-0.45 (test_function_words)"
    )
    prose_words: int = threshold(15, "words", "triage-ocr.md section 2: under 15 words the dictionary says nothing")
    prose_hit: float = threshold(0.65, "share of words", "triage-ocr.md section 3, as for whole pages")
    prose_share: float = threshold(
        0.25, "share of words", "listings of manuals have 0-0.2, damaged pages 0.5-1 (decisions/0008)"
    )
    unknown_words: int = threshold(8, "words", "a guess: fewer letters make no mean")
    letter_cost: float = threshold(
        3.9,
        "nat per letter",
        "listings of manuals 2.5-3.9, random ASCII 4.3, permuted and shifted letters 5.1-6.9 (decisions/0008)",
    )
    name_cost: float = threshold(
        3.3,
        "nat per letter",
        "names of options and files in one font 2.5-3.2; two letters of prose exchanged 3.4 (decisions/0008)",
    )
    foreign_letter: float = threshold(8.0, "nat", "as rare as the rarest trigram of the lists")
    far_letters: int = threshold(
        5, "different letters", "one wrong glyph, or a set of ligatures, has at most four (fi, fl, ff, ffi)"
    )
    common_share: float = threshold(
        0.8,
        "share of East Asian letters",
        "a third of Unicode's signs are in common use; printed text has 0.97 and more",
    )
    own_words: float = threshold(0.9, "share of letters", "a guess: letters of a far script in words without any other")
