"""Build ``data/trigrams.npz``: letter trigram counts per language, and character costs of Chinese, Japanese and Korean.

    python -m ingest_assets.code_pages.build_tables OUT.npz

Source: the word lists of wordfreq (data CC BY-SA 4.0, see NOTICE) and ``data/seed_words.txt``. Counts are stored as
quantised logarithms; smoothing happens at load.
"""

from __future__ import annotations

import gzip
import inspect
import math
import random
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ingest_assets.code_pages.alphabets import LANGUAGES, LATIN_LANGUAGES, SHORT_LISTS

SMALLEST_WORD = 3e-7
"""Relative frequency under which a word is left out: below it lists are names and typing errors."""
SMALLEST_LETTER = 3e-5
"""Share under which a letter is foreign to a language."""
SMALLEST_TRIGRAM = 1.7e-6
"""Share under which a trigram is left out; sets the size of the file."""
STEP = 8.0
"""Quantisation: steps per nat."""
SERBIAN = dict(zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True))
SERBIAN_PAIRS = (("lj", "љ"), ("nj", "њ"), ("dž", "џ"))


def words_of(language: str) -> Iterator[tuple[str, float]]:
    """Words and their relative frequency."""
    from wordfreq import get_frequency_dict

    if language in SHORT_LISTS:
        yield from _seeded(language)
        return
    source = "sh" if language == "sr" else language
    for word, frequency in get_frequency_dict(source, wordlist="best").items():
        if frequency >= SMALLEST_WORD and any(char.isalpha() for char in word):
            yield spelled(word, language), frequency


