"""Words broken over line ends: joined when the joined word is a word (pdf-layout.md section 4, measured on 1,589 breaks)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property, reduce
from itertools import islice

from ingest_assets import lexicon

SETTERS = ("\u2010", "\u00ad")  # a real hyphen is set as "-"; these two mark breaks
HYPHENS = (*SETTERS, "-")
_TAIL = re.compile(r"([^\W_]+(?:-[^\W_]+)*)[-\u2010\u00ad]$")
_HEAD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
LONG_WORD = 4  # letters: shorter words are common to neighbouring languages
SAMPLE = 400  # words whose vote names the language
LONGEST = 60  # characters of a paragraph's end that can hold its last word
CONJUNCTIONS = frozenset(
    {"и", "или", "либо", "und", "oder", "bis", "and", "or", "to", "et", "ou", "en", "of", "y", "e"}
)


BREAK = "\ufff8"
"""Stands between two lines of a cell of which the upper one ends with a hyphen, until the document's words are known."""


class Vocabulary:
    """The document's own words: which of two spellings occurs in it (lower case). Nothing is counted before a break asks."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = texts

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word occurs."""
        found: Counter[str] = Counter()
        for text in self._texts:
            found.update(_WORD.findall(text.lower()))
        return found

    @cached_property
    def language(self) -> str | None:
        """The language of most words, None where lists of other languages are asked anyway."""
        words = list(islice((word for word in self.counts if len(word) >= LONG_WORD and word.isalpha()), SAMPLE))
        found = lexicon.language_of(words)
        return found if found not in lexicon.FIRST.get("latin", ()) else None

    def is_word(self, word: str) -> bool:
        """True for a word of the first lists, or of the document's language."""
        return lexicon.is_word(word) or (self.language is not None and lexicon.is_word(word, self.language))

    def settled(self, text: str) -> str:
        """A cell's text, its breaks joined as those of paragraphs, its soft hyphens dropped or printed."""
        if BREAK in text:
            first, *rest = text.split(BREAK)
            text = reduce(self.joined, rest, first)
        return _SOFT.sub(self._settled, text).replace("\u00ad", "") if "\u00ad" in text else text

    def _settled(self, match: re.Match[str]) -> str:
        """A soft hyphen inside a line: many fonts map the glyph of the hyphen to it, so it may stand for a printed one."""
        parts = match[0].split("\u00ad")
        joined, kept = "".join(parts), "-".join(parts)
        if any(part[0].isdigit() or part[-1].isdigit() for part in parts):
            return kept
        if self.counts[joined.lower()] != self.counts[kept.lower()]:
            return joined if self.counts[joined.lower()] > self.counts[kept.lower()] else kept
        words = all(len(part) > 1 and self.is_word(part.lower()) for part in parts)
        return kept if words and not self.is_word(joined.lower()) else joined

    def joined(self, before: str, after: str) -> str:
        """Two lines put together: with a blank, or at a hyphen with or without it."""
        if not before or not after:
            return before or after
        tail = _TAIL.search(before, max(0, len(before) - LONGEST)) if before.endswith(HYPHENS) else None
        head = _HEAD.match(after) if tail else None
        if tail is None or head is None:
            return before + ("" if before.endswith("\u00ad") or _goes_on(before, after) else " ") + after
        if self._is_suspended(after, head[0]) and not _is_compound(tail[1], head[0]):
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
        if self.is_word(joined.rsplit("-", maxsplit=1)[-1] if "-" in tail else joined):
            return True
        return "-" not in tail and not _is_compound(tail, head) and self._are_fragments(tail, head)

    def _are_fragments(self, tail: str, head: str) -> bool:
        """Two halves of which neither is a word or a name: what a break leaves of a word that no list knows."""
        if min(len(tail), len(head)) < FRAGMENT or head[0].isupper() or not (tail + head).isalpha():
            return False
        return not self.is_word(tail.lower()) and not self.is_word(head.lower())


def _is_compound(tail: str, head: str) -> bool:
    """ "какого-либо", "кое-где", "по-русски": particles that Russian writes with a hyphen."""
    return head.lower() in PARTICLES or tail.lower() in PREFIXES


PARTICLES = frozenset({"либо", "нибудь", "то", "таки", "ка", "де", "с"})
PREFIXES = frozenset({"по", "во", "в", "кое", "кой", "из"})


def _goes_on(before: str, after: str) -> bool:
    """Chinese and Japanese are written without blanks."""
    return bool(_UNSPACED.match(before[-1]) and _UNSPACED.match(after[0]))


_UNSPACED = re.compile("[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff5e]")
FRAGMENT = 3  # letters: shorter pieces are prefixes and abbreviations with a hyphen of their own


_SOFT = re.compile("[^\\W_]+(?:\u00ad[^\\W_]+)+")
_SHOWN = re.compile("\u00ad(?=[-\u2010])")  # browsers keep the soft hyphen and show another sign behind it
_PRINTED = re.compile("(?<![^\\W_])\u00ad(?=\\S)|(?<!\\S)\u00ad(?=\\s)|(?<=[^\\W_])\u00ad(?=\\s+\\S)|(?<=\\d)\u00ad")


def with_printed_hyphens(text: str) -> str:
    """U+00AD that cannot be a soft hyphen written as the "-" it prints: many fonts map the glyph of the hyphen to it.

    So stand minus signs ("-845"), dashes between blanks, bullets and hung hyphens ("two- and three-room"). A hyphen that
    ends the line stays as it is: the next line decides.
    """
    return _PRINTED.sub("-", _SHOWN.sub("", text)) if "\u00ad" in text else text


def _printed(text: str) -> str:
    return text[:-1] + "-" if text.endswith(SETTERS) else text
