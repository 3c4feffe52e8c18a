"""Pieces of text on one baseline, and the lines that they form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from ingest_assets.clean.layout.hyphens import with_printed_hyphens
from ingest_assets.clean.layout.initials import with_initials
from ingest_assets.clean.layout.letters import joined_letters
from ingest_assets.clean.layout.pieces import Piece
from ingest_assets.clean.layout.rows import is_large_index, phrases_of, rows_of
from ingest_assets.model import BBox, Route
from ingest_assets.program_text import is_fixed_width
from ingest_assets.thresholds.layout import Layout

# Raised and lowered runs stay marked inside a line's text until the notes of the document are known (notes.py writes them out).
RAISED, LOWERED, CLOSED = "\ufff9", "\ufffa", "\ufffb"


@dataclass(frozen=True, slots=True)
class Line:
    """Pieces on one baseline of one column. ``size``, ``bold`` and ``italic`` are those of most of its letters.

    ``item`` is set for a thing that stands among the lines and is no text of this frame (a table, a turned block).
    """

    page: int
    pieces: tuple[Piece, ...]
    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    base: float
    size: float
    bold: bool = False
    italic: bool = False
    mono: bool = False
    route: Route = "native"
    item: object | None = None

    @property
    def box(self) -> BBox:
        """Its box in the frame's points."""
        return (self.x0, self.top, self.x1, self.bottom)

    @property
    def turn(self) -> int:
        """Quarter turns of its frame (frames.py)."""
        return self.pieces[0].turn if self.pieces else 0

    @property
    def middle(self) -> float:
        """Height of its middle."""
        return (self.top + self.bottom) / 2


def line_of(page: int, pieces: Sequence[Piece], limits: Layout) -> Line:
    """One line of pieces that stand on one baseline."""
    ordered = sorted(pieces, key=lambda piece: piece.x0) if len(pieces) > 1 else pieces
    main = max(ordered, key=lambda piece: len(piece.text) * piece.size) if len(ordered) > 1 else ordered[0]
    bold, italic, mono = (_mostly(ordered, test) for test in (_is_bold, _is_italic, _is_mono))
    return Line(
        page=page,
        pieces=tuple(ordered),
        text=compose(ordered, main, limits),
        x0=ordered[0].x0,
        x1=max(piece.x1 for piece in ordered),
        top=min(piece.top for piece in ordered),
        bottom=max(piece.bottom for piece in ordered),
        base=main.base,
        size=_size(ordered, main),
        bold=bold,
        italic=italic,
        mono=mono,
        route=main.span.route,
    )


def _size(pieces: Sequence[Piece], main: Piece) -> float:
    """Size of a line: that of most of its letters; OCR measures each word by its ink, so the middle one counts."""
    return median(piece.size for piece in pieces) if main.span.route == "ocr" else main.size


def _mostly(pieces: Sequence[Piece], test: Callable[[Piece], bool]) -> bool:
    if len(pieces) == 1:
        return test(pieces[0])
    letters = sum([len(piece.text) for piece in pieces])
    return sum([len(piece.text) for piece in pieces if test(piece)]) > MOST * letters


MOST = 0.8  # share of a line's letters that must be bold (slanted, of equal width) for the line to count as such


def _is_bold(piece: Piece) -> bool:
    return piece.span.bold


def _is_italic(piece: Piece) -> bool:
    return piece.span.italic


def _is_mono(piece: Piece) -> bool:
    return is_fixed_width(piece.span.font)


def compose(ordered: Sequence[Piece], main: Piece, limits: Layout) -> str:
    """Text of pieces from left to right, with blanks, raised and lowered runs."""
    spaced = any(joined_letters(piece.text, piece.words, piece.size, limits) for piece in ordered)
    fractions = _fractions(ordered, main, limits) if len(ordered) > 2 else {}
    text = ""
    previous: Piece | None = None
    for piece in ordered:
        own = fractions.get(id(piece))
        if own is None:
            own = _marked(piece, main, limits, spaced=spaced)
        elif not own:
            continue
        elif text[-1:].isdigit():
            text += " "
        reach = limits.index_blank if own.startswith((RAISED, LOWERED)) else limits.blank
        if previous is not None and _needs_blank(previous, piece, text, reach):
            text += " "
        text += own
        previous = piece
    return with_printed_hyphens(text.replace(CLOSED + RAISED, "").replace(CLOSED + LOWERED, "").rstrip())


