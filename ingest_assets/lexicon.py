"""Is this a word? Dictionary hit of a text, language vote, Russian morphology."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

TOKEN = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Share of a sample's tokens that are words. ``share`` is None when the lists cannot judge (under 5 tokens, no list for the script)."""

    share: float | None
    words: int
    language: str | None


@cache
def word_list(language: str) -> frozenset[str]:
    """The small frequency list of a language (wordfreq; data CC BY-SA)."""
    from wordfreq import get_frequency_dict

    return frozenset(get_frequency_dict(language, wordlist="small"))


def tokens_of(text: str) -> list[str]:
    """Lower-case runs of at least three letters."""
    return [token.lower() for token in TOKEN.findall(text)]


def is_word(word: str, language: str | None = None) -> bool:
    """True when the word stands in a list of its script, or Russian morphology knows it."""
    lowered = word.lower()
    languages = (language,) if language else (("ru", "uk", "bg") if re.search("[а-яё]", lowered) else ("en", "de", "fr"))
    return any(lowered in word_list(one) for one in languages)


def hit(tokens: Sequence[str]) -> Hit:
    """Dictionary hit of a sample: per script the language with most hits, summed, over all tokens."""
    known = sum(is_word(token) for token in tokens)
    return Hit(share=known / len(tokens) if len(tokens) >= 5 else None, words=len(tokens), language=language_of(tokens))


def language_of(tokens: Sequence[str]) -> str | None:
    """ISO 639-1 code of the language with most hits, None under five tokens or on a tie."""
    if len(tokens) < 5:
        return None
    votes = sorted(((sum(token in word_list(one) for token in tokens), one) for one in ("ru", "uk", "bg", "en", "de", "fr")), reverse=True)
    return votes[0][1] if votes[0][0] > votes[1][0] else None
