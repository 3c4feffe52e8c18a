"""Repairs of single letters: look-alikes of another script, one wrong glyph, constant shifts, private-use codes."""

from __future__ import annotations

import re
from collections.abc import Callable

from ingest_assets.pdf.repair.codecs import Mend, decoded
from ingest_assets.text_quality import is_mixed

WORD = re.compile(r"[^\W\d_]+")
WITH_SYMBOLS = re.compile(r"\S+")
LIGATURES = ("fi", "fl", "ff", "ffi", "ffl", "ft", "tt", "ti", "st", "ct", "th")  # by frequency in English
ANY = "*"
LOOK_ALIKES = str.maketrans("aceopxyABCEHKMOPTXYkmtiIjJsS", "асеорхуАВСЕНКМОРТХУкмтіІјЈѕЅ")
RUSSIAN_LOOK_ALIKES = {key: value for key, value in LOOK_ALIKES.items() if chr(value) not in "іІјЈѕЅ"}
LOOK_ALIKE_WORD = re.compile("[aceopxyABCEHKMOPTXYkmt]+")


def homoglyphs(known: Callable[[str], bool]) -> Mend:
    """Latin look-alikes to Cyrillic, in words that hold a Cyrillic letter and in look-alike words that ``known`` takes as Russian."""

    def word(match: re.Match[str]) -> str:
        found = match.group()
        mapped = found.translate(RUSSIAN_LOOK_ALIKES)
        if is_mixed(found):
            return mapped if not re.search("[A-Za-z]", mapped) else found
        if LOOK_ALIKE_WORD.fullmatch(found) and known(mapped.lower()):
            return mapped
        return found

    return lambda text: WORD.sub(word, text)


def one_glyph(wrong: str, right: str, known: Callable[[str], bool]) -> Mend:
    """One wrong glyph: every ``wrong`` is ``right`` (a letter or a ligature's letters), a capital where its neighbours are.

    ``right`` = ``*``: the glyph stands for several ligatures; each word takes the first that makes it ``known``.
    """
    pattern = re.compile(re.escape(wrong))
    if right == ANY:
        return lambda text: WITH_SYMBOLS.sub(lambda match: _best_ligature(match.group(), wrong, known), text)

    def replace(match: re.Match[str]) -> str:
        start, end = match.string.rfind(" ", 0, match.start()) + 1, match.string.find(" ", match.end())
        letters = [char for char in match.string[start : end if end >= 0 else None] if char.isalpha() and char != wrong]
        shouted = len(letters) > 1 and all(char.isupper() for char in letters)
        return right.upper() if shouted else right

    return lambda text: pattern.sub(replace, text)


def ligature_of(word: str, wrong: str, known: Callable[[str], bool]) -> str | None:
    """The ligature that makes the word known, the commonest first; None when none does."""
    for ligature in LIGATURES:
        letters = WORD.findall(word.replace(wrong, ligature))
        if letters and all(len(part) < 2 or known(part.lower()) for part in letters):
            return ligature
    return None


def _best_ligature(word: str, wrong: str, known: Callable[[str], bool]) -> str:
    ligature = ligature_of(word, wrong, known) if wrong in word else None
    return word if ligature is None else word.replace(wrong, ligature)


def shifted(step: int) -> Mend:
    """Every letter moved by ``step`` code points; other characters stay. Not lossless: letters at the ends of the alphabet collide."""
    return lambda text: "".join(_moved(char, step) for char in text)


def _moved(char: str, step: int) -> str:
    if not char.isalpha() and not ("[" <= char <= "`" or "{" <= char <= "\x7f"):
        return char
    moved = chr(max(32, ord(char) + step))
    return moved if moved.isalpha() else char


def all_shifted(step: int) -> Mend:
    """Every code moved by ``step``, digits and punctuation too: glyph numbers printed as codes (code - 29 in many TrueType fonts)."""
    return lambda text: "".join(char if char.isspace() else chr(max(32, ord(char) + step)) for char in text)


def private_use(page: str) -> Mend:
    """U+F000 + byte, as symbol-encoded TrueType fonts have it, read with a code page."""

    def undo(text: str) -> str | None:
        parts = []
        for char in text:
            code = ord(char)
            part = decoded(bytes([code - 0xF000]), page) if 0xF020 <= code <= 0xF0FF else char
            if part is None:
                return None
            parts.append(part)
        return "".join(parts)

    return undo
