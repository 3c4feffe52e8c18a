"""Runs of words that belong together on a band: what a reader sees as one piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest_assets.clean.tables.tokens import BULLET, GROUP_HEAD, GROUP_TAIL, is_marker, is_number, is_time_of_date
from ingest_assets.clean.tables.words import Band, Word
from ingest_assets.thresholds.tables import Tables

MARKS = ".,;:!?()«»„“”\"'"
SHORT_WORD = 4  # letters on average: names of months and units in columns of one width are shorter than words of a text


@dataclass(slots=True, eq=False)
class Run:
    """Neighbouring words of one band without a wide gap between them; ``x0`` and ``x1`` are its edges."""

    words: tuple[Word, ...]
    x0: float
    x1: float

    @property
    def center(self) -> float:
        """Middle of its width."""
        return (self.x0 + self.x1) / 2

    @property
    def base(self) -> float:
        """Baseline of its first word."""
        return self.words[0].base

    @property
    def text(self) -> str:
        """Its words with blanks between them."""
        return " ".join(word.text for word in self.words)


def run_of(words: Sequence[Word]) -> Run:
    """A run of at least one word, given from left to right."""
    return Run(tuple(words), words[0].x0, max([word.x1 for word in words]))


def runs_of(band: Band, limits: Tables) -> tuple[Run, ...]:
    """The band cut at gaps wider than its blanks, and between numbers that are no groups of one number."""
    words = band.words
    em = band.size
    gaps = [right.x0 - left.x1 for left, right in pairwise(words)]
    reach = max(limits.run_gap * em, limits.run_blanks * _blank(gaps, em, limits))
    if _is_stretched(words, gaps, em, limits):
        return (run_of(words),)
    close = limits.number_gap * em
    out: list[Run] = []
    start = 0
    for place, gap in enumerate(gaps, 1):
        if gap <= reach and (gap < close or words[place].text.isalpha()):
            continue  # the common case: no gap, no number
        if _parted(words[place - 1], words[place], gap / em, reach / em, limits):
            out.append(run_of(words[start:place]))
            start = place
    out.append(run_of(words[start:]))
    return tuple(out)


def _is_stretched(words: Sequence[Word], gaps: Sequence[float], em: float, limits: Tables) -> bool:
    """A justified line of few words: its wide blanks are all equal, but for the one behind a bullet."""
    inner = [gap for gap in (gaps[1:] if is_marker(words[0].text) else gaps) if gap > limits.equal_gaps * em]
    if len(inner) < limits.stretched_gaps or max(inner) - min(inner) > limits.equal_gaps * em:
        return False
    letters = [len(text) for word in words if (text := word.text.strip(MARKS)).isalpha()]
    return len(letters) >= 0.6 * len(words) and sum(letters) >= SHORT_WORD * len(letters)


def _blank(gaps: Sequence[float], em: float, limits: Tables) -> float:
    """Width of the band's blanks: measured where there are many (a justified line), else the usual one."""
    widest = limits.widest_blank * em
    narrow = sorted([max(gap, 0.0) for gap in gaps if gap <= widest])
    return narrow[len(narrow) // 4] if len(narrow) >= limits.justified_gaps else limits.usual_blank * em


def _parted(left: Word, right: Word, gap: float, reach: float, limits: Tables) -> bool:
    if BULLET.fullmatch(left.text) and gap <= limits.bullet_gap:
        return False
    if gap > reach:
        return True
    if gap < limits.number_gap or not (is_number(left.text) and is_number(right.text)):
        return False
    if is_time_of_date(left.text, right.text):
        return False
    return not (
        gap <= limits.digit_group_gap and GROUP_HEAD.fullmatch(left.text[-3:]) and GROUP_TAIL.fullmatch(right.text)
    )
