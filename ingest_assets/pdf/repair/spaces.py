"""Blanks for words that were printed without: the likeliest split by word frequency (Viterbi over unigrams)."""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache

from ingest_assets.pdf.repair.codecs import Mend

RUN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
LONGEST = 24  # letters: longer words are no entries of the small lists
GLUED = 3  # letters: shorter runs are left alone
UNKNOWN = -9.0  # log10 of an unknown letter: dearer than a rare word of the small list (10^-6)
MARK = re.compile(r"(?<=[^\W\d_])([,;:!?])(?=[^\W\d_])|(?<=[^\W\d_])(\.)(?=[^\W\d_])")
EDGE = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_]{2})")


@cache
def costs(language: str) -> dict[str, float]:
    """log10 of each word's frequency."""
    from wordfreq import get_frequency_dict

    return {word: math.log10(share) for word, share in get_frequency_dict(language, wordlist="small").items()}


def segmented(language: str) -> Mend:
    """Blanks between glued words, after marks and between words and numbers; nothing else is changed."""

    def undo(text: str) -> str:
        spaced = MARK.sub(lambda match: f"{match.group()} ", text)
        spaced = EDGE.sub(" ", spaced)
        return RUN.sub(lambda match: split(match.group(), language), spaced)

    return undo


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
    words = [run[start:end] for end, start in zip(cuts, cuts[1:], strict=False)][::-1]
    return _joined(words, known)


def _ways(text: str, end: int, best: list[tuple[float, int]], known: dict[str, float]) -> list[tuple[float, int]]:
    ways = [(best[end - 1][0] + UNKNOWN, end - 1)]
    for start in range(max(0, end - LONGEST), end):
        cost = known.get(text[start:end])
        if cost is not None and (end - start > 1 or text[start:end] in SINGLE):
            ways.append((best[start][0] + cost, start))
    return ways


SINGLE = frozenset("aioавикосуяàyеé")


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
