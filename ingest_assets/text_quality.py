"""Pure measures of a text. Each says what share of what it is; none decides: limits stand in thresholds/.

Shares are 0-1; of an empty text every share is 0, but ``letter_share`` and ``alphanumeric_share`` are 1: nothing is wrong.
The measures and their limits come from triage-ocr.md section 2, step 7.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property, lru_cache

from ingest_assets.alphabets import (
    ALL_LETTERS,
    ALPHABETS,
    CYRILLIC,
    EAST_ASIAN,
    closest_alphabet,
    common_east_asian,
    is_unspaced,
    script_of,
    without_marks,
)
from ingest_assets.thresholds.words import WordLimits

LIMITS = WordLimits()

CID = re.compile(r"\(cid:\d+\)")
PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
BULLET = re.compile("(?<!\\S)[\ue000-\uf8ff](?!\\S)")
# A letter of a far script between blanks: a bullet with a wrong code. (The blank before it is asked for last: a pattern that begins with
# a look behind is tried at every character.)
LONE = re.compile("[^\x00-\u052f](?<!\\S[^\x00-\u052f])(?!\\S)")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
REPLACEMENT = "\ufffd"
WORD = re.compile(r"[^\W\d_]+")
LEADER = re.compile(r"(?:[.…·_]\s?){4,}")
LATIN_RUN = re.compile("[A-Za-z\u00c0-\u024f]")
CYRILLIC_RUN = re.compile("[\u0400-\u052f]")
INSIDE = re.compile(r"[^\w\s'’./\-‐‑–—&@:\u00ad]")
RUN = re.compile(r"([^\w\s])\1{3,}")
FAR = re.compile("(?<!\\w)[^\\W\\d_\x00-\u052f\u1e00-\u1fff\u2c60-\u2c7f\ua720-\ua7ff]+(?!\\w)")
PLAIN = (
    frozenset(map(chr, range(128)))
    | CYRILLIC
    | frozenset(char.upper() for char in CYRILLIC)
    | frozenset("«»“”„‘’–—…№•°§©®·\u00a0\u00ad\u2010\u2011\u2022\u2212")
)
CODED = re.compile(r"[A-Za-z0-9+/]{40,}={0,2}")
CODED_LINE = re.compile(r"[A-Za-z0-9+/]{60,76}={0,2}")


class Parts:
    """A text with what its measures share, each made once and only when asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each character occurs."""
        return Counter(self.text)

    @cached_property
    def solid(self) -> int:
        """Number of characters that are no white space: the denominator of most measures."""
        return len(self.text) - sum(times for char, times in self.counts.items() if char.isspace())

    @cached_property
    def pieces(self) -> int:
        """Number of blank-separated pieces."""
        return len(self.text.split())

    @cached_property
    def words(self) -> list[str]:
        """Runs of letters, their marks left out."""
        return WORD.findall(without_marks(self.text))

    @cached_property
    def spaced_lengths(self) -> list[int]:
        """Lengths of the words that tell how the text is spaced: of scripts with blanks between words, without fill."""
        return _lengths_without_fill(_spaced(self.words))


def parts_of(text: str | Parts) -> Parts:
    """The parts of a text; parts are taken as they are."""
    return text if isinstance(text, Parts) else Parts(text)


def squeezed(text: str) -> str:
    """The text without white space."""
    return "".join(text.split())


def _count(parts: Parts, *, digits: bool) -> int:
    """Letters with their combining marks, and digits if asked for; distinct characters are looked at once."""
    found = 0
    for char, times in parts.counts.items():
        if char.isalpha() or (digits and char.isdigit()) or (char >= "\u0300" and unicodedata.category(char)[0] == "M"):
            found += times
    return found


def without_leaders(text: str) -> str:
    """The text without rows of dots or underscores: contents lists and forms draw with them."""
    return LEADER.sub(" ", text)


def without_runs(text: str) -> str:
    """The text with each run of one sign cut to a single one: rules and frames are drawn with them."""
    return RUN.sub(r"\1", text)


def without_far_words(text: str) -> str:
    """The text without the words that have no letter of a European script: a quotation in Japanese or Gothic."""
    return FAR.sub(" ", text)


def letter_share(text: str | Parts) -> float:
    """Letters of any script (with their combining marks) among the characters that are no white space."""
    parts = parts_of(text)
    return _count(parts, digits=False) / parts.solid if parts.solid else 1.0


def alphanumeric_share(text: str | Parts) -> float:
    """Letters and digits among the characters that are no white space; dot leaders are left out."""
    parts = parts_of(text)
    if LEADER.search(parts.text):
        parts = Parts(without_leaders(parts.text))
    return _count(parts, digits=True) / parts.solid if parts.solid else 1.0


def digit_share(text: str | Parts) -> float:
    """Digits among the characters that are no white space: above 0.2 the page is a form."""
    parts = parts_of(text)
    return _share(sum(times for char, times in parts.counts.items() if char.isdigit()), parts)


def cid_count(text: str) -> int:
    """Number of ``(cid:n)``."""
    return len(CID.findall(text)) if "(cid:" in text else 0


def replacement_share(text: str) -> float:
    """U+FFFD among the characters that are no white space."""
    found = text.count(REPLACEMENT)
    return _share(found, Parts(text)) if found else 0.0


def private_use_share(text: str) -> float:
    """Private-use characters; one that stands alone between blanks is a bullet of a symbol font and does not count."""
    return _share(len(PRIVATE.findall(BULLET.sub(" ", text))), Parts(text))


def control_share(text: str) -> float:
    """Control characters other than tab and line ends."""
    return _share(len(CONTROL.findall(text)), Parts(text))


def garbage_share(text: str | Parts) -> float:
    """U+FFFD, private use, control characters and ``(cid:n)`` together (one leak counts as one character)."""
    parts = parts_of(text)
    leaks = cid_count(parts.text)
    if leaks:
        parts = Parts(CID.sub("", parts.text))
    bad = sum(times for char, times in parts.counts.items() if CONTROL.match(char)) + parts.counts[REPLACEMENT]
    if any(char >= "\ue000" and PRIVATE.match(char) for char in parts.counts):
        bad += len(PRIVATE.findall(BULLET.sub(" ", parts.text)))
    return (bad + leaks) / (parts.solid + leaks or 1)


def mixed_script_share(text: str | Parts) -> float:
    """Words that mix Latin and Cyrillic letters, among the words of two letters and more."""
    parts = parts_of(text)
    if not (CYRILLIC_RUN.search(parts.text) and LATIN_RUN.search(parts.text)):
        return 0.0
    words = [word for word in parts.words if len(word) > 1]
    if not words:
        return 0.0
    return sum(map(is_mixed, words)) / len(words)


@lru_cache(maxsize=32768)
def is_mixed(word: str) -> bool:
    """True when a word has Latin and Cyrillic letters."""
    return not word.isascii() and bool(LATIN_RUN.search(word)) and bool(CYRILLIC_RUN.search(word))


def unexpected_letters(text: str, language: str | None) -> frozenset[str]:
    """Letters of the text that neither ASCII nor Russian nor the language's alphabet nor one other known alphabet explains.

    A text may quote another language: its Latin letters and its Cyrillic letters are each explained by the language or by any one alphabet
    that has all of them; accented letters may then be a third of the Latin letters, because Cyrillic bytes read as Latin are nothing else.
    Letters of far scripts are explained where they are written as their readers write them (``_written_so``).
    """
    return _unexpected(text, language)[0]


def unexpected_letter_share(text: str | Parts, language: str | None) -> float:
    """Share of the letters that are unexpected (see ``unexpected_letters``)."""
    parts = parts_of(text)
    if _is_plain(parts):
        return 0.0
    odd, letters = _unexpected(parts.text, language)
    return sum(letters[char] for char in odd) / (sum(letters.values()) or 1)


def _is_plain(parts: Parts) -> bool:
    """True when every character is ASCII, Russian or a sign of ordinary print: then no letter is unexpected in any language."""
    return parts.text.isascii() or parts.counts.keys() <= PLAIN


def _unexpected(text: str, language: str | None) -> tuple[frozenset[str], dict[str, int]]:
    counted = Counter(unicodedata.normalize("NFC", LONE.sub(" ", text)).lower())
    letters = {char: times for char, times in counted.items() if char.isalpha() and not _is_symbol(char)}
    known = ALPHABETS.get(language or "", frozenset()) | CYRILLIC
    foreign = {char for char in letters if not char.isascii() and char not in known}
    if not foreign:
        return frozenset(), letters
    for script in ("latin", "cyrillic", "greek"):
        own = {char: times for char, times in letters.items() if script_of(char) == script}
        if foreign.intersection(own) and closest_alphabet(own) is not None:
            foreign -= own.keys()
    return frozenset(
        foreign - _written_so(text, {char for char in foreign if not _is_european(char)}, letters)
    ), letters


def _written_so(text: str, strange: set[str], letters: Mapping[str, int]) -> set[str]:
    """Those letters of far scripts that somebody wrote: a wrong map gives a few letters, rare signs, or letters amid words of another script.

    A few letters are enough where they make most of the text: a single word quoted in a line of its own.
    """
    scripts: dict[str, set[str]] = defaultdict(set)
    for char in strange:
        script = script_of(char)
        scripts["east asian" if script in EAST_ASIAN else script].add(char)
    found: set[str] = set()
    for script, chars in scripts.items():
        many = len(chars) >= LIMITS.far_letters or 2 * sum(letters[char] for char in chars) > sum(letters.values())
        if many and _is_plausible(text, script, chars, letters):
            found |= chars
    return found


def _is_plausible(text: str, script: str, chars: set[str], letters: Mapping[str, int]) -> bool:
    """East Asian signs mostly in common use; letters of other scripts in words of their own."""
    total = sum(letters[char] for char in chars)
    if script == "east asian":
        return sum(letters[char] for char in chars & common_east_asian()) >= LIMITS.common_share * total
    words = WORD.findall(unicodedata.normalize("NFC", text).lower())
    return sum(len(word) for word in words if chars.issuperset(word)) >= LIMITS.own_words * total


def _is_symbol(char: str) -> bool:
    """Letters that formulas are made of: modifier letters, letterlike symbols, mathematical alphabets."""
    return char in "ªºµ" or "\u02b0" <= char <= "\u02ff" or "\u2071" <= char <= "\u214f" or char >= "\U0001d400"


def _is_european(char: str) -> bool:
    return (
        char < "\u0530" or "\u1e00" <= char <= "\u1fff" or "\u2c60" <= char <= "\u2c7f" or "\ua720" <= char <= "\ua7ff"
    )


def repeated_unexpected_letter(text: str | Parts, language: str | None, *, words: int = 3) -> str | None:
    """The unexpected letter of most different words, if of at least ``words``: the sign of one wrong glyph (fi read as Ŧ).

    Only letters of no known alphabet count: a bibliography quotes names of many languages.
    """
    parts = parts_of(text)
    odd = frozenset() if _is_plain(parts) else unexpected_letters(parts.text, language) - ALL_LETTERS
    if not odd:
        return None
    places: dict[str, set[str]] = defaultdict(set)
    for word in set(WORD.findall(unicodedata.normalize("NFC", parts.text).lower())):
        for char in odd.intersection(word):
            places[char].add(word)
    worst = max(places, key=lambda char: (len(places[char]), char), default=None)
    return worst if worst is not None and len(places[worst]) >= words else None


def mean_token_length(text: str | Parts) -> float:
    """Mean length of the words of three letters and more, in letters; scripts written without blanks and fill are left out."""
    lengths = [length for length in parts_of(text).spaced_lengths if length > 2]
    return sum(lengths) / len(lengths) if lengths else 0.0


def single_letter_share(text: str | Parts) -> float:
    """Words of one letter among all words: letter-spaced text is above one half. Fill is left out."""
    lengths = parts_of(text).spaced_lengths
    return lengths.count(1) / len(lengths) if lengths else 0.0


def intok_share(text: str) -> float:
    """Words with a symbol, a digit or a capital inside, among the words of three letters and more: old OCR layers."""
    words = [
        word
        for word in text.split()
        if sum(char.isalpha() for char in word) > 2 and "://" not in word and "@" not in word
    ]
    return sum(is_intok(word) for word in words) / len(words) if words else 0.0


def is_intok(word: str) -> bool:
    """True for words such as ``cont#ract``, ``c1ause`` or ``paYment``; hyphens, apostrophes, dots and slashes may stand inside."""
    core = word.strip("\"'«»„“”()[]{}<>.,;:!?…*†‡§%")
    if INSIDE.search(core):
        return True
    for part in re.split(r"[\-‐‑–—/.'’&]", core):
        letters = part.strip("0123456789")
        if not letters or part.isupper():
            continue
        if any(char.isdigit() for char in letters):
            return True
        if any(char.isupper() for char in letters[1:]):
            return True
    return False


