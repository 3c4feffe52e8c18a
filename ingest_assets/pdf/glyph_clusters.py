"""Glyphs of a line with all characters that each stands for: letters of ligatures and marks come from the engine without width."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import Any

THIN = 0.02  # em: a character without width
SAME = 0.05  # em between the place of such a character and the edge of its glyph
JOINERS = "\u200c\u200d"  # some files give them the width of a blank, over the letter that they follow


@dataclass(slots=True)
class Glyph:
    """What one glyph stands for and its extent along the line; ``run`` is the engine's run that it comes from.

    ``invented`` marks a blank that the engine put into a gap.
    """

    text: str
    start: float
    end: float
    run: dict[str, Any]
    invented: bool = False

    @property
    def middle(self) -> float:
        """Middle of its extent."""
        return (self.start + self.end) / 2


def glyphs_of(line: dict[str, Any]) -> list[Glyph]:
    """The glyphs of a line of ``extractRAWDICT`` in the engine's order; joiners and characters without width stand with their glyph."""
    glyphs: list[Glyph] = []
    loose: list[Glyph] = []
    waiting: list[Glyph] = []
    for character in _characters(line):
        if _is_thin(character):
            waiting.append(character)
            continue
        loose.extend(_settle(waiting, glyphs, character))
        waiting = []
        glyphs.append(character)
    loose.extend(_settle(waiting, glyphs, None))
    return _with_loose(loose, glyphs) if loose else glyphs


def _characters(line: dict[str, Any]) -> list[Glyph]:
    cos, sin = line["dir"]
    found: list[Glyph] = []
    for span in line["spans"]:
        for char in span["chars"]:
            x0, y0, x1, y1 = char["bbox"]
            start, end = (x0, x1) if sin == 0 and cos > 0 else _along(x0, y0, x1, y1, cos=cos, sin=sin)
            found.append(Glyph(char["c"], start, end, span, invented=bool(char.get("synthetic"))))
    return found


def _along(x0: float, y0: float, x1: float, y1: float, *, cos: float, sin: float) -> tuple[float, float]:
    ends = [x * cos + y * sin for x in (x0, x1) for y in (y0, y1)]
    return min(ends), max(ends)


def _is_thin(glyph: Glyph) -> bool:
    return glyph.end - glyph.start < THIN * glyph.run["size"] or glyph.text in JOINERS


def _settle(waiting: list[Glyph], glyphs: list[Glyph], after: Glyph | None) -> list[Glyph]:
    """Give characters without width to the glyph before or after them; returns those that neither takes, as one.

    The engine turns runs of right-to-left letters: the later letters of a ligature then stand before its first, at its right edge.
    """
    if not waiting:
        return []
    place, reach = waiting[0].start, SAME * waiting[0].run["size"]
    text = "".join(character.text for character in waiting)
    before = glyphs[-1] if glyphs and not glyphs[-1].text.isspace() else None
    if text[-1].isalpha() and unicodedata.combining(text[0]):
        return [replace(waiting[0], text=text[::-1])]  # a letter that its file names with its mark only
    has_letter = any(character.isalpha() for character in text)
    if has_letter and after is not None and abs(after.end - place) < reach and not after.text.isspace():
        after.text += text[::-1]
        return []
    if before is not None and (text in JOINERS or min(abs(before.start - place), abs(before.end - place)) < reach):
        before.text += text
        return []
    return [replace(waiting[0], text=text)]


def _with_loose(loose: list[Glyph], glyphs: list[Glyph]) -> list[Glyph]:
    """Marks go to the letter at whose edge they stand; letters stand by themselves, as wide as the blank that their glyph was read as."""
    for one in loose:
        reach = SAME * one.run["size"]
        if any(character.isalpha() for character in one.text):
            false = next(
                (glyph for glyph in glyphs if glyph.text.isspace() and abs(glyph.start - one.start) < reach), None
            )
            ends = [glyph.start for glyph in glyphs if glyph.start > one.start + reach]
            one.end = false.end if false else min([one.start + WIDTH * one.run["size"], *ends])
            glyphs = [*(glyph for glyph in glyphs if glyph is not false), one]
            continue
        letters = [glyph for glyph in glyphs if not glyph.text.isspace()]
        near = [glyph for glyph in letters if abs(glyph.start - one.start) < reach]
        near += [glyph for glyph in letters if abs(glyph.end - one.start) < reach]
        if near:
            near[0].text += one.text
    return glyphs


WIDTH = 0.6  # em: a letter whose width the file does not tell
