"""Own statistical model: which code page makes these bytes the likeliest text?

For each pair of code page and language the bytes are decoded and scored letter by letter: log P(letter | two letters before), from word lists
(``build_tables.py``), Witten-Bell smoothed. Letters foreign to the language, symbols, controls and capitals inside words have fixed costs. East Asian
sets are scored by the frequency of the decoded characters. Scores are natural logarithms over the whole sample, so that differences are evidence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from ingest_assets.code_pages.alphabets import EAST_ASIAN, LATIN_LANGUAGES, ONE_BYTE, SHORT_LISTS
from ingest_assets.code_pages.decode import byte_table, codec_of

Floats = NDArray[np.float32]

STEP = 8.0
"""Steps per nat in the tables (build_tables.STEP)."""
SEED_COUNTS = 20000.0
"""Letters that a short list counts for: it must stay humble beside lists of millions."""
ASCII_WEIGHT = 0.35
"""Weight of what ASCII letters say: they name the language, not the code page. Chosen on half of the development excerpts."""
FOREIGN_ASCII = 2.8
"""Nat for an ASCII letter in a text of another script."""
GLUED_SCRIPTS = 8.0
"""Nat where an ASCII letter touches a letter of another script."""
FOREIGN_SAME_SCRIPT, FOREIGN_OTHER_SCRIPT = 8.0, 11.0
CAPITAL_INSIDE = 4.5
"""Nat for a capital right after a small letter, one of them a high byte."""
REACH = 24
"""Bytes on either side of a high byte that are scored."""
ASCII_CAP = 4.5
"""Nat: no trigram of ASCII letters costs more, names and foreign words are everywhere."""
ASCII_AFTER_HIGH = 0.7
"""Weight of an ASCII letter predicted from a context with a high byte."""
SYMBOL_INSIDE = 9.0
"""Nat for a quote, sign or dagger between two letters: a letter of another code page, most likely."""
SWITCH = 2.0
"""Nat for each change between ASCII words and words of another script."""
NBSP_INSIDE = 2.5
"""Nat for a no-break space with letters on both sides: it mostly stands beside digits and signs."""
SYMBOL_BEFORE = 5.0
"""Nat for a sign that no word begins with, right before a letter."""
NEVER_BEFORE = "€½¼¾¹³®™÷±¦¨¸¶¬¤"
JOINERS = "’‘´`ʼ·–—…\xa0\xad״׳־"
LONELY = 7.0
"""Nat for a single East Asian character between ASCII letters, or at the end of an ASCII word."""
CONTROL = 16.0
SYMBOLS: dict[str, float] = {
    **dict.fromkeys("’", 2.5),
    **dict.fromkeys("“”–", 3.0),
    **dict.fromkeys("—…«»\xa0„", 3.5),
    **dict.fromkeys("•€°״׳־", 4.5),
    **dict.fromkeys("‘§©®™£№‚", 5.5),
    **dict.fromkeys("½¼¾²³·´×ºª¿¡‹›", 6.5),
    **dict.fromkeys("±¥¤¦¬¶‡†‰¸ˆ˜¯¹µ÷¨¢\xad", 8.0),
}
OTHER_SYMBOL, BOX_DRAWING, PRIVATE_USE = 9.0, 9.5, 14.0
UNKNOWN_CHARACTER, BROKEN_CHARACTER, HALF_WIDTH, WIDE_SYMBOL = 11.0, 16.0, 5.5, 7.5
EAST_ASIAN_SYMBOLS: dict[str, float] = {
    **dict.fromkeys("、。，", 3.5),
    **dict.fromkeys("「」・（）：！？《》“”　ー", 5.0),
    **dict.fromkeys("『』【】；‘’…～·○●", 6.0),
}
ERROR_SHARE = 0.004
"""Undecodable share above which an East Asian set is out (sniffing.md section 3.3)."""
ALONE = re.compile(r"(?<=[A-Za-z])[^\x00-\x7f’‘“”…—–](?=[A-Za-z]|[^\w\x80-\uffff]|$)")
SAME_LETTER = {"ro": {"ş": "ș", "ţ": "ț"}, "fa": {"ي": "ی", "ك": "ک"}, "tr": {"i̇": "i"}}
"""Letters that older code pages write in place of the language's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A code page with its best language and score (natural log, prior included)."""

    encoding: str
    language: str
    score: float


