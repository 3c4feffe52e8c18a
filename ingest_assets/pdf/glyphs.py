"""Blanks that exist only as small gaps between glyphs: looked for on lines whose words are glued, nowhere else."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median
from typing import Any

GLUED_LETTERS = 25  # letters in a row: of the word lists' words under 1 in 100,000 is longer
GLUED = re.compile(rf"[^\W\d_]{{{GLUED_LETTERS},}}")
SMALLEST_BLANK = 0.08  # em: the narrowest word gap that setters use (0.14) less the widest kerning (0.05)


class GlyphExtents:
    """Like ``spans.Extents``, for a line whose blanks were put back."""

    def __init__(self, extents: list[tuple[float, float]]) -> None:
        self.extents = extents

    def extent(self, begin: int, end: int) -> tuple[float, float]:
        """Extent of the characters ``begin`` to ``end``, glyph by glyph."""
        return self.extents[begin][0], self.extents[end - 1][1]


def lost_blanks(textpage: Any, blocks: list[dict[str, Any]]) -> dict[int, GlyphExtents]:
    """Put blanks back into the glued lines of ``blocks`` (changed in place). Returns extents by ``id`` of the line."""
    glued = [
        (block["number"], number, line)
        for block in blocks
        for number, line in enumerate(block.get("lines", ()))
        if line["dir"] == (1.0, 0.0) and GLUED.search("".join(span["text"] for span in line["spans"]))
    ]
    if not glued:
        return {}
    raw = {block["number"]: block for block in textpage.extractRAWDICT()["blocks"]}
    found: dict[int, GlyphExtents] = {}
    for block_number, number, line in glued:
        extents = _respaced(line, raw[block_number]["lines"][number])
        if extents:
            found[id(line)] = GlyphExtents(extents)
    return found


def _respaced(line: dict[str, Any], raw: dict[str, Any]) -> list[tuple[float, float]] | None:
    glyphs = [glyph for span in raw["spans"] for glyph in span["chars"]]
    gaps = [after["bbox"][0] - before["bbox"][2] for before, after in pairwise(glyphs)]
    size = raw["spans"][0]["size"]
    if len(gaps) < 2 or not _has_two_kinds(gaps, size):
        return None
    limit = max(SMALLEST_BLANK * size, median(gaps) + SMALLEST_BLANK * size)
    extents: list[tuple[float, float]] = []
    index = 0
    for span, raw_span in zip(line["spans"], raw["spans"], strict=True):
        text = ""
        for glyph in raw_span["chars"]:
            text += glyph["c"]
            extents.append((glyph["bbox"][0], glyph["bbox"][2]))
            if index < len(gaps) and gaps[index] > limit and not glyph["c"].isspace():
                text += " "
                extents.append((glyph["bbox"][2], glyph["bbox"][2] + gaps[index]))
            index += 1
        span["text"] = text
    return extents


def _has_two_kinds(gaps: list[float], size: float) -> bool:
    """True when a few gaps, at most a third, are clearly wider than the rest: words, not letter spacing."""
    wide = [gap for gap in gaps if gap > median(gaps) + SMALLEST_BLANK * size]
    return 0 < len(wide) <= len(gaps) / 3
