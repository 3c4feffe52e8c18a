"""Letter-spaced words and text that runs from right to left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from ingest_assets.thresholds.layout import Layout

LONGEST = (
    5  # characters a word, blanks included, of a phrase worth a closer look: four of five words are single letters
)
RTL = re.compile("[\u0590-\u05ff\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
LTR_RUN = re.compile(r"[0-9A-Za-z][0-9A-Za-z.,:/%-]*")
SINGLES = 0.8  # share of words that must be single letters; the rest are pairs whose gap the engine did not see


def is_rtl(text: str) -> bool:
    """True when most letters are Hebrew or Arabic."""
    found = len(RTL.findall(text))
    return found > 0 and found * 2 > sum(character.isalpha() for character in text)


def logical(text: str, words: Sequence[tuple[float, float]]) -> str:
    """The text in reading order. Words whose places rise along the string were stored in visual order: the string is turned."""
    if len(words) < 2 or not all(before[0] < after[0] for before, after in pairwise(words)):
        return text
    return LTR_RUN.sub(lambda match: match[0][::-1], text[::-1])


def joined_letters(
    text: str, words: Sequence[tuple[float, float]], size: float, limits: Layout, *, least: int | None = None
) -> str | None:
    """A letter-spaced phrase put together, or None when it is none: ``least`` letters with equal gaps wider than a blank.

    Words are cut where a gap is clearly wider than the median one (pdf-layout.md section 3.5).
    """
    if len(text) > LONGEST * len(words):
        return None
    tokens = text.split()
    if len(tokens) < (least or limits.letter_run) or len(tokens) != len(words):
        return None
    if sum(len(token) == 1 and token.isalnum() for token in tokens) < SINGLES * len(tokens):
        return None
    gaps = [after[0] - before[1] for before, after in pairwise(words)]
    usual = median(gaps)
    if usual < limits.letter_gap * size:
        return None
    out = tokens[0]
    for gap, token in zip(gaps, tokens[1:], strict=True):
        out += (" " if gap > limits.letter_split * usual else "") + token
    return out
