"""Words broken over line ends: joined when the joined word is a word (pdf-layout.md section 4, measured on 1,589 breaks)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from ingest_assets import lexicon

SETTERS = ("\u2010", "\u00ad")  # a real hyphen is set as "-"; these two mark breaks
HYPHENS = (*SETTERS, "-")
_TAIL = re.compile(r"([^\W_]+(?:-[^\W_]+)*)[-\u2010\u00ad]$")
_HEAD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
LONGEST = 60  # characters of a paragraph's end that can hold its last word
CONJUNCTIONS = frozenset(
    {"и", "или", "либо", "und", "oder", "bis", "and", "or", "to", "et", "ou", "en", "of", "y", "e"}
)


class Vocabulary:
    """The document's own words: which of two spellings occurs in it (lower case)."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.counts: Counter[str] = Counter()
        for text in texts:
            self.counts.update(_WORD.findall(text.lower()))

    def joined(self, before: str, after: str) -> str:
        """Two lines put together: with a blank, or at a hyphen with or without it."""
        if not before or not after:
            return before or after
        tail = _TAIL.search(before, max(0, len(before) - LONGEST)) if before.endswith(HYPHENS) else None
        head = _HEAD.match(after) if tail else None
        if tail is None or head is None:
            return before + ("" if before.endswith("\u00ad") else " ") + after
        if self._is_suspended(after, head[0]):
            return f"{_printed(before)} {after}"
        if tail[1][-1].isdigit() or head[0][0].isdigit():
            return _printed(before) + after
        if before.endswith(SETTERS) or self._is_one_word(tail[1], head[0]):
            return before[:-1] + after
        return before + after

    @staticmethod
    def _is_suspended(after: str, head: str) -> bool:
        """ "двух- и трехкомнатные": a hyphen before a conjunction stays and keeps its blank."""
        return head.lower() in CONJUNCTIONS and after[len(head) : len(head) + 1] in {" ", ""}

    def _is_one_word(self, tail: str, head: str) -> bool:
        joined, kept = (tail + head).lower(), f"{tail}-{head}".lower()
        if self.counts[joined] != self.counts[kept]:
            return self.counts[joined] > self.counts[kept]
        if head[0].isupper() and not tail.isupper():
            return False
        return lexicon.is_word(joined.rsplit("-", maxsplit=1)[-1] if "-" in tail else joined)


_SOFT = re.compile("[^\\W_]+(?:\u00ad[^\\W_]+)+")
_PRINTED = re.compile("(?<![^\\W_])\u00ad(?=\\S)|(?<!\\S)\u00ad(?=\\s)|(?<=[^\\W_])\u00ad(?=\\s+\\S)|(?<=\\d)\u00ad")


def with_printed_hyphens(text: str) -> str:
    """U+00AD that cannot be a soft hyphen written as the "-" it prints: many fonts map the glyph of the hyphen to it.

    So stand minus signs ("-845"), dashes between blanks, bullets and hung hyphens ("two- and three-room"). A hyphen that
    ends the line stays as it is: the next line decides.
    """
    return _PRINTED.sub("-", text) if "\u00ad" in text else text


def without_soft_hyphens(text: str) -> str:
    """Soft hyphens inside a line dropped; those that stand for a printed hyphen (many fonts map its glyph so) written as one."""
    return _SOFT.sub(_settled, text).replace("\u00ad", "") if "\u00ad" in text else text


def _settled(match: re.Match[str]) -> str:
    parts = match[0].split("\u00ad")
    joined = "".join(parts)
    if any(part[0].isdigit() or part[-1].isdigit() for part in parts):
        return "-".join(parts)
    printed = not lexicon.is_word(joined.lower()) and all(len(p) > 1 and lexicon.is_word(p.lower()) for p in parts)
    return "-".join(parts) if printed else joined


def _printed(text: str) -> str:
    return text[:-1] + "-" if text.endswith(SETTERS) else text