@cache
def _tables() -> dict[str, NDArray[np.uint8]]:
    with (
        files("ingest_assets.code_pages").joinpath("data/trigrams.npz").open("rb") as handle,
        np.load(handle) as stored,
    ):
        return {name: stored[name] for name in stored.files}


def _text(name: str) -> str:
    return _tables()[name].tobytes().decode("utf-16-le")


@cache
def alphabet(language: str) -> str:
    """The language's letters; position + 1 is the class of a letter."""
    return _text(f"alphabet_{language}")


@cache
def costs(language: str) -> Floats:
    """-log P(c | a, b) as a dense cube of classes: 0 boundary, 1…n letters, n + 1 foreign letter, n + 2 ASCII letter in another script."""
    size = len(alphabet(language)) + 1
    counts = _counts(language)
    cube = np.zeros((size + 2, size + 2, size + 2), dtype=np.float32)
    cube[:size, :size, :size] = -np.log(_smoothed(counts))
    unigram = counts.sum(axis=(0, 1)) + 1.0
    cube[:, size:, :size] = -np.log(unigram / unigram.sum())
    cube[size:, :size, :size] = cube[0, :size, :size][None]
    # The boundary forgets what stood before it, and blanks follow blanks for free.
    cube[:, 0, :] = cube[0, 0, :][None]
    cube[:, 0, 0] = 0.0
    _weigh_ascii(cube, language, size)
    return cube.reshape(-1)


@cache
def letter_costs(language: str) -> Floats:
    """-log P(c | a, b) in nat as a cube of classes: 0 boundary, 1…n the letters of ``alphabet``. What the word lists say, unweighted."""
    cube: Floats = -np.log(_smoothed(_counts(language))).astype(np.float32)
    cube[:, 0, :] = cube[0, 0, :][None]
    return cube


def _counts(language: str) -> NDArray[np.float64]:
    stored = _tables()[f"trigrams_{language}"].astype(np.float64)
    counts = np.where(stored > 0, np.exp((stored - 1) / STEP), 0.0)
    return counts * (SEED_COUNTS / counts.sum()) if language in SHORT_LISTS else counts


