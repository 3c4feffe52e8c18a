"""Display formulas: paragraphs of signs and letters in mathematical type."""

from __future__ import annotations

import re
from functools import cache

from ingest_assets.clean.layout.paragraphs import Paragraph

# Computer Modern and its kin, AMS, Fraktur and script faces of TeX; MathTime; faces that say what they are; Symbol of office programs.
_FACES = re.compile(
    r"\b(cm(mi|sy|ex|bsy|mib)|ms[ab]m|eu[fsr]m|rsfs|lm(math|mi|sy|ex)|tx(mi|sy|ex)|px(mi|sy|ex)|mt(mi|sy|ex))|math|^symbol"
)
_WORD = re.compile(r"[^\W\d_]{4,}")
_LETTERS = re.compile("[\U0001d400-\U0001d7ff]")
MATHEMATICAL = 0.4  # share of the signs in mathematical type: numbers and brackets stand in the text's
LONGEST = 300  # characters: longer paragraphs are prose with formulas in it
LINES = 6
LEAST = 3  # signs: single ones are labels of a drawing
FUNCTIONS = frozenset(
    {"sinh", "cosh", "tanh", "coth", "arcsin", "arccos", "arctan", "argmax", "argmin", "rank", "trace", "diag", "sign"}
    | {"subject", "where", "with"}
)


def is_formula(paragraph: Paragraph, text: str) -> bool:
    """True for a few lines mostly in mathematical type, without words of the text's own."""
    if len(text) > LONGEST or len(paragraph.lines) > LINES or paragraph.lines[0].item is not None:
        return False
    if any(word.lower() not in FUNCTIONS for word in _WORD.findall(_LETTERS.sub("", text))):
        return False
    pieces = [piece for line in paragraph.lines for piece in line.pieces]
    signs = sum(_signs(piece.text, mathematical=_is_face(piece.span.font)) for piece in pieces)
    return signs >= max(LEAST, MATHEMATICAL * sum(len("".join(piece.text.split())) for piece in pieces))


def _signs(text: str, *, mathematical: bool) -> int:
    return len("".join(text.split())) if mathematical else len(_LETTERS.findall(text))


@cache
def _is_face(font: str) -> bool:
    return _FACES.search(font.lower().rpartition("+")[2]) is not None
