"""Blanks for words that were printed without: the likeliest split by word frequency (Viterbi over unigrams)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import pairwise

SINGLE = frozenset("aiавикосуяàyé")
RUN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
LONGEST = 24  # letters: longer words are no entries of the small lists
# Forms that the small list of an inflected language lacks would be cut into prepositions; rare entries of the large list are junk.
INFLECTED = frozenset({"ru"})
GLUED = 3  # letters: shorter runs are left alone
TWO_SINGLES = -6.0  # log10: two words of one letter in a row are rarer than any listed word
UNKNOWN = -9.0  # log10 of an unknown letter: dearer than a rare word of the small list (10^-6)
MARK = re.compile(r"(?<=[^\W\d_])([,;:!?])(?=[^\W\d_])|(?<=[^\W\d_])(\.)(?=[^\W\d_])")
EDGE = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_]{2})")


@cache
def costs(language: str) -> dict[str, float]:
    """log10 of each word's frequency."""
    from wordfreq import get_frequency_dict

    size = "large" if language in INFLECTED else "small"
    shares = get_frequency_dict(language, wordlist=size)
    return {word: math.log10(share) for word, share in shares.items() if len(word) > 1 or word in SINGLE}


def segmented(language: str) -> Callable[[str], str]:
    """Blanks between glued words, after marks and between words and numbers; nothing else is changed."""

    def undo(text: str) -> str:
        spaced = MARK.sub(lambda match: f"{match.group()} ", text)
        spaced = EDGE.sub(" ", spaced)
        return RUN.sub(lambda match: split(match.group(), language), spaced)

    return undo


def likelihood(texts: Iterable[str], language: str) -> float:
    """Mean log10 likelihood per letter of the split texts: about -0.6 for prose of the language, far lower for others."""
    known = costs(language)
    letters, total = 0, 0.0
    for text in texts:
        for word in RUN.findall(segmented(language)(text)):
            letters += len(word)
            total += known.get(word.lower(), UNKNOWN * len(word))
    return total / letters if letters else UNKNOWN


@lru_cache(maxsize=4096)
def split(run: str, language: str) -> str:
    """The likeliest words of a run of letters, joined by blanks; a run that is a word stays whole."""
    lowered = run.lower()
    known = costs(language)
    if len(run) <= GLUED or len(lowered) != len(run) or lowered in known:
        return run
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(run) + 1):
        best.append(max(_ways(lowered, end, best, known)))
    cuts = [len(run)]
    while cuts[-1] > 0:
        cuts.append(best[cuts[-1]][1])
    words = [run[start:end] for end, start in pairwise(cuts)][::-1]
    return _joined(words, known)


def _ways(text: str, end: int, best: list[tuple[float, int]], known: dict[str, float]) -> list[tuple[float, int]]:
    ways = [(best[end - 1][0] + UNKNOWN, end - 1)]
    for start in range(max(0, end - LONGEST), end):
        cost = known.get(text[start:end])
        if cost is not None:
            alone = end - start == 1 and start > 0 and best[start][1] == start - 1
            ways.append((best[start][0] + cost + (TWO_SINGLES if alone else 0.0), start))
    return ways


def _joined(words: list[str], known: dict[str, float]) -> str:
    """Unknown single letters in a row are one word (a name), not a row of letters."""
    found: list[str] = []
    open_run = False
    for word in words:
        unknown = word.lower() not in known
        if unknown and open_run:
            found[-1] += word
        else:
            found.append(word)
        open_run = unknown
    return " ".join(found)
