"""A text as the index sees it: stems by script for words, and numbers, dates, codes and addresses exactly as they are written.

One analyser per language fails on mixed text, since each leaves the other's script alone (execution.md section 5): here the letters of each
word choose its stemmer, in the index and in the query alike.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cache, lru_cache

import Stemmer

WORD = re.compile(r"[^\W_]+")
CODE = re.compile(r"[^\s|]*\d[^\s|]*|[^\s|]*\w[@./_\\+-]\w[^\s|]*")
DIGIT = re.compile(r"\d")
GROUPED = re.compile(r"(?<![\w.,])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?(?![\w])")
BLANKS = re.compile(r"[ \u00a0\u2009\u202f]")
NUMBER = re.compile(r"[-−–]?\d+(?:[.,]\d+)?|[-−–]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-−–]?\d{1,3}(?:\.\d{3})+,\d+")
AROUND = "\"'«»„“”‘’`()[]{}<>*!?,;:….№#"
CYRILLIC = re.compile("[\u0400-\u052f]")
LATIN = re.compile("[a-z\u00c0-\u024f]")
FOLD = str.maketrans({"ё": "е", "Ё": "Е", "\u00ad": "", "\u200b": "", "‑": "-", "−": "-"})
STEMS_KEPT = 500_000  # distinct words: some 60 MB; without the cache each word is stemmed again, four times slower


@dataclass(frozen=True, slots=True)
class Terms:
    """``stems`` in the order of the text, for phrases; ``exact`` are the codes and numbers."""

    stems: tuple[str, ...]
    exact: tuple[str, ...]


def terms(text: str, *, longest: int = 200) -> Terms:
    """Index entries of a text, each at most ``longest`` characters."""
    folded = folded_text(text)
    words = WORD.findall(folded)
    stems = tuple(
        map(stem, words if len(max(words, key=len, default="")) <= longest else [word[:longest] for word in words])
    )
    return Terms(
        stems, tuple(dict.fromkeys(entry for code in codes(folded) if len(code) <= longest for entry in entries(code)))
    )


def folded_text(text: str) -> str:
    """Small letters, compatibility forms resolved (but the sign № is no word "No"), ё as е, soft hyphens gone."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.replace("№", " ")).translate(FOLD)
    return text.casefold()


def codes(folded: str) -> list[str]:
    """Whatever holds a digit or an inner sign, as it is written; a number with blanks between its thousands is one."""
    joined = [BLANKS.sub("", match) for match in GROUPED.findall(folded)] if DIGIT.search(folded) else []
    single = [
        code.strip(AROUND) for code in folded.replace("|", " ").split() if not code.isalpha() and CODE.fullmatch(code)
    ]
    return [code for code in (*joined, *single) if code]


def entries(code: str) -> tuple[str, ...]:
    """The code itself, and for a number its value, so that 30000 finds 30 000,00."""
    value = number_value(code)
    return (code,) if value is None else (code, f"={value}")


def is_code(word: str) -> bool:
    """True for a folded word that the index keeps as it is written."""
    return CODE.fullmatch(word.strip(AROUND)) is not None


def number_value(code: str) -> str | None:
    """One spelling for equal numbers; None for what is no number or could be two (1,234)."""
    if NUMBER.fullmatch(code) is None or re.fullmatch(r"[-–]?\d{1,3}[.,]\d{3}", code):
        return None
    digits = code.replace("–", "-")
    if "," in digits and "." in digits:
        digits = digits.replace(min(".,", key=digits.rindex), "")
    digits = digits.replace(",", "") if digits.count(",") > 1 else digits.replace(",", ".")
    try:
        value = Decimal(digits).normalize()
    except InvalidOperation:
        return None
    return f"{value:f}"


@lru_cache(maxsize=STEMS_KEPT)
def stem(word: str) -> str:
    """The stem of a folded word; words with digits and of other scripts stay as they are."""
    if CYRILLIC.search(word):
        stemmer = _stemmer("russian")
    elif LATIN.search(word) and word.isalpha():
        stemmer = _stemmer("english")
    else:
        return word
    stemmed: str = word if any(character.isdigit() for character in word) else stemmer.stemWord(word)
    return stemmed


@cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language, 0)
