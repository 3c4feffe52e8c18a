"""Letter-spaced words and text that runs from right to left."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

from ingest_assets.lexicon import is_word
from ingest_assets.thresholds.layout import Layout

LONGEST = (
    5  # characters a word, blanks included, of a phrase worth a closer look: four of five words are single letters
)
KNOWN = 0.5  # share of the letters that must be in known words: headings hold names
RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
SINGLES = 0.8  # share of words that must be single letters; the rest are pairs whose gap the engine did not see


def leftward_letters(texts: Iterable[str]) -> int | None:
    """Letters of the texts that run from right to left less those that do not; None where there is none of the former."""
    text = "".join(texts)
    if not RTL.search(text):
        return None
    found = sum([match.group().isalpha() for match in RTL.finditer(text)])
    return 2 * found - sum(character.isalpha() for character in text)


def joined_letters(
    text: str, words: Sequence[tuple[float, float]], size: float, limits: Layout, *, least: int | None = None
) -> str | None:
    """A letter-spaced phrase put together, or None when it is none: ``least`` letters with equal gaps wider than a blank, or as wide as one
    where they make known words. Digits by themselves are numbers side by side.

    Words are cut where a gap is clearly wider than the median one (pdf-layout.md section 3.5).
    """
    if len(text) > LONGEST * len(words):
        return None
    tokens = text.split()
    if len(tokens) < (least or limits.letter_run) or len(tokens) != len(words):
        return None
    if sum(len(token) == 1 and token.isalnum() for token in tokens) < SINGLES * len(tokens):
        return None
    if sum(map(str.isalpha, text)) * 2 < len(tokens):
        return None
    gaps = [after[0] - before[1] for before, after in pairwise(words)]
    usual = median(gaps)
    if usual < limits.letter_blank * size:
        return None
    out = tokens[0]
    for gap, token in zip(gaps, tokens[1:], strict=True):
        out += (" " if gap > limits.letter_split * usual else "") + token
    return out if usual >= limits.letter_gap * size or _are_words(out) else None


def _are_words(text: str) -> bool:
    """True for words of a list, the longest among them: gaps no wider than a blank do not tell spaced words from single letters."""
    words = [word.strip('.,:;!?()«»"').lower() for word in text.split()]
    words = [word for word in words if word.isalpha()]
    known = sum(len(word) for word in words if len(word) > 1 and is_word(word))
    return known > KNOWN * sum(map(len, words)) and is_word(max(words, key=len))
