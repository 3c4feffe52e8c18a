"""Ruling lines and dirt that OCR read as characters, taken out of the words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.model import BBox, Rule

STROKES = "|¦‖"
SPECKS = "‘`"
CLOSING = "’'`"
EDGES = "|¦‖[]"
SEPARATORS = ".,"
INSIDE = 0.5  # of the width of the second part: separate words do not overlap


def without_strokes(words: Sequence[Word], rules: Sequence[Rule]) -> Iterator[Word]:
    """The words without the ruling lines among their characters: alone ("|"), or stuck to a word ("|Total", "[25107")."""
    down = [rule for rule in rules if rule.x0 == rule.x1]
    for word in words:
        if _is_stroke(word, down):
            continue
        text = word.text
        if text[0] in EDGES and len(text) > 1 and (text[0] in STROKES or _is_lone(text, down)):
            text = text.lstrip(EDGES)
        if len(text) > 1 and text[-1] in EDGES and (text[-1] in STROKES or _is_lone(text, down)):
            text = text.rstrip(EDGES)
        if text:
            yield word if text == word.text else replace(word, text=text)


def with_whole_numbers(words: Iterable[Word]) -> Iterator[Word]:
    """Numbers that Tesseract cut at a comma put together: the first part's box already covers the second ("158718," and "00")."""
    held: Word | None = None
    for word in words:
        if held is not None and _goes_on(held, word):
            confidence = min(held.confidence, word.confidence)
            held = replace(held, text=held.text + word.text, bbox=_around(held.bbox, word.bbox), confidence=confidence)
            continue
        if held is not None:
            yield held
        held = word
    if held is not None:
        yield held


def _goes_on(number: Word, rest: Word) -> bool:
    """True when a number ends in a separator and the digits after it stand inside its box."""
    if number.line != rest.line or number.text[-1] not in SEPARATORS or not rest.text[0].isdigit():
        return False
    inside = number.bbox[2] - rest.bbox[0]
    return any(char.isdigit() for char in number.text) and inside > INSIDE * (rest.bbox[2] - rest.bbox[0])


def _around(box: BBox, other: BBox) -> BBox:
    return (min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3]))


def _is_stroke(word: Word, rules: Sequence[Rule]) -> bool:
    """A word of strokes alone: on a page with vertical ruling lines it is one of them, or a piece of one."""
    return not word.text.strip(EDGES) and bool(rules)


def _is_lone(text: str, rules: Sequence[Rule]) -> bool:
    """True when a bracket has no fellow in its word on a page with vertical ruling lines: it is a piece of one."""
    return bool(rules) and ("[" in text) != ("]" in text)


def without_specks(words: Iterable[Word], least_confidence: float) -> Iterator[Word]:
    """The words without specks of dirt: signs that stand alone and are not sure, and quotes that open a word and never close."""
    for word in words:
        if not any(char.isalnum() for char in word.text):
            if word.confidence >= least_confidence:
                yield word
        elif word.text[0] in SPECKS and not any(char in CLOSING for char in word.text[1:]):
            yield replace(word, text=word.text[1:])
        else:
            yield word