def _fractions(ordered: Sequence[Piece], main: Piece, limits: Layout) -> dict[int, str]:
    """Text of pieces, by ``id``, that stand above each other as the two numbers of a fraction: "1/2" for one, "" for the other.

    Indices of one letter stand above each other too, but close to the letter.
    """
    small = [piece for piece in ordered if piece.size < limits.raised_size * main.size and piece.text.strip().isdigit()]
    found: dict[int, str] = {}
    for upper, lower in ((one, other) for one in small for other in small if one.base < main.base < other.base):
        wide = min(upper.x1, lower.x1) - max(upper.x0, lower.x0)
        start = min(upper.x0, lower.x0)
        touched = any(abs(start - piece.x1) < TOUCHES * main.size and piece.text[-1:].isalpha() for piece in ordered)
        if 2 * wide > min(upper.x1 - upper.x0, lower.x1 - lower.x0) and not touched:
            found |= {id(upper): f"{upper.text.strip()}/{lower.text.strip()}", id(lower): ""}
    return found


TOUCHES = 0.1  # em between a letter and its index


def _needs_blank(before: Piece, after: Piece, text: str, reach: float) -> bool:
    if text.endswith((" ", "\u00a0")):
        return False
    if before.span.route == "ocr" and after.span.route == "ocr":
        return True
    gap = after.x0 - before.x1
    return gap > reach * min(before.size, after.size) or gap < -OVERPRINT * after.size


OVERPRINT = 0.5  # em: letter-spaced words painted into each other overlap by more, kerned letters by far less


def _marked(piece: Piece, main: Piece, limits: Layout, *, spaced: bool) -> str:
    text = piece.text.replace(RAISED, "").replace(LOWERED, "").replace(CLOSED, "")
    if spaced:
        text = joined_letters(text, piece.words, piece.size, limits, least=2) or text
    small = piece.size < limits.raised_size * main.size or is_large_index(piece, main)
    if small and piece.span.route != "ocr":
        shift = main.base - piece.base
        # The engine moves a raised mark that starts a line down to the baseline of the first letters after it.
        leads = piece.size < LEADING * main.size and piece.x1 <= main.x0 and piece.text.strip().isdigit() and shift >= 0
        if leads or shift > limits.raised_shift * main.size:
            return RAISED + text.rstrip() + CLOSED + (" " if text.endswith(" ") else "")
        if shift < -LOWERED_SHIFT * main.size:
            return LOWERED + text.rstrip() + CLOSED + (" " if text.endswith(" ") else "")
    return text


LEADING = 0.8  # of the line's size: numbers of listings are set larger, marks of notes smaller
LOWERED_SHIFT = 0.08  # em: formula setters lower indices by 0.1-0.2 em, less than they raise powers


def segments_of(page: int, pieces: Sequence[Piece], limits: Layout) -> list[Line]:
    """Lines cut at wide gaps: what stands between two gutters. Words of OCR keep the lines that OCR saw."""
    pieces = with_initials(pieces)
    read = [piece for piece in pieces if piece.span.line is not None]
    rows = rows_of([piece for piece in pieces if piece.span.line is None], limits)
    by_line: dict[int | None, list[Piece]] = {}
    for piece in read:
        by_line.setdefault(piece.span.line, []).append(piece)
    return [line_of(page, group, limits) for row in (*rows, *by_line.values()) for group in phrases_of(row, limits)]


def whole_lines(segments: Sequence[Line], limits: Layout) -> list[Line]:
    """Segments of one column put together where they share a baseline; items stay by themselves. From top to bottom."""
    lines: list[Line] = [segment for segment in segments if segment.item is not None]
    rows: list[list[Line]] = []
    for segment in sorted((one for one in segments if one.item is None), key=lambda one: (one.base, one.x0)):
        if rows and _one_line(rows[-1][0], segment, limits):
            rows[-1].append(segment)
        else:
            rows.append([segment])
    for row in rows:
        pieces = [piece for segment in row for piece in segment.pieces]
        lines.append(row[0] if len(row) == 1 else line_of(row[0].page, pieces, limits))
    return sorted(lines, key=lambda line: (line.base if line.item is None else line.top, line.x0))


def _one_line(first: Line, other: Line, limits: Layout) -> bool:
    overlap = min(first.bottom, other.bottom) - max(first.top, other.top)
    near = abs(first.base - other.base) < limits.baseline * max(first.size, other.size)
    return near and overlap >= limits.overlap * min(first.bottom - first.top, other.bottom - other.top)
