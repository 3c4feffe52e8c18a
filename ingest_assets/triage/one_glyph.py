"""One glyph with a wrong code: the letters "fi" printed right and stored as "Ŧ", "!" or U+FFFD.

It is a few tenths of a percent of the characters. What gives it away: the same odd character stands inside several words that no
list knows, and one letter or ligature in its place makes them all words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence, Set

from ingest_assets.alphabets import ALPHABETS, CYRILLIC, CYRILLIC_LANGUAGES
from ingest_assets.lexicon import is_word, tokens_of
from ingest_assets.pdf.repair.letters import ANY, LIGATURES, ligature_of
from ingest_assets.text_quality import PRIVATE, REPLACEMENT
from ingest_assets.thresholds.triage import TriageLimits

WORD = re.compile(r"\S*[^\W\d_]\S*")
EDGE = "\"'«»„“”‘’()[]{}<>.,;:!?…*†‡§%"
# Characters that honest words hold: hyphens, apostrophes, points, slashes and what addresses and formulas are made of.
HONEST = frozenset("-'’‘.,:;/\\&@_~=+*()[]{}<>|#%0123456789\u00ad\u2010\u2011–—·•°№§©®™…“”„«»\"")
SHADY = frozenset('!"#$%&()*+,;<=>?@[]^`{|}~')  # ASCII marks that only a wrong code puts between two small letters
CLOSING = frozenset("!%),;>?]}")  # marks that no honest word begins with
SIGN, SMALL = r"[!\"#$%&()*+,;<=>?@\[\]^`{|}~]", r"[^\W\d_A-ZА-ЯЁ]"
SHADY_INSIDE = re.compile(f"{SIGN}(?<={SMALL}{SIGN}){SIGN}*{SMALL}")  # begins with what is rarer than a letter
LETTERS = 2  # letters that a word must have left to be asked
MOST = 4  # different wrong glyphs that one page's repair may hold


def wrong_glyphs(text: str, language: str | None, limits: TriageLimits) -> list[tuple[str, str]]:
    """Pairs (wrong character, right letters) that are certain; empty when there is no such fault or no certain cure."""
    found: list[tuple[str, str]] = []
    for wrong, words in sorted(_suspects(text, language).items(), key=lambda item: -len(item[1]))[:MOST]:
        least = limits.lost_words if _is_lost(wrong) else limits.unexpected_words
        right = _cure(wrong, sorted(words), language, limits) if len(words) >= least else None
        if right is not None:
            found.append((wrong, right))
    return found


def _is_lost(char: str) -> bool:
    return char == REPLACEMENT or bool(PRIVATE.match(char))


def _suspects(text: str, language: str | None) -> dict[str, set[str]]:
    """Words by the odd character they hold; a word's own edge marks do not count."""
    own = CYRILLIC | (ALPHABETS[language] if language in CYRILLIC_LANGUAGES else frozenset())
    odd = {char for char in set(text) if not char.isascii() and char not in HONEST and char.lower() not in own}
    if all(char.isspace() for char in odd) and not SHADY_INSIDE.search(text):
        return {}
    found: dict[str, set[str]] = defaultdict(set)
    for word in WORD.findall(text):
        if word.isalpha() and word.isascii():
            continue
        for char in _odd(word, own):
            found[char].add(word)
    return found


def _odd(word: str, own: frozenset[str]) -> Set[str]:
    if "://" in word or "@" in word or "www." in word or sum(char.isalpha() for char in word) < LETTERS:
        return frozenset()
    odd = {char for char in word.strip(EDGE) if not char.isascii() and char not in HONEST and char.lower() not in own}
    inner = {word[at] for at in range(1, len(word) - 1) if word[at] in SHADY and _is_between(word, at)}
    if word[0] in CLOSING and word[1:2].islower():
        inner.add(word[0])
    return odd | inner


def _is_between(word: str, at: int) -> bool:
    """True between two small letters; a doubled wrong glyph counts as one."""
    before, after = word[:at].rstrip(word[at])[-1:], word[at:].lstrip(word[at])[:1]
    return before.islower() and after.islower()


def _cure(wrong: str, words: Sequence[str], language: str | None, limits: TriageLimits) -> str | None:
    """The replacement that makes nearly all words known, clearly before the next; ``*`` when each word needs its own ligature."""
    if not _is_lost(wrong) and _cured(words, wrong, wrong) > limits.letter_known:
        return None
    letters = sorted(ALPHABETS["ru"]) if language in CYRILLIC_LANGUAGES else [chr(code) for code in range(97, 123)]
    scores = sorted(((_cured(words, wrong, right), right) for right in (*LIGATURES, *letters)), reverse=True)
    (best, right), (second, _) = scores[:2]
    if best >= limits.letter_words and best - second >= limits.letter_lead:
        return right
    if language in CYRILLIC_LANGUAGES:
        return None
    each = [ligature_of(word, wrong, is_word) for word in words]
    return ANY if sum(one is not None for one in each) >= limits.letter_words * len(words) else None


def _cured(words: Sequence[str], wrong: str, right: str) -> float:
    """Share of the words (of three letters and more) that the substitution turns into known ones."""
    mended = [tokens for word in words if (tokens := tokens_of(word.replace(wrong, right)))]
    return sum(all(is_word(token) for token in tokens) for tokens in mended) / max(1, len(mended))
