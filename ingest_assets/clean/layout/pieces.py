"""Pieces of text: spans, or what a table left of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ingest_assets.model import Span
from ingest_assets.program_text import is_fixed_width


@dataclass(frozen=True, slots=True)
class Piece:
    """A span, or what a table left of it. Points; ``words`` are the extents of its words."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    base: float
    size: float
    span: Span
    words: tuple[tuple[float, float], ...] = ()
    turn: int = 0


def pieces_of(spans: Iterable[Span], owned: Iterable[tuple[int, int]] = (), turn: int = 0) -> list[Piece]:
    """Visible spans as pieces, without the words ``owned`` by tables, given as (span index, word index)."""
    taken: dict[int, set[int]] = {}
    for span, word in owned:
        taken.setdefault(span, set()).add(word)
    pieces: list[Piece] = []
    for index, one in enumerate(spans):
        if one.hidden is None and one.text.strip():
            pieces.extend(_left_of(one, taken[index], turn) if index in taken else [_piece(one, turn)])
    return pieces


def _piece(span: Span, turn: int) -> Piece:
    x0, top, x1, bottom = span.bbox
    text = HOLLOW_BULLET if span.text.strip() == "o" and is_fixed_width(span.font) else span.text
    return Piece(text, x0, x1, top, bottom, span.origin[1], span.size or bottom - top, span, span.words, turn)


HOLLOW_BULLET = "◦"  # office programs print it as the letter o of a typewriter face


def _left_of(span: Span, taken: set[int], turn: int) -> list[Piece]:
    """The runs of words between the owned ones."""
    texts = span.text.split()
    if len(texts) != max(1, len(span.words)) or len(taken) >= len(texts):
        return []
    extents = span.words or ((span.bbox[0], span.bbox[2]),)
    runs: list[list[int]] = [[]]
    for number in range(len(texts)):
        if number in taken:
            runs.append([])
        else:
            runs[-1].append(number)
    return [_run_piece(span, [texts[n] for n in run], [extents[n] for n in run], turn) for run in runs if run]


def _run_piece(span: Span, texts: list[str], extents: list[tuple[float, float]], turn: int) -> Piece:
    x0, x1 = min(start for start, _ in extents), max(end for _, end in extents)
    top, bottom = span.bbox[1], span.bbox[3]
    size = span.size or bottom - top
    return Piece(" ".join(texts), x0, x1, top, bottom, span.origin[1], size, span, tuple(extents), turn)
