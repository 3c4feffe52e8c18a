"""The piece of a chunk that shows why it was found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ingest_assets.search.words import folded_text, is_code, stem, terms

RULER = re.compile(r"(?:\|\s*-{3,}\s*)+\|")
SPACES = re.compile(r"\s+")
WORD = re.compile(r"[^\W_]+")
GAP = "[ \u00a0\u2009\u202f]?"
Span = tuple[int, int, str]


def snippet(text: str, asked: Sequence[str], *, length: int, mark: tuple[str, str] = ("", "")) -> str:
    """The window of about ``length`` characters with most different words of the query, each between the two marks.

    ``asked`` are the query's words and phrases; codes and numbers among them are marked whole where they stand as they were asked.
    """
    plain = SPACES.sub(" ", RULER.sub(" ", text)).strip()
    hits = sorted(_hits(plain, asked))
    start = _start(plain, hits, length)
    end = min(start + length, len(plain))
    if end < len(plain):
        end = max(plain.rfind(" ", start, end), start + length // 2)
    shown, place = [], start
    for left, right, _ in hits:
        if left >= place and right <= end:
            shown.append(f"{plain[place:left]}{mark[0]}{plain[left:right]}{mark[1]}")
            place = right
    shown.append(plain[place:end])
    return f"{'… ' if start else ''}{''.join(shown)}{' …' if end < len(plain) else ''}"


def _hits(plain: str, asked: Sequence[str]) -> Iterator[Span]:
    """(start, end, what) of everything that was asked for."""
    stems: set[str] = set()
    for word in asked:
        whole = [found.span() for found in _whole(word).finditer(plain)] if is_code(folded_text(word)) else []
        yield from ((left, right, word) for left, right in whole)
        if not whole:
            stems.update(terms(word).stems)
    for found in WORD.finditer(plain):
        here = _stem(found.group())
        if here in stems:
            yield found.start(), found.end(), here


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    return stem(folded_text(word))


def _whole(code: str) -> re.Pattern[str]:
    """A code as it is written, blanks between digits allowed."""
    characters = [re.escape(character) for character in code if not character.isspace()]
    between = "".join(
        f"{one}{GAP if one.isdigit() and (number + 1 < len(characters) and characters[number + 1].isdigit()) else ''}"
        for number, one in enumerate(characters)
    )
    return re.compile(rf"(?<!\w){between}(?!\w)", re.IGNORECASE)


def _start(text: str, hits: Sequence[Span], length: int) -> int:
    """Where the best window begins: at a word, a little before its first hit."""
    best, best_start = 0, 0
    for left, _, _ in hits:
        inside = {found for start, end, found in hits if start >= left and end <= left + length * 3 // 4}
        if len(inside) > best:
            best, best_start = len(inside), left
    if best_start < length // 4:
        return 0
    return text.find(" ", best_start - length // 4) + 1
