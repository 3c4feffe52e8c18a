"""Program text among words: commands, paths and identifiers stand in no list, and are no damage.

A dictionary calls a page of listings as broken as a page whose letters are wrong. Two things tell them apart. Words that stand as prose (between
blanks and punctuation) are known on a healthy page, however much code surrounds them. Where hardly any do, the letters of identifiers still follow
each other as in language: shifted, permuted and random letters do not. Measured on 3,900 pages of manuals and on bench/triage: docs/decisions/0008.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import numpy as np

from ingest_assets.alphabets import script_of
from ingest_assets.code_pages.byte_model import alphabet, letter_costs
from ingest_assets.lexicon import hit, is_word, sample, tokens_of
from ingest_assets.thresholds.words import WordLimits

LIMITS = WordLimits()
LANGUAGES = {"latin": ("en", "de", "fr", "es"), "cyrillic": ("ru",)}
OPENING, CLOSING = "\"'«»„“”‘’([•", "\"'«»„“”‘’)].,;:!?…–—"
PLAIN = re.compile("[^\\W\\d_]+(?:[-‐‑'’\u00ad/][^\\W\\d_]+)*")
PARTS = re.compile("[^\\W\\d_]+")
CAMEL = re.compile("[^\\W\\d_A-ZА-Я][A-ZА-Я]")


FIXED_WIDTH = re.compile(
    "mono|courier|consol|hack|code|typewriter|cmtt|lmtt|sftt|ectt|txtt|nimbusmon|menlo|monaco|terminal|fixed|lucidasanstyp"
    "|lettergothic|cousine|iosevka",
    re.IGNORECASE,
)
"""Names of faces with letters of one width; those of TeX say "tt"."""


@cache
def is_fixed_width(font: str) -> bool:
    """True for a face in which program text is set."""
    return FIXED_WIDTH.search(font) is not None


def is_program_text(text: str) -> bool:
    """True when a text with few known words is one of commands, names and listings rather than a damaged one."""
    words = prose_words(text)
    known = hit(sample(words)).share
    if len(words) >= LIMITS.prose_words and known is not None and known >= LIMITS.prose_hit:
        return True
    tokens = tokens_of(text)
    if len(words) >= max(LIMITS.prose_words, LIMITS.prose_share * len(tokens)):
        return False
    cost = letter_cost(tokens)
    return cost is not None and cost <= LIMITS.letter_cost


def prose_words(text: str) -> list[str]:
    """Words of three letters and more that stand between blanks and punctuation; small letters, parts of hyphenated words one by one."""
    found: list[str] = []
    for chunk in text.split():
        core = chunk.lstrip(OPENING).rstrip(CLOSING)
        if PLAIN.fullmatch(core) and not CAMEL.search(core):
            found.extend(word for word in PARTS.findall(core.lower()) if len(word) > 2)
    return found


def letter_cost(tokens: Sequence[str]) -> float | None:
    """Mean cost of a letter after the two before it, in nat, over the tokens (small letters) that are no words; None when too few are left.

    Each script is scored by the language that explains it best; letters that no model has cost ``foreign_letter``.
    """
    unknown = [token for token in tokens if not is_word(token)]
    if len(unknown) < LIMITS.unknown_words:
        return None
    nats, letters = 0.0, 0
    for script, languages in LANGUAGES.items():
        words = [word for word in unknown if script_of(word[0]) == script]
        if words:
            nats += min(_cost(words, language) for language in languages)
            letters += sum(map(len, words))
    rest = sum(len(word) for word in unknown if script_of(word[0]) not in LANGUAGES)
    return (nats + LIMITS.foreign_letter * rest) / (letters + rest)


def _cost(words: Sequence[str], language: str) -> float:
    """Nat of all words together; the end of a word is not scored."""
    position = _positions(language)
    classes = np.array([position.get(char, -1) for word in words for char in (" ", " ", *word)], dtype=np.int64)
    foreign = classes < 0
    classes[foreign] = 0
    after = classes[2:] > 0
    nats = letter_costs(language)[classes[:-2], classes[1:-1], classes[2:]][after].sum()
    return float(nats) + LIMITS.foreign_letter * int(foreign.sum())


@cache
def _positions(language: str) -> dict[str, int]:
    """Class of each letter; the blank is the boundary."""
    return {" ": 0, **{char: index + 1 for index, char in enumerate(alphabet(language))}}
