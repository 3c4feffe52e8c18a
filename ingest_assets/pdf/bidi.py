"""Visual order back to logical order: the inverse of the implicit rules of UAX #9 (Unicode Bidirectional Algorithm).

A page holds glyphs at places; producers store them in any order. What a reader sees, from left to right, is the one thing that is
sure, and the text is what UAX #9 would show so. Several texts may look alike ("Office 12" in a line that runs to the left is either
word first); then the one that a reader would read out is taken.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
PRESENTATION = re.compile("[\ufb1d-\ufdff\ufe70-\ufefc]")
CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
STRETCH = "\u0640"  # the stroke by which Arabic setters widen a word
MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
OPENING, CLOSING = "([{«‹", ")]}»›"
LABEL_ENDS = frozenset(".)")
PUNCTUATION = frozenset(".,;:!?،؛؟")

LETTER, RIGHT, NUMBER, OTHER = "L", "R", "N", "O"
_KINDS = {"L": LETTER, "R": RIGHT, "AL": RIGHT, "EN": NUMBER, "AN": NUMBER}


def runs_left(text: str) -> int:
    """Letters that are written from right to left less those that are written from left to right."""
    return sum({RIGHT: 1, LETTER: -1}.get(_kind(character), 0) for character in text)


def has_leftward(text: str) -> bool:
    """True when a letter of the text is written from right to left."""
    return RTL.search(text) is not None


def is_arabic_letter(text: str) -> bool:
    """True for a glyph of the Arabic script."""
    return _class(text) == "AL" if text else False


def plain_letters(text: str) -> str:
    """Letters for their presentation forms (U+FB1D-FDFF, FE70-FEFC); without direction marks."""
    if PRESENTATION.search(text):
        text = PRESENTATION.sub(_plain, text)
    return "".join(character for character in text if character not in CONTROLS)


def _plain(match: re.Match[str]) -> str:
    canonical = unicodedata.normalize("NFC", match[0])
    return (canonical if canonical != match[0] else unicodedata.normalize("NFKC", match[0])).strip()


Placed = tuple[int, bool]
"""Index of a glyph, and whether it reads to the left: brackets that do are mirrored (L4)."""


def logical_order(visual: Sequence[str], *, leftwards: bool) -> list[Placed]:
    """Indices of ``visual`` (glyphs from left to right, each with the characters it stands for) in the order of the text.

    ``leftwards`` is the direction of the paragraph (P2-P3 of UAX #9).
    """
    kinds = [_kind(glyph) for glyph in visual]
    if RIGHT not in kinds and LETTER not in kinds and visual and visual[0].isdigit() and visual[-1] in LABEL_ENDS:
        leftwards = False  # "1." beside the text of a list: set as a number by itself
    return _leftwards(visual, kinds) if leftwards else _rightwards(visual, kinds)


def _kind(glyph: str) -> str:
    """The strong direction or number that a glyph stands for; the first of its characters counts."""
    return _KINDS.get(unicodedata.bidirectional(glyph[0]), OTHER) if glyph else OTHER


def _leftwards(visual: Sequence[str], kinds: Sequence[str]) -> list[Placed]:
    """From the right end on; words and numbers that run to the right are taken from their left end."""
    order: list[Placed] = []
    runs = {end: start for start, end in _right_runs(visual, kinds)}
    at = len(visual)
    while at > 0:
        start = runs.get(at, at - 1)
        order.extend((index, at not in runs) for index in range(start, at))
        at = start
    return order


def _rightwards(visual: Sequence[str], kinds: Sequence[str]) -> list[Placed]:
    """From the left end on; from the first to the last of neighbouring words that run to the left, backwards."""
    order: list[Placed] = []
    at = 0
    while at < len(visual):
        end = _left_run(kinds, at) if kinds[at] == RIGHT else at
        if end > at:
            order.extend((at + index, leftwards) for index, leftwards in _leftwards(visual[at:end], kinds[at:end]))
        else:
            order.append((at, False))
        at = max(end, at + 1)
    return order


def _left_run(kinds: Sequence[str], start: int) -> int:
    """End of the run from ``start`` to the last letter that runs to the left before one that runs to the right."""
    end = start + 1
    for at in range(start + 1, len(kinds)):
        if kinds[at] == LETTER:
            break
        if kinds[at] == RIGHT:
            end = at + 1
    return end


def _right_runs(visual: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, int]]:
    """(start, end) of what reads to the right inside a paragraph that reads to the left, from left to right."""
    runs: list[tuple[int, int]] = []
    has_letters = False
    for start, end in _atoms(visual, kinds):
        letters = LETTER in kinds[start:end]
        if runs and _reads_on(visual, kinds, (runs[-1][1], start), has_letters, letters):
            runs[-1] = (runs[-1][0], end)
            has_letters = has_letters or letters
        else:
            runs.append((start, end))
            has_letters = letters
    return [_with_brackets(visual, run) for run in runs]


def _reads_on(visual: Sequence[str], kinds: Sequence[str], gap: tuple[int, int], before: bool, after: bool) -> bool:
    """True when a word or number goes on behind a gap (N1, W7): letters on one side at least, nothing that runs to the left between.

    A comma that stands apart from the word before it and close to the number behind it is the comma of that number, read from the right.
    """
    if not (before or after) or RIGHT in kinds[gap[0] : gap[1]]:
        return False
    between = "".join(visual[gap[0] : gap[1]])
    return not (len(between) > 1 and between[0].isspace() and between[-1] in PUNCTUATION)


def _with_brackets(visual: Sequence[str], run: tuple[int, int]) -> tuple[int, int]:
    """The run with the bracket that closes or opens one inside it (N0)."""
    start, end = run
    inside = "".join(visual[start:end])
    for opening, closing in zip(OPENING, CLOSING, strict=True):
        missing = inside.count(opening) - inside.count(closing)
        if missing == 1 and visual[end : end + 1] == [closing]:
            return start, end + 1
        if missing == -1 and start and visual[start - 1] == opening:
            return start - 1, end
    return run


def _atoms(visual: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, int]]:
    """Words and numbers that read to the right by themselves: letters and digits in touch, numbers with their separators and signs."""
    atoms: list[tuple[int, int]] = []
    at = 0
    while at < len(visual):
        if kinds[at] not in (LETTER, NUMBER):
            at += 1
            continue
        end = at + 1
        arabic = _is_arabic(visual, kinds, at)
        while end < len(visual) and (kinds[end] in (LETTER, NUMBER) or _separates(visual, kinds, end, arabic)):
            end += 1
        atoms.append(_with_signs(visual, kinds, (at, end), arabic))
        at = end
    return atoms


def _is_arabic(visual: Sequence[str], kinds: Sequence[str], at: int) -> bool:
    """True when the last letter before ``at``, read from the right, is Arabic: digits behind it count as Arabic ones (W2)."""
    for index in range(at, len(visual)):
        if kinds[index] == RIGHT:
            return unicodedata.bidirectional(visual[index][0]) == "AL"
        if kinds[index] == LETTER:
            break
    return any(
        kind == RIGHT and unicodedata.bidirectional(glyph[0]) == "AL" for glyph, kind in zip(visual, kinds, strict=True)
    )


def _separates(visual: Sequence[str], kinds: Sequence[str], at: int, arabic: bool) -> bool:
    """True for one separator inside a number (W4), or inside a word of letters ("e-mail", "a.b@c")."""
    after = kinds[at + 1] if at + 1 < len(kinds) else OTHER
    before = kinds[at - 1]
    if LETTER in (before, after) and after in (LETTER, NUMBER):
        return not visual[at].isspace() and kinds[at] == OTHER
    if not before == after == NUMBER:
        return False
    wanted = ("CS",) if arabic and "EN" in map(_class, (visual[at - 1], visual[at + 1])) else ("CS", "ES")
    return _class(visual[at]) in wanted and not visual[at].isspace()


def _class(glyph: str) -> str:
    return unicodedata.bidirectional(glyph[0])


def _with_signs(visual: Sequence[str], kinds: Sequence[str], atom: tuple[int, int], arabic: bool) -> tuple[int, int]:
    """The number with the currency or percent signs at its ends (W5), and with a minus before it that stands apart from anything else."""
    start, end = atom
    if kinds[start] == NUMBER and not arabic:
        while start and _class(visual[start - 1]) == "ET":
            start -= 1
    if kinds[end - 1] == NUMBER and not arabic:
        while end < len(visual) and _class(visual[end]) == "ET":
            end += 1
    if (
        start
        and kinds[start] == NUMBER
        and visual[start - 1] in "-+\u2212"
        and (start == 1 or visual[start - 2].isspace())
    ):
        start -= 1
    return start, end
