"""Limits of the page verdict: ink, broken layers, hidden text, repairs."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenLimits:
    """When a reader of the page cannot see a piece of text (triage-ocr.md section 4)."""

    tiny_size: float = threshold(2.0, "pt", "triage-ocr.md section 4: glyphs under 2 pt")
    alpha: int = threshold(
        13, "of 255", "5 % opacity: black text on white then differs from the paper by 13 levels, below `contrast`"
    )
    contrast: int = threshold(
        24,
        "levels of 255",
        "hostile set: #fafaf7 on white (8 levels) is hidden, grey #dddddd on white (34) is readable",
    )
    light: int = threshold(
        200,
        "levels of 255",
        "lightest channel mean of ink that plain white paper leaves readable; lighter text is looked up in the raster",
    )
    ink_step: float = threshold(
        0.2, "share of the way from paper to ink", "a hairline of 0.3 pt at 72 dpi still covers a fifth of its pixel"
    )
    ink_share: float = threshold(
        0.004, "share of the box's pixels", "one full stop in the box of a ten-letter word at 72 dpi"
    )
    foreign_share: float = threshold(
        0.1,
        "share of the box's pixels",
        "an underline or frame beside text of the paper's colour takes less; glyphs leave more paper than that free",
    )
    ocr_layer_cover: float = threshold(
        0.6, "share of the page", "triage-ocr.md section 2 step 4: invisible text over a page image is an OCR layer"
    )
    raster_dpi: int = threshold(72, "dpi", "one pixel a point: text of 6 pt is still seen, 6 ms a page")
    raster_pixels: int = threshold(
        4_000_000, "pixels", "a poster of 28 x 28 inches at 72 dpi; larger pages are rendered smaller"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TriageLimits:
    """Class and route of a page, broken layers and their repairs (triage-ocr.md sections 2, 3 and 5)."""

    page_cover: float = threshold(0.6, "share of the page", "triage-ocr.md section 2 steps 4 and 6")
    image_cover: float = threshold(0.05, "share of the page", "triage-ocr.md section 2 steps 3 and 8")
    few_characters: int = threshold(100, "characters", "triage-ocr.md section 2 step 3: look at the ink below")
    footer_characters: int = threshold(
        300, "characters", "triage-ocr.md section 2 step 6: a scanner's footer exceeds 50"
    )
    blank_ink: float = threshold(0.0015, "share of pixels", "triage-ocr.md section 2 step 3")
    mixed_ink: float = threshold(
        0.002, "share of the image's pixels", "a 40-word clipping in a half-page image; dust 0.001"
    )
    ink_levels: int = threshold(28, "levels of 255", "triage-ocr.md section 2 step 3, against the local background")
    background: int = threshold(31, "pixels", "triage-ocr.md section 2 step 3: median window")
    glyph_height: int = threshold(3, "pixels at 72 dpi", "x-height of 6 pt type; dust and hairlines are lower")
    glyph_height_to: int = threshold(90, "pixels at 72 dpi", "poster type; larger components are pictures and frames")
    row_parts: int = threshold(4, "components", "a row of text has four pieces of one height; photo texture has not")
    in_rows: float = threshold(
        0.3, "share of components", "measured on bench/triage: photos 0.05-0.08, forms 0.55, prose 0.97"
    )
    long_row: int = threshold(
        10, "components", "longest row of a photo on bench/triage 6; a caption inside a photo has 10"
    )
    lone_parts: int = threshold(12, "components", "fewer glyph-sized pieces and no row: punch holes, specks, a logo")
    garbage: float = threshold(0.01, "share of characters", "triage-ocr.md section 2 step 7")
    unexpected: float = threshold(0.03, "share of letters", "triage-ocr.md section 2 step 7")
    unexpected_words: int = threshold(3, "words", "triage-ocr.md section 2 step 7: 0 of 2,700 clean samples")
    mixed_script: float = threshold(0.05, "share of words", "triage-ocr.md section 2 step 7")
    mean_token: float = threshold(14.0, "letters", "triage-ocr.md section 2 step 7")
    mean_token_prose: float = threshold(12.0, "letters", "triage-ocr.md section 2 step 7, for prose")
    alphanumeric: float = threshold(
        0.55, "share of characters", "triage-ocr.md section 2 step 7, from 100 characters on"
    )
    hit: float = threshold(0.65, "share of words", "triage-ocr.md section 3")
    lower_hit: float = threshold(
        0.70,
        "share of lower-case words",
        "bibliographies of bench/pdf: 0.75-0.95, whole pages 0.5-0.65; OCR noise 0.55",
    )
    least_distinct: int = threshold(10, "distinct words", "fewer say nothing, however often they are repeated")
    font_hit: float = threshold(
        0.40, "share of words", "one font of a page: names and captions of bench/pdf 0.45-0.65, broken fonts 0-0.2"
    )
    code_hit: float = threshold(0.15, "share of words", "a font of fixed width holds program text; broken ones 0-0.1")
    font_garbage: int = threshold(3, "characters", "one lost ligature does not make a font broken")
    picture_parts: int = threshold(
        20, "components in rows", "a logo or a plot's axis of bench/pdf has 6-15, a one-line clipping 25"
    )
    form_hit: float = threshold(0.50, "share of words", "triage-ocr.md section 8: forms 0.50; broken forms score 0.00")
    form_digits: float = threshold(0.2, "share of characters", "triage-ocr.md section 3: digits of a form")
    least_words: int = threshold(15, "words", "triage-ocr.md section 2: under 15 words the dictionary says nothing")
    least_characters: int = threshold(60, "characters", "triage-ocr.md section 2 step 7: smallest font that is judged")
    single_letters: float = threshold(0.5, "share of words", "triage-ocr.md section 2 step 7: letter spacing")
    layer_hit: float = threshold(0.85, "share of words", "triage-ocr.md section 2 step 6: an OCR layer that may stay")
    intok: float = threshold(0.03, "share of words", "triage-ocr.md section 3: 1 % false alarms on clean pages")
    layer_strange: float = threshold(
        0.03, "share of lower-case words", "bench/triage: good layers 0.01, real bad ones 0.08 and 0.2"
    )
    second_look_hit: float = threshold(0.90, "share of words", "triage-ocr.md section 2 step 9")
    gain: float = threshold(0.08, "share of words", "triage-ocr.md section 5: 16 accepted, 16 right")
    gained_words: int = threshold(
        3, "words", "a second look at a healthy form found one abbreviation that koi8 makes a word"
    )
    split_hit: float = threshold(
        0.75, "share of words", "glued prose of bench/triage after splitting 0.8-1.0; rare words fall apart"
    )
    split_likelihood: float = threshold(
        -0.9, "log10 per letter", "glued prose of bench/triage -0.68 to -0.62 (measured), keyboard mash under -1.3"
    )
    lossy_gain: float = threshold(0.30, "share of words", "triage-ocr.md section 5")
    letter_words: float = threshold(
        0.9, "share of the affected words", "one substituted letter: names stand in no list"
    )
    letter_known: float = threshold(
        0.5,
        "share of the affected words",
        "parts of broken words can be words (con-irm, r-om); honest marks are above 0.8",
    )
    letter_lead: float = threshold(
        0.3, "share of the affected words", "the second-best letter of a wrong glyph makes under 0.4 of the words"
    )
    lost_words: int = threshold(
        2, "words", "U+FFFD and private-use letters are no honest text: two words that one ligature cures are proof"
    )
    agreement: float = threshold(0.90, "share of characters", "triage-ocr.md section 5: OCR of two lines")
    short_agreement: float = threshold(0.80, "share of characters", "triage-ocr.md section 2: pages of under 15 words")
    line_characters: int = threshold(6, "characters", "a shorter line is a mark or a formula")
    line_garbage: float = threshold(
        0.3, "share of the line's characters", "two bullets or one missing glyph stay below"
    )
    line_unexpected: float = threshold(0.5, "share of the line's letters", "a foreign name in a line stays below")
    stretch_words: int = threshold(40, "words", "triage-ocr.md section 3: at 40 words nothing clean falls under 0.50")
    stretch_room: float = threshold(0.95, "share of words", "40 words without meaning among 800 lower the hit by 0.05")
    stretch_hit: float = threshold(0.4, "share of words", "a list of names reaches 0.5; wrong code pages 0.1")
