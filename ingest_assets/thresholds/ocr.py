"""Limits of image decoding, OCR and the judgement of its result."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Ocr:
    """Raster sizes, the order of attempts and the confidence bands (triage-ocr.md section 6)."""

    pixels: int = threshold(40_000_000, "pixels per page", "triage-ocr.md section 6: A3 at 400 dpi has 31 million")
    render_dpi: int = threshold(200, "dpi", "triage-ocr.md section 6: 300 buys nothing on normal print")
    small_print_dpi: int = threshold(300, "dpi", "triage-ocr.md section 6: for an x-height under 8 px")
    least_dpi: int = threshold(
        70, "dpi", "own pixels are used from here: upscaling made 150 dpi worse (triage-ocr.md section 6)"
    )
    most_dpi: int = threshold(320, "dpi", "own pixels are used up to here (triage-ocr.md section 6)")
    small_x_height: float = threshold(8.0, "px", "triage-ocr.md section 6")
    cpu_seconds: int = threshold(60, "CPU s per Tesseract call", "triage-ocr.md section 6; pages take 1.5-2.7")
    retry_below: float = threshold(90.0, "mean confidence", "triage-ocr.md section 6, step 2")
    turn_below: float = threshold(70.0, "mean confidence", "triage-ocr.md section 6, step 3")
    accept_from: float = threshold(
        85.0, "mean confidence", "triage-ocr.md: 85 catches 88 % of bad pages, 3.4 % false alarms"
    )
    uncertain_from: float = threshold(70.0, "mean confidence", "triage-ocr.md section 6: under it WER is .52 and more")
    uncovered: float = threshold(0.05, "share of text-sized ink", "triage-ocr.md section 6: clean 0.003, stamped 0.26")
    retry_uncovered: float = threshold(
        0.02, "share of text-sized ink", "a dropped line of a full page is 0.02; clean 0.003"
    )
    retry_uncovered_unsure: float = threshold(
        0.006, "share of text-sized ink", "clean forms read at 90-93 have 0.005 and less"
    )
    fill_confidence: float = threshold(50.0, "word confidence", "triage-ocr.md section 6, step 4")
    filled_share: float = threshold(
        0.05, "share of words", "5 of 6 filled pages stayed over 15 % WER (section 6, step 4)"
    )
    weak_confidence: float = threshold(75.0, "word confidence", "a word under it is doubtful whatever it spells")
    sure_confidence: float = threshold(92.0, "word confidence", "a word from here on needs no dictionary")
    sure_from: float = threshold(93.0, "mean confidence", "triage-ocr.md section 6: 85-93 wants a second proof")
    ink_weight: float = threshold(
        8.0, "doubtful words per uncovered ink", "wavy lines: 0.02 of the ink unread, .33 of the words wrong"
    )
    doubtful: float = threshold(
        0.14,
        "estimated share of wrong words",
        "benchmarks/ocr_stress.py: none of 43 bad half pages believed, 3 of 45 good ones held",
    )
    uncertain: float = threshold(
        0.10, "estimated share of wrong words", "above it pages of the stress set had WER .08-.15"
    )
    foreign_gain: float = threshold(
        0.2,
        "share of tokens",
        "a German page read without its data: de explains 0.80 of the words, en 0.38; French 0.86 and 0.22",
    )
    least_hit: float = threshold(0.50, "share of tokens", "triage-ocr.md section 8: the limit of forms")
    layer_agreement: float = threshold(
        0.9, "share of letters", "triage-ocr.md section 5, step 4, as for repairs that OCR has to confirm"
    )
    proof_words: int = threshold(15, "tokens", "triage-ocr.md section 3: the dictionary abstains below")
    word_confidence: float = threshold(
        60.0, "word confidence", "triage-ocr.md section 2: no word above it and no row: blank"
    )
    blank_ink: float = threshold(0.0015, "share of pixels", "triage-ocr.md section 2: white and grey paper stay below")
    ink_levels: int = threshold(28, "grey levels of 256", "triage-ocr.md section 2, step 3")
    image_frames: int = threshold(2000, "frames per file", "the member limit of containers, formats.md section 6")
