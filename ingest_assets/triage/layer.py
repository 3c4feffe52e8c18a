"""Is a text layer what the reader sees? Measures of one text (a page, a font, a stretch) and the tests that call it broken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest_assets.lexicon import Hit, hit, is_word, sample, tokens_of
from ingest_assets.program_text import is_program_text
from ingest_assets.text_quality import (
    Parts,
    alphanumeric_share,
    digit_share,
    garbage_share,
    intok_share,
    mean_token_length,
    mixed_script_share,
    parts_of,
    repeated_unexpected_letter,
    single_letter_share,
    unexpected_letter_share,
)
from ingest_assets.thresholds.triage import TriageLimits

LOWER = re.compile(r"(?<![^\W_])(?:(?![A-ZА-ЯЁ])[^\W\d_]){4,}(?![^\W_])")
# Each pattern begins with what is rare: one that begins with a look behind, or with any character, is tried at every place of the text.
# (A mail address from a word's start only: in a run of 60,000 letters it was looked for from each letter to the end.)
ADDRESS = re.compile(r"(?:https?://|www\.)\S+|(?<!\S)\S*?\S@\S+")
CAMEL = re.compile("[A-ZА-ЯЁ](?<=[a-zа-яё][A-ZА-ЯЁ])")
LINE_HYPHEN = re.compile("[-\u00ad\u2010]\n(?<=\\w[-\u00ad\u2010]\n)(?=\\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """What was measured on one text. ``characters`` without white space; shares 0-1; ``odd_letter`` is the repeated one.

    ``reads_well``: the hit is high, or a second opinion explains why it is low.
    """

    characters: int
    words: int
    hit: Hit
    reads_well: bool
    garbage: float
    unexpected: float
    odd_letter: str | None
    mixed: float
    mean_length: float
    single: float
    alphanumeric: float
    digits: float


def measure(given: str | Parts, limits: TriageLimits) -> Layer:
    """Measure one text; words cut at line ends are joined first."""
    parts = _prepared(parts_of(given))
    text = parts.text
    digits = digit_share(parts)
    is_form = digits > limits.form_digits
    tokens = tokens_of(text, names=not is_form)
    found = hit(sample(tokens))
    language = found.language if found.share is None or found.share >= limits.form_hit else None
    plain = text.isascii()
    return Layer(
        characters=parts.solid,
        words=len(tokens),
        hit=found,
        reads_well=found.share is None or found.share >= limits.hit or reads_well(text, tokens, limits),
        garbage=garbage_share(parts),
        unexpected=0.0 if plain else unexpected_letter_share(parts, language),
        odd_letter=None if plain else repeated_unexpected_letter(parts, language, words=limits.unexpected_words),
        mixed=0.0 if plain else mixed_script_share(parts),
        mean_length=mean_token_length(parts),
        single=single_letter_share(parts),
        alphanumeric=alphanumeric_share(parts),
        digits=digits,
    )


def _prepared(given: Parts) -> Parts:
    """The text with words cut at line ends joined, glued capitals parted and addresses left out; the same parts where nothing changes."""
    text = CAMEL.sub(r" \g<0>", LINE_HYPHEN.sub("", given.text))
    if "://" in text or "@" in text:
        text = ADDRESS.sub(" ", text)
    return given if text == given.text else Parts(text)


def faults(layer: Layer, limits: TriageLimits) -> tuple[str, ...]:
    """Names of the tests that fire; empty for a healthy layer. Each test abstains on too little text."""
    found = []
    if layer.garbage > limits.garbage and _is_more_than_a_slip(layer, limits):
        found.append("garbage")
    if layer.unexpected > limits.unexpected and layer.characters >= limits.least_words:
        found.append("unexpected_letters")
    if layer.odd_letter is not None:
        found.append("repeated_letter")
    if layer.mixed > limits.mixed_script and layer.words >= 5:
        found.append("mixed_script")
    if layer.alphanumeric < limits.alphanumeric and layer.characters >= limits.few_characters:
        found.append("symbols")
    return (*found, *_word_faults(layer, limits))


def _is_more_than_a_slip(layer: Layer, limits: TriageLimits) -> bool:
    return layer.garbage * layer.characters >= limits.font_garbage - 0.5 or layer.garbage > limits.line_garbage


def _word_faults(layer: Layer, limits: TriageLimits) -> tuple[str, ...]:
    """Tests that look at whole words; letter-spaced words were joined before."""
    found = []
    is_form = layer.digits > limits.form_digits
    longest = limits.mean_token if is_form else limits.mean_token_prose
    if layer.mean_length > longest and layer.characters >= limits.least_characters:
        found.append("glued_words")
    least = limits.form_hit if is_form else limits.hit
    doubtful = layer.hit.share is not None and layer.words >= limits.least_words and layer.hit.share < least
    if doubtful and not layer.reads_well:
        found.append("dictionary")
    return tuple(found)


def reads_well(text: str, tokens: Sequence[str], limits: TriageLimits) -> bool:
    """True when the low hit comes from a few words repeated (a table), from names (a bibliography) or from program text."""
    distinct = sample(sorted(set(tokens)))
    if len(distinct) < limits.least_distinct:
        return True
    share = hit(distinct).share
    if share is not None and share >= limits.hit:
        return True
    lower = sample(lower_words(text))
    share = hit(lower).share
    if len(lower) >= limits.least_distinct and share is not None and share >= limits.lower_hit:
        return True
    return is_program_text(text)


def lower_words(text: str) -> list[str]:
    """Words of four letters and more that are printed without a capital."""
    return LOWER.findall(text)


def is_good_ocr_layer(text: str, layer: Layer, limits: TriageLimits) -> bool:
    """True when an old OCR layer may stay: a plain dictionary cut passes layers with 5 % wrong characters.

    Real layers err in letters more than in symbols, so words printed in lower case that no list knows are counted too.
    """
    if faults(layer, limits) or layer.hit.share is None or layer.words < limits.least_words:
        return False
    if layer.hit.share < limits.layer_hit or intok_share(text) > limits.intok:
        return False
    return strange_share(text, layer.hit.language) <= limits.layer_strange


def strange_share(text: str, language: str | None) -> float:
    """Words of four letters and more in lower case that are unknown, among all such words: names do not count."""
    words = lower_words(LINE_HYPHEN.sub("", text))
    unknown = sum(not (is_word(word) or is_word(word, language)) for word in words)
    return unknown / len(words) if words else 0.0