def base64_run(text: str) -> int:
    """Length of the longest run of base64, joined over lines of 60-76 characters; 0 when no run has 40 characters."""
    if not CODED.search(text):
        return 0
    longest, joined = 0, 0
    for line in text.splitlines():
        bare = line.strip()
        joined = joined + len(bare) if CODED_LINE.fullmatch(bare) and _is_coded(bare) else 0
        runs = [len(run) for run in CODED.findall(line) if _is_coded(run)]
        longest = max(longest, joined, *runs) if runs else max(longest, joined)
    return longest


def _is_coded(run: str) -> bool:
    return (
        any(c.isupper() for c in run) and any(c.islower() for c in run) and any(c.isdigit() or c in "+=" for c in run)
    )


def _spaced(words: list[str]) -> list[str]:
    return words if max(words, default="") < "\u0e00" else [word for word in words if not is_unspaced(word[0])]


def _lengths_without_fill(words: list[str]) -> list[int]:
    """Without repeats of one word, and without long runs of a few letters: nobody wrote them as words, so they tell nothing about blanks."""
    kept = [word for word, before in zip(words, (None, *words), strict=False) if word != before]
    lengths = list(map(len, kept))
    if max(lengths, default=0) < FILL_LETTERS:
        return lengths
    return [len(word) for word in kept if len(word) < FILL_LETTERS or len(set(word)) > FILL_DISTINCT]


FILL_LETTERS = 20
"""Letters from which a word may be fill; a guess, checked on the hostile set and the tests of glued words only."""
FILL_DISTINCT = 4
"""Different letters that fill has at most; a guess like the other."""


def _share(count: int, parts: Parts) -> float:
    return count / (parts.solid or 1)
