"""Is this a word? Dictionary hit of a text, language vote, Russian morphology (triage-ocr.md section 3).

The lists are wordfreq's small ones: they separate text from garbage better than the large ones, because junk collides with rare entries.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from ingest_assets.alphabets import ALPHABETS, CYRILLIC_LANGUAGES, script_of, without_marks
from ingest_assets.function_words import FUNCTION_WORDS
from ingest_assets.thresholds.words import WordLimits

LIMITS = WordLimits()
TOKEN = re.compile(r"[^\W_]{3,}")
LEAK = re.compile(r"\(cid:\d+\)")
NAMED = re.compile(
    r"(?:[«\"“„][^»\"”“\n]{1,60}[»\"”“])|(?:\b(?:ООО|ОАО|ЗАО|ПАО|АО|ИП|Ltd|LLC|Inc|GmbH)\b\.?\s+[^\W\d_]+)"
)
CAPITALISED = re.compile(r"\b[^\W\d_a-zа-яё][^\W\d_]*")

# The languages asked first; the others of a script only when none of these explains the text (each list costs 20 ms and 3 MB).
FIRST: Mapping[str, tuple[str, ...]] = {"latin": ("en", "de", "fr"), "cyrillic": ("ru", "uk", "bg")}
# Latin lists in the order of speakers on the web; Malay goes with Indonesian, Bokmål with Danish unless its own words win.
OTHERS: Mapping[str, tuple[str, ...]] = {
    "latin": (
        "es",
        "it",
        "pt",
        "nl",
        "pl",
        "cs",
        "sv",
        "nb",
        "da",
        "fi",
        "ro",
        "hu",
        "tr",
        "sk",
        "sl",
        "sh",
        "ca",
        "lt",
        "lv",
        "is",
        "id",
        "ms",
        "fil",
        "vi",
    ),
    "cyrillic": ("mk",),
    "greek": ("el",),
    "hebrew": ("he",),
    "arabic": ("ar", "fa", "ur"),
}
# One language a script, too many words for a list of forms, or no blanks between words: the script alone tells the language.
BY_SCRIPT: Mapping[str, str] = {
    "hangul": "ko",
    "kana": "ja",
    "han": "zh",
    "devanagari": "hi",
    "bengali": "bn",
    "tamil": "ta",
    "thai": "th",
    "georgian": "ka",
    "armenian": "hy",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Share of a sample's tokens that are words. ``share`` is None when the lists cannot judge.

    That is: under 5 tokens, or no list for the script or for the alphabet (Estonian, Kazakh). ``words`` counts the tokens judged.
    """

    share: float | None
    words: int
    language: str | None


@cache
def word_list(language: str) -> frozenset[str]:
    """The small frequency list of a language (wordfreq; data CC BY-SA); empty when there is none."""
    from wordfreq import get_frequency_dict, get_frequency_list

    try:
        return frozenset(get_frequency_dict(language, wordlist="small"))
    except LookupError:
        return frozenset()
    finally:  # it keeps the frequencies for ever, 1.5 MB a language
        get_frequency_dict.cache_clear()
        get_frequency_list.cache_clear()


@cache
def _morphology() -> Any:
    from pymorphy3 import MorphAnalyzer

    return MorphAnalyzer()


@lru_cache(maxsize=65536)
def known_to_morphology(word: str) -> bool:
    """True when Russian morphology knows this form (lower case); 7-12 us the first time."""
    return bool(_morphology().word_is_known(word))


def tokens_of(text: str, *, names: bool = True) -> list[str]:
    """Lower-case runs of at least three letters; ``(cid:n)`` and words with digits are left out.

    ``names=False`` also leaves out capitalised words inside quotes and after legal forms: firms on invoices stand in no list.
    """
    if "(cid:" in text:
        text = LEAK.sub(" ", text)
    if not names:
        text = NAMED.sub(lambda match: CAPITALISED.sub(" ", match.group()), text)
    return [token for token in TOKEN.findall(without_marks(text).lower()) if token.isalpha()]


def sample(tokens: Sequence[str], *, size: int = LIMITS.sample) -> list[str]:
    """At most ``size`` tokens spread evenly over the text, never its head alone."""
    if len(tokens) <= size:
        return list(tokens)
    step = len(tokens) / size
    return [tokens[int(index * step)] for index in range(size)]


@lru_cache(maxsize=65536)
def is_word(word: str, language: str | None = None) -> bool:
    """True when the word stands in a list of its script (or of ``language``), or Russian morphology knows it."""
    lowered = word.lower()
    if language is not None:
        return lowered in word_list(language) or (language == "ru" and known_to_morphology(lowered))
    script = script_of(lowered[:1] or " ")
    languages = FIRST.get(script) or OTHERS.get(script, ())
    if any(lowered in word_list(one) for one in languages):
        return True
    return script == "cyrillic" and known_to_morphology(lowered)


@lru_cache(maxsize=65536)
def is_listed(word: str) -> bool:
    """True when a lower-case word stands in one of the first lists of its script; no morphology, so a guess costs 0.3 us."""
    return any(word in word_list(one) for one in FIRST.get(script_of(word[:1] or " "), ()))


