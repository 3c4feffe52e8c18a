"""Ruling lines and dirt that OCR read as characters, taken out of the words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.model import Rule

STROKES = "|¦‖"
SPECKS = "‘`"
CLOSING = "’'`"
EDGES = "|¦‖[]"


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