@cache
def hand_written() -> dict[str, list[str]]:
    """The words of ``data/seed_words.txt`` by language."""
    words: dict[str, list[str]] = {}
    current: list[str] = []
    for line in (Path(__file__).parent / "data" / "seed_words.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = words.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            current.extend(line.split())
    return words


def _seeded(language: str) -> Iterator[tuple[str, float]]:
    """The hand-written words in equal parts, and justext's list of frequent words by rank (Zipf), where it has one."""
    seeds = hand_written().get(language, [])
    if language == "th":
        seeds = _unbroken(seeds)
    yield from ((word.lower(), 0.5 / max(1, len(seeds))) for word in seeds)
    if SHORT_LISTS[language]:
        from justext import get_stoplist  # type: ignore[import-untyped]  # a tool of the build, not locked

        path = Path(inspect.getfile(get_stoplist)).parent / "stoplists" / f"{SHORT_LISTS[language]}.txt"
        for rank, word in enumerate(path.read_text(encoding="utf-8").split()):
            if word.isalpha():
                yield word.lower(), 0.1 / (rank + 5)


def _unbroken(words: list[str]) -> list[str]:
    """Thai is written without blanks: seeded runs of twelve words, so that a word's end predicts the next word's start."""
    chance = random.Random(0)
    return ["".join(chance.choices(words, k=12)) for _ in range(800)]


def spelled(word: str, language: str) -> str:
    """The word as the language's code pages write it: Serbian in Cyrillic, Vietnamese with combining tones."""
    if language == "sr":
        for latin, cyrillic in SERBIAN_PAIRS:
            word = word.replace(latin, cyrillic)
        word = "".join(SERBIAN.get(char, char) for char in word)
    if language == "vi":
        word = "".join(_vietnamese(char) for char in word)
    return word


def _vietnamese(char: str) -> str:
    """windows-1258 writes most tones as combining marks behind the vowel."""
    try:
        char.encode("cp1258")
    except UnicodeEncodeError:
        parts = unicodedata.normalize("NFD", char)
        tones = [part for part in parts[1:] if part in "\u0300\u0301\u0303\u0309\u0323"]
        base = unicodedata.normalize("NFC", parts[0] + "".join(part for part in parts[1:] if part not in tones))
        return base + "".join(tones)
    return char


def alphabet_of(words: list[tuple[str, float]], language: str) -> str:
    """a-z first for Latin languages, then the language's own letters and marks by code point."""
    shares: defaultdict[str, float] = defaultdict(float)
    for word, frequency in words:
        for char in word:
            shares[char] += frequency
    total = sum(shares.values())
    latin = language in LATIN_LANGUAGES
    own = sorted(
        char
        for char, share in shares.items()
        if share > SMALLEST_LETTER * total
        and unicodedata.category(char)[0] in "LM"
        and not char.isascii()
        and _fits(char, latin=latin)
    )
    return ("abcdefghijklmnopqrstuvwxyz" if latin else "") + "".join(own)


def _fits(char: str, *, latin: bool) -> bool:
    return unicodedata.name(char, "").startswith(("LATIN", "COMBINING")) == latin


def counts_of(words: list[tuple[str, float]], alphabet: str) -> NDArray[np.float64]:
    """Dense trigram shares; index 0 is the word's boundary."""
    size = len(alphabet) + 1
    index = {char: position + 1 for position, char in enumerate(alphabet)}
    counts = np.zeros((size, size, size))
    for word, frequency in words:
        codes = [index.get(char, -1) for char in word]
        if -1 in codes or not codes:
            continue
        first, second = 0, 0
        for code in [*codes, 0]:
            counts[first, second, code] += frequency
            first, second = second, code
    shares: NDArray[np.float64] = counts / counts.sum()
    return shares


def quantised(counts: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Zero for rare trigrams, else 1 + STEP × log(share / smallest)."""
    kept = counts >= SMALLEST_TRIGRAM
    logs = np.zeros(counts.shape)
    logs[kept] = 1 + np.log(counts[kept] / SMALLEST_TRIGRAM) * STEP
    return np.clip(np.round(logs), 0, 255).astype(np.uint8)


def character_costs(language: str) -> tuple[str, NDArray[np.uint8]]:
    """Characters of an East Asian list and their cost (STEP × -log share), most frequent first."""
    from wordfreq import get_frequency_dict

    shares: defaultdict[str, float] = defaultdict(float)
    for word, frequency in get_frequency_dict("zh" if language == "zht" else language, wordlist="best").items():
        for char in word:
            if ord(char) >= 0x3040:
                shares[char] += frequency
    if language == "zht":
        shares = _traditional(shares)
    total = sum(shares.values())
    chars = [
        char for char, share in sorted(shares.items(), key=lambda item: (-item[1], item[0])) if share / total > 1e-7
    ]
    return "".join(chars), np.array(
        [min(255, round(-math.log(shares[char] / total) * STEP)) for char in chars], dtype=np.uint8
    )


def _traditional(shares: defaultdict[str, float]) -> defaultdict[str, float]:
    """wordfreq stores simplified characters: each traditional form gets its simplified form's share."""
    import msgpack  # type: ignore[import-untyped]  # no annotations
    import wordfreq

    with gzip.open(Path(wordfreq.__file__).parent / "data" / "_chinese_mapping.msgpack.gz") as handle:
        mapping: dict[int, str] = msgpack.load(handle, raw=False, strict_map_key=False)
    spread: defaultdict[str, float] = defaultdict(float)
    changed = set(mapping.values())
    for traditional, simple in mapping.items():
        spread[chr(traditional)] += shares.get(simple, 0.0)
    for char, share in shares.items():
        if char not in changed:
            spread[char] += share
        else:
            spread[char] += share * 0.1
    return spread


def main() -> None:
    """Write the tables to the path given."""
    arrays: dict[str, NDArray[np.uint8]] = {}
    for language in LANGUAGES:
        words = list(words_of(language))
        alphabet = alphabet_of(words, language)
        arrays[f"alphabet_{language}"] = np.frombuffer(alphabet.encode("utf-16-le"), dtype=np.uint8)
        arrays[f"trigrams_{language}"] = quantised(counts_of(words, alphabet))
    for language in ("ja", "zh", "zht", "ko"):
        characters, costs = character_costs(language)
        arrays[f"characters_{language}"] = np.frombuffer(characters.encode("utf-16-le"), dtype=np.uint8)
        arrays[f"costs_{language}"] = costs
    np.savez_compressed(Path(sys.argv[1]), **arrays)  # type: ignore[arg-type]  # numpy types the keywords as its own flags


if __name__ == "__main__":
    main()
