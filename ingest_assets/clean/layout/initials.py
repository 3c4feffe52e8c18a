"""Drop caps: a large initial beside the first lines of its paragraph goes back to the word that it begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from ingest_assets.clean.layout.pieces import Piece
from ingest_assets.lexicon import is_word

LARGE = 1.8  # times the size of the text beside: an initial of two lines is set at about 2.3
REACH = 1.2  # em of the text between the initial and the lines beside it
BESIDE = 2  # lines beside an initial: one line is a raised initial, which stands on its baseline
_WORD = re.compile(r"[^\W\d_]+")
_INITIAL = re.compile(r"[«\"“„]?[^\W\d_]")


def with_initials(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """The pieces with each drop cap at the start of the first line beside it; the same pieces where there is none."""
    found = [piece for piece in pieces if len(piece.text) < 4 and _INITIAL.fullmatch(piece.text.strip())]
    if not found or len(pieces) <= BESIDE:
        return pieces
    usual = median([piece.size for piece in pieces])
    taken: dict[int, Piece] = {}
    for initial in found:
        if initial.size > LARGE * usual and initial.text.strip()[-1].isupper():
            first = _first_beside(initial, pieces)
            if first is not None:
                taken[id(first)] = initial
    gone = {id(initial) for initial in taken.values()}
    return [_joined(taken.get(id(piece)), piece) for piece in pieces if id(piece) not in gone] if taken else pieces


def _first_beside(initial: Piece, pieces: Sequence[Piece]) -> Piece | None:
    """The piece beside the initial's head, when at least two lines start beside it and its foot stands on one of them."""
    beside = [
        piece
        for piece in pieces
        if piece is not initial
        and piece.size * LARGE < initial.size
        and 0 <= piece.x0 - initial.x1 + SLACK * piece.size < REACH * piece.size
        and initial.base - initial.size < piece.base <= initial.base + SLACK * piece.size
    ]
    bases = {round(piece.base) for piece in beside}
    if len(bases) < BESIDE or not _stands_on_line(initial, beside):
        return None
    return min(beside, key=lambda piece: (piece.base, piece.x0))


def _stands_on_line(initial: Piece, beside: Sequence[Piece]) -> bool:
    return any(abs(piece.base - initial.base) < SLACK * piece.size for piece in beside)


SLACK = 0.6  # em of the text: browsers let initials hang a little, and their boxes reach into the text


def _joined(initial: Piece | None, first: Piece) -> Piece:
    if initial is None:
        return first
    letter, rest = initial.text.strip(), first.text.lstrip()
    word = _WORD.match(rest)
    alone = word is None or (not is_word(letter[-1].lower() + word[0].lower()) and is_word(word[0].lower()))
    return replace(first, text=f"{letter} {rest}" if alone else letter + rest)