def _smoothed(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Witten-Bell: trigrams backed by bigrams backed by unigrams."""
    unigram = counts.sum(axis=(0, 1)) + 1.0
    unigram = unigram / unigram.sum()
    pairs = counts.sum(axis=0)
    kinds = (pairs > 0).sum(axis=1, keepdims=True) + 1
    bigram = (pairs + kinds * unigram[None, :]) / (pairs.sum(axis=1, keepdims=True) + kinds)
    kinds3 = (counts > 0).sum(axis=2, keepdims=True) * 4.0 + 4.0
    smoothed: NDArray[np.float64] = (counts + kinds3 * bigram[None]) / (counts.sum(axis=2, keepdims=True) + kinds3)
    return smoothed


def _weigh_ascii(cube: Floats, language: str, size: int) -> None:
    """Down-weigh trigrams of ASCII letters alone; price letters of the other scripts."""
    foreign, other = size, size + 1
    if language in LATIN_LANGUAGES:
        plain = np.zeros(size + 2, dtype=bool)
        plain[:27] = True
        inner = np.ix_(plain, plain, plain)
        after = cube[:, :, plain] * ASCII_AFTER_HIGH
        within = np.minimum(cube[inner], ASCII_CAP) * ASCII_WEIGHT
        cube[:, :, plain] = after
        cube[inner] = within
    cube[:, :, foreign] = 0.0
    cube[:, foreign, 0] = 0.0
    cube[:, other, 0] = 0.0
    cube[:, :, other] = FOREIGN_ASCII * ASCII_WEIGHT
    cube[:, 1:other, other] = GLUED_SCRIPTS
    cube[:, other, 1:other] = GLUED_SCRIPTS


@cache
def _classes(encoding: str, language: str) -> tuple[NDArray[np.int64], Floats]:
    """Per byte: the letter class in the language, and the fixed cost of symbols and foreign letters."""
    table = byte_table(encoding) or ""
    letters = alphabet(language)
    position = {char: index + 1 for index, char in enumerate(letters)}
    latin = language in LATIN_LANGUAGES
    same = SAME_LETTER.get(language, {})
    classes = np.zeros(256, dtype=np.int64)
    fixed = np.zeros(256, dtype=np.float32)
    for byte, char in enumerate(table):
        lowered = char.lower()
        lowered = same.get(lowered, lowered)
        if lowered in position:
            classes[byte] = position[lowered]
        elif byte < 128:
            classes[byte] = len(letters) + 2 if char.isalpha() else 0
            fixed[byte] = CONTROL if byte < 32 and char not in "\t\n\r\f\x1a\x1b" else 0.0
        elif unicodedata.category(char)[0] in "LM":
            classes[byte] = len(letters) + 1
            fixed[byte] = (
                FOREIGN_SAME_SCRIPT if unicodedata.name(char, "").startswith("LATIN") == latin else FOREIGN_OTHER_SCRIPT
            )
        else:
            fixed[byte] = symbol_cost(char)
    return classes, fixed


def symbol_cost(char: str) -> float:
    """Nat for a character beyond ASCII that is no letter."""
    if char in SYMBOLS:
        return SYMBOLS[char]
    if "\x80" <= char <= "\x9f":
        return CONTROL
    if "\u2500" <= char <= "\u259f":
        return BOX_DRAWING
    return PRIVATE_USE if unicodedata.category(char) == "Co" else OTHER_SYMBOL


@cache
def _capitals(encoding: str) -> NDArray[np.int8]:
    """Per byte: 1 small, 2 capital, 0 else; plus 4 for high bytes, 8 for symbols that do not stand inside words, 16 for letters,
    32 for signs that stand before no letter, 64 for the no-break space."""
    table = byte_table(encoding) or ""
    return np.array([_case(char) + (4 if char > "\x7f" else 0) for char in table], dtype=np.int8)


def _case(char: str) -> int:
    if unicodedata.category(char)[0] in "LM":
        return 16 + (1 if char.islower() else 2 if char.isupper() else 0)
    if char == "\xa0":
        return 64
    return (32 if char in NEVER_BEFORE else 0) + (8 if char > "\x7f" and char not in JOINERS else 0)


def rank(sample: bytes, encodings: Sequence[str] | None = None) -> list[Ranked]:
    """Code pages by score, best first. ``sample`` is a few KB around high bytes (``detect.sample_of``)."""
    wanted = encodings if encodings is not None else [*ONE_BYTE, *EAST_ASIAN]
    raw = _near_high(np.frombuffer(sample, dtype=np.uint8))
    near = raw.tobytes()
    found: list[Ranked] = []
    for encoding in wanted:
        if encoding in ONE_BYTE:
            found.append(_one_byte(raw, encoding))
        elif encoding in EAST_ASIAN:
            ranked = _east_asian(near, encoding)
            if ranked:
                found.append(ranked)
    return sorted(found, key=lambda one: -one.score)


def _near_high(raw: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Only the bytes within ``REACH`` of a high byte: addresses and code between them say nothing of the code page. Gaps become one blank."""
    high = np.flatnonzero(raw > 127)
    if not high.size:
        return raw
    marks = np.zeros(raw.size + 1, dtype=np.int32)
    np.add.at(marks, np.maximum(high - REACH, 0), 1)
    np.add.at(marks, np.minimum(high + REACH + 1, raw.size), -1)
    kept = np.cumsum(marks[:-1]) > 0
    near = raw.copy()
    ends = np.flatnonzero(np.diff(kept.astype(np.int8)) == -1) + 1
    near[ends] = 32
    kept[ends] = True
    return near[kept]


def _one_byte(raw: NDArray[np.uint8], encoding: str) -> Ranked:
    languages, prior = ONE_BYTE[encoding]
    capitals = _capitals(encoding)[raw]
    before, after = capitals[:-1], capitals[1:]
    inside = ((before & 3) == 1) & ((after & 3) == 2) & (((before | after) & 4) > 0)
    signs = capitals & 24
    amid = ((signs[:-2] & 16) > 0) & ((signs[2:] & 16) > 0) & ((signs[1:-1] & 8) > 0)
    shared = prior - CAPITAL_INSIDE * float(np.count_nonzero(inside)) - SYMBOL_INSIDE * float(np.count_nonzero(amid))
    blanks = ((signs[:-2] & 16) > 0) & ((signs[2:] & 16) > 0) & ((capitals[1:-1] & 64) > 0)
    shared -= NBSP_INSIDE * float(np.count_nonzero(blanks))
    leading = ((capitals[:-1] & 32) > 0) & ((capitals[1:] & 16) > 0)
    shared -= SYMBOL_BEFORE * float(np.count_nonzero(leading))
    switches = SWITCH * _switches(raw, capitals)
    best = max(
        (_language_score(raw, encoding, language) - (0.0 if language in LATIN_LANGUAGES else switches), language)
        for language in languages.split()
    )
    return Ranked(encoding=encoding, language=best[1], score=best[0] + shared)


def _switches(raw: NDArray[np.uint8], capitals: NDArray[np.int8]) -> float:
    """How often ASCII letters follow high letters or the other way round."""
    high = raw[(capitals & 16) > 0] > 127
    return float(np.count_nonzero(high[1:] != high[:-1]))


def _language_score(raw: NDArray[np.uint8], encoding: str, language: str) -> float:
    classes, fixed = _classes(encoding, language)
    size = len(alphabet(language)) + 3
    codes = np.zeros(raw.size + 3, dtype=np.int64)
    codes[2:-1] = classes[raw]
    keys = (codes[:-2] * size + codes[1:-1]) * size + codes[2:]
    return -float(costs(language)[keys].sum() + fixed[raw].sum())


@cache
def _character_costs(language: str) -> dict[str, float]:
    stored = _tables()[f"costs_{language}"]
    listed = dict(zip(_text(f"characters_{language}"), (float(cost) / STEP for cost in stored), strict=True))
    return {**listed, **EAST_ASIAN_SYMBOLS}


def _east_asian(sample: bytes, encoding: str) -> Ranked | None:
    language, prior = EAST_ASIAN[encoding]
    text = sample.decode(codec_of(encoding), errors="replace")
    broken = text.count("\ufffd")
    if broken > 1 + ERROR_SHARE * len(sample):
        return None
    known = _character_costs(language)
    score = prior - LONELY * len(ALONE.findall(text))
    for char in text:
        if char < "\x80":
            score -= FOREIGN_ASCII * ASCII_WEIGHT if char.isalpha() else 0.0
        else:
            score -= known.get(char) or _unlisted(char)
    return Ranked(encoding=encoding, language=language, score=score)


def mean_character_cost(text: str) -> float:
    """Nat per character beyond ASCII under the best of four East Asian languages; infinite without any."""
    wide = [char for char in text if char >= "\x80"]
    if not wide:
        return float("inf")
    tables = [_character_costs(language) for language in ("ja", "zh", "zht", "ko")]
    return min(sum(known.get(char) or _unlisted(char) for char in wide) for known in tables) / len(wide)


def _unlisted(char: str) -> float:
    if char == "\ufffd":
        return BROKEN_CHARACTER
    if "\uff61" <= char <= "\uff9f":
        return HALF_WIDTH
    if unicodedata.category(char)[0] in "SP" or "\uff00" <= char <= "\uff60":
        return WIDE_SYMBOL
    if "\x80" <= char <= "\x9f":
        return CONTROL
    return PRIVATE_USE if unicodedata.category(char) == "Co" else UNKNOWN_CHARACTER
