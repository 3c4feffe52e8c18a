"""The stated rule for every budget here, and cuts of a text that keep to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

TOKEN = re.compile(r"\w+|[^\w\s]")
SENTENCE = re.compile(r"(?<=[.!?…;])[\"»”')\]]*\s+(?=[\"«“(\[]*[^\W\d_a-zа-яё])|\n+")
BLANK = re.compile(r"\s+")


@lru_cache(maxsize=1024)  # a piece is counted when it is cut, when it is joined and when it is grouped
def token_count(text: str) -> int:
    """Words and punctuation marks."""
    return len(TOKEN.findall(text))


def solid_length(text: str) -> int:
    """Letters and digits: what a text and its printed picture have in common whatever happened to hyphens and blanks."""
    return len(text) if text.isalnum() else sum(map(str.isalnum, text))


def cut(text: str, budget: int) -> list[str]:
    """Parts of at most ``budget`` tokens, cut after sentences and lines, inside a sentence only where it alone is longer."""
    if token_count(text) <= budget:
        return [text]
    parts: list[str] = []
    size = budget
    for sentence in _sentences(text, budget):
        tokens = token_count(sentence)
        if size + tokens > budget:
            parts.append(sentence)
            size = tokens
        else:
            parts[-1] += sentence
            size += tokens
    return [part.strip() for part in parts if part.strip()]


def _sentences(text: str, budget: int) -> Iterator[str]:
    """Sentences with the blanks that follow them."""
    start = 0
    for end in [*(match.end() for match in SENTENCE.finditer(text)), len(text)]:
        sentence = text[start:end]
        yield from [sentence] if token_count(sentence) <= budget else _runs(sentence, budget)
        start = end


def _runs(sentence: str, budget: int) -> Iterator[str]:
    """A sentence longer than the budget, cut between words; a word longer than the budget, cut anywhere."""
    run, size = "", 0
    for word in re.findall(r"\S+\s*", sentence):
        tokens = token_count(word)
        if size + tokens > budget and run:
            yield run
            run, size = "", 0
        if tokens > budget:
            yield from (word[place : place + budget] for place in range(0, len(word), budget))
            continue
        run, size = run + word, size + tokens
    if run:
        yield run