def hit(tokens: Sequence[str], *, morphology: bool = True) -> Hit:
    """Dictionary hit of a sample: per script the language with most hits, hits summed, over all tokens.

    A Russian sample between 0.50 and 0.80 gets a second opinion from morphology, unless ``morphology`` is false.
    """
    votes = [_vote(script, found) for script, found in _by_script(tokens).items()]
    judged = [vote for vote in votes if vote.known is not None]
    words = sum(vote.words for vote in judged)
    language = _winner(votes)
    if words < LIMITS.least_words or words < len(tokens) / 2:
        return Hit(share=None, words=words, language=language)
    known = sum(vote.known or 0 for vote in judged)
    if morphology and language == "ru" and LIMITS.second_opinion_from <= known / words < LIMITS.second_opinion_below:
        known = sum(is_word(token) for token in tokens)
    return Hit(share=min(1.0, known / words), words=words, language=language)


def explains(tokens: Sequence[str], share: float) -> bool:
    """True when one of the commonest lists alone knows that share of the tokens: ``hit`` is then no lower, or abstains."""
    return any(sum(map(word_list(one).__contains__, tokens)) >= share * len(tokens) for one in ("en", "ru"))


def language_of(tokens: Sequence[str]) -> str | None:
    """ISO 639-1 code of the language with most hits among the words of the commonest script.

    None under five tokens, on a tie, and when not even a third of the words are known.
    """
    if not tokens:
        return None
    found = _by_script(tokens)
    if "kana" in found:
        found.pop("han", None)
    script = max(found, key=lambda one: len(found[one]))
    return _winner([_vote(script, found[script])])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Vote:
    script: str
    words: int
    known: int | None
    language: str | None


def _by_script(tokens: Sequence[str]) -> dict[str, list[str]]:
    if tokens and "".join(tokens).isascii():
        return {"latin": list(tokens)}
    found: dict[str, list[str]] = defaultdict(list)
    for token in tokens:
        found[script_of(token[0])].append(token)
    return found


def _vote(script: str, tokens: Sequence[str]) -> _Vote:
    """The language of one script's tokens, and how many of them are its words; ``known`` is None where no list can judge."""
    if script in BY_SCRIPT or not (script in FIRST or script in OTHERS):
        return _Vote(script=script, words=len(tokens), known=None, language=BY_SCRIPT.get(script))
    counts = _counts(tokens, FIRST.get(script) or OTHERS[script])
    best = max(counts.values())
    if script in FIRST and best < LIMITS.explained * len(tokens) and len(tokens) >= LIMITS.least_words:
        counts.update(_counts(tokens, OTHERS[script]))
        best = max(counts.values())
    language = _clear_winner(counts, len(tokens))
    if best < LIMITS.explained * len(tokens) and (_is_unlisted(tokens) or (script == "latin" and _has_grammar(tokens))):
        return _Vote(script=script, words=len(tokens), known=None, language=None)
    return _Vote(script=script, words=len(tokens), known=best, language=language)


def _has_grammar(tokens: Sequence[str]) -> bool:
    """True when the function words of one language without a list are as frequent and as different as in its prose."""
    distinct = set(tokens)
    for words in FUNCTION_WORDS.values():
        common = distinct & words
        if len(common) >= LIMITS.grammar_words and sum(map(common.__contains__, tokens)) >= LIMITS.grammar_share * len(
            tokens
        ):
            return True
    return False


def _counts(tokens: Sequence[str], languages: Iterable[str]) -> dict[str, int]:
    times = Counter(tokens)
    distinct = frozenset(times)
    return {one: sum(map(times.__getitem__, distinct & word_list(one))) for one in languages}


def _clear_winner(counts: Mapping[str, int], words: int) -> str | None:
    (first, most), (_, second) = [*Counter(counts).most_common(2), ("", 0)][:2]
    return first if most > second and most >= words / 3 else None


def _winner(votes: Iterable[_Vote]) -> str | None:
    """Language of the commonest script, None under five words; kana outvotes the Chinese signs of a Japanese text."""
    counted = {vote.script: vote for vote in votes}
    if "kana" in counted:
        counted.pop("han", None)
    best = max(counted.values(), key=lambda vote: vote.words, default=None)
    if best is None or (best.words < LIMITS.least_words and best.script not in BY_SCRIPT):
        return None
    return best.language


def _is_unlisted(tokens: Sequence[str]) -> bool:
    """True when the letters beyond ASCII fit a language that has no list, and are frequent: the lists must abstain."""
    letters = Counter("".join(tokens))
    total = sum(letters.values())
    plain = ALPHABETS["ru"] if any("а" <= char <= "я" for char in letters) else frozenset()
    marks = {char for char in letters if not char.isascii() and char not in plain}
    share = sum(letters[char] for char in marks) / total
    if not LIMITS.marks_from <= share <= LIMITS.marks_to:
        return False
    return any(marks <= ALPHABETS[language] for language in _unlisted(cyrillic=bool(plain)))


@cache
def _unlisted(*, cyrillic: bool) -> tuple[str, ...]:
    listed = {one for group in (*FIRST.values(), *OTHERS.values()) for one in group}
    return tuple(one for one in ALPHABETS if one not in listed and (one in CYRILLIC_LANGUAGES) == cyrillic)
