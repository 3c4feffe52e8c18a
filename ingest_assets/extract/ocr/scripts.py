"""Latin look-alikes in Cyrillic words and the reverse: readable to the eye, invisible to a search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.lexicon import is_word

Script = Literal["latin", "cyrillic", "both"]
TO_CYRILLIC = dict(zip("AaBCcEeHKkMOoPpTXxyY", "АаВСсЕеНКкМОоРрТХхуУ", strict=True))
TO_LATIN = {cyrillic: latin for latin, cyrillic in TO_CYRILLIC.items()}
SMALL_WORDS = frozenset("авкосуАВКОСУ")  # Russian words of one letter that have a Latin twin
TYPE_NUMBER = re.compile(r"[-‐‑]\d")  # after two letters ("KX-450") they are as likely Latin: left as they were read
WORD = re.compile(r"\w+")
MOSTLY = 0.8  # share of a line's letters that settles its script
LATIN_LETTER = re.compile(r"[A-Za-z]")
CYRILLIC_LETTER = re.compile(r"[\u0400-\u04ff]")


def one_script(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words with each of them in one script, judged by its own letters and by its line."""
    fixed: list[Word] = []
    for _, group in groupby(words, key=lambda word: word.line):
        line = list(group)
        script = _script_of(" ".join(word.text for word in line))
        fixed += [replace(word, text=settled(word.text, script)) for word in line]
    return tuple(fixed)


def settled(text: str, line_script: Script) -> str:
    """``text`` with each of its words in one script; words that hold letters peculiar to both stay as they are."""
    return WORD.sub(lambda found: _settled_word(found, line_script), text)


def _settled_word(found: re.Match[str], line_script: Script) -> str:
    word = found.group()
    latin, cyrillic = LATIN_LETTER.search(word), CYRILLIC_LETTER.search(word)
    if latin and cyrillic:
        return _settled_mixture(word, line_script)
    if latin and line_script == "cyrillic":
        is_code = len(word) < 3 and TYPE_NUMBER.match(found.string, found.end()) is not None
        return word if is_code else _settled_latin(word)
    if cyrillic and line_script == "latin" and all(char in TO_LATIN for char in word):
        return _mapped(word, TO_LATIN)
    return word


def _settled_mixture(word: str, line_script: Script) -> str:
    own_latin = any(LATIN_LETTER.match(char) and char not in TO_CYRILLIC for char in word)
    own_cyrillic = any(CYRILLIC_LETTER.match(char) and char not in TO_LATIN for char in word)
    if own_latin and own_cyrillic:
        return word
    if own_latin or own_cyrillic:
        return _mapped(word, TO_LATIN if own_latin else TO_CYRILLIC)
    return _mapped(word, TO_LATIN if line_script == "latin" else TO_CYRILLIC)


def _settled_latin(word: str) -> str:
    """A Latin word on a Russian line: Cyrillic when all its letters have twins, unless it is a word of three letters or more."""
    if not all(char in TO_CYRILLIC for char in word):
        return word
    twin = _mapped(word, TO_CYRILLIC)
    if len(word) == 1:
        return twin if twin in SMALL_WORDS else word
    return word if len(word) > 2 and is_word(word) else twin


def _mapped(word: str, table: dict[str, str]) -> str:
    return "".join(table.get(char, char) for char in word)


def _script_of(text: str) -> Script:
    """The script that most letters of a line have."""
    latin, cyrillic = len(LATIN_LETTER.findall(text)), len(CYRILLIC_LETTER.findall(text))
    if cyrillic > MOSTLY * (latin + cyrillic):
        return "cyrillic"
    return "latin" if latin > MOSTLY * (latin + cyrillic) else "both"
