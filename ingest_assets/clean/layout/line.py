"""Pieces of text on one baseline, and the lines that they form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import median

from ingest_assets.clean.layout.hyphens import with_printed_hyphens
from ingest_assets.clean.layout.letters import is_rtl, joined_letters, logical
from ingest_assets.clean.layout.markers import is_division_number, is_marker, list_mark
from ingest_assets.model import BBox, Route, Span
from ingest_assets.thresholds.layout import Layout

# Raised and lowered runs stay marked inside a line's text until the notes of the document are known (notes.py writes them out).
RAISED, LOWERED, CLOSED = "\ufff9", "\ufffa", "\ufffb"


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
    text = HOLLOW_BULLET if span.text.strip() == "o" and _is_mono_name(span.font) else span.text
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


def line_of(page: int, pieces: Sequence[Piece], limits: Layout) -> Line:
    """One line of pieces that stand on one baseline."""
    ordered = sorted(pieces, key=lambda piece: piece.x0)
    main = max(ordered, key=lambda piece: len(piece.text) * piece.size)
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
    return _is_mono_name(piece.span.font)


@cache
def _is_mono_name(font: str) -> bool:
    name = font.lower()
    return any(part in name for part in ("mono", "courier", "consol", "typewriter", "cmtt", "menlo"))


def compose(ordered: Sequence[Piece], main: Piece, limits: Layout) -> str:
    """Text of pieces from left to right (from right to left where most letters are), with blanks, raised and lowered runs."""
    if is_rtl("".join(piece.text for piece in ordered)):
        return " ".join(logical(piece.text, piece.words).strip() for piece in reversed(ordered))
    spaced = any(joined_letters(piece.text, piece.words, piece.size, limits) for piece in ordered)
    text = ""
    previous: Piece | None = None
    for piece in ordered:
        own = _marked(piece, main, limits, spaced=spaced)
        reach = limits.index_blank if own.startswith((RAISED, LOWERED)) else limits.blank
        if previous is not None and _needs_blank(previous, piece, text, reach):
            text += " "
        text += own
        previous = piece
    return with_printed_hyphens(text.replace(CLOSED + RAISED, "").replace(CLOSED + LOWERED, "").rstrip())


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
    small = piece.size < limits.raised_size * main.size or _is_large_index(piece, main)
    if small and piece.span.route != "ocr":
        shift = main.base - piece.base
        # The engine moves a raised mark that starts a line down to the baseline of the first letters after it.
        leads = piece.x1 <= main.x0 and piece.text.strip().isdigit() and shift >= 0
        if leads or shift > limits.raised_shift * main.size:
            return RAISED + text.rstrip() + CLOSED + (" " if text.endswith(" ") else "")
        if shift < -LOWERED_SHIFT * main.size:
            return LOWERED + text.rstrip() + CLOSED + (" " if text.endswith(" ") else "")
    return text


LOWERED_SHIFT = 0.08  # em: formula setters lower indices by 0.1-0.2 em, less than they raise powers


def rows_of(pieces: Sequence[Piece], limits: Layout) -> list[list[Piece]]:
    """Pieces grouped by baseline, from top to bottom. Small raised or lowered pieces join the line that they touch."""
    rows: list[list[Piece]] = []
    near: dict[int, list[int]] = {}
    for piece in sorted(pieces, key=lambda one: (-round(one.size * 2), one.base)):
        place = _row_for(piece, [rows[index] for index in near.get(int(piece.base // BUCKET), ())], limits)
        if place is None:
            low, high = int((piece.base - piece.size) // BUCKET), int((piece.base + piece.size) // BUCKET)
            for bucket in range(low, high + 1):
                near.setdefault(bucket, []).append(len(rows))
            rows.append([piece])
        else:
            place.append(piece)
    return sorted(rows, key=lambda row: row[0].base)


BUCKET = 8.0  # pt: rows are looked up by height; a bucket holds one line of ordinary type


def _row_for(piece: Piece, rows: Sequence[list[Piece]], limits: Layout) -> list[Piece] | None:
    """The row with the nearest baseline that the piece belongs to. The first piece of a row is its largest."""
    fitting = [row for row in rows if _fits(piece, row, limits)]
    return min(fitting, key=lambda row: abs(row[0].base - piece.base), default=None)


def _fits(piece: Piece, row: Sequence[Piece], limits: Layout) -> bool:
    anchor = row[0]
    overlap = min(piece.bottom, anchor.bottom) - max(piece.top, anchor.top)
    if overlap < limits.overlap * min(piece.bottom - piece.top, anchor.bottom - anchor.top):
        return False
    if abs(piece.base - anchor.base) < limits.baseline * anchor.size:
        return True
    small = SMALLEST_INDEX * anchor.size < piece.size < limits.raised_size * anchor.size
    rise = (anchor.base - piece.base) / anchor.size
    small = small or _is_large_index(piece, anchor)
    if not small or len(piece.text) > LONGEST_INDEX or not -LOWEST_INDEX < rise < HIGHEST_INDEX:
        return False
    reach = (MARK_GAP if _is_reference(piece, anchor) else INDEX_GAP) * anchor.size
    return any(-reach < piece.x0 - other.x1 < reach or -reach < other.x0 - piece.x1 < reach for other in row)


SMALLEST_INDEX = 0.35  # of the line's size: smaller type beside a letter belongs to another line (initials, marks)
LONGEST_INDEX = 12  # characters of a raised or lowered run
HIGHEST_INDEX, LOWEST_INDEX = 0.7, 0.4  # em above and below the baseline
INDEX_GAP = 0.5  # em to the letter that the run belongs to
MARK_GAP = 1.3  # em to a name: journals set a small picture between an author and the mark of the institute
LARGE_INDEX = 0.97  # of the line's size: browsers reduce raised type to no less than the smallest size that they allow
LARGE_RISE = 0.38  # em: raised type of nearly the line's size; mixed faces of one line share their baseline
_REFERENCE = re.compile(r"(?:\d{1,2}|[*†‡§¶])(?:[,*†‡§¶]*(?:\d{1,2}|[*†‡§¶]))*,?")


def _is_large_index(piece: Piece, anchor: Piece) -> bool:
    rise = (anchor.base - piece.base) / anchor.size
    return piece.size < LARGE_INDEX * anchor.size and LARGE_RISE < rise < HIGHEST_INDEX


def _is_reference(piece: Piece, before: Piece) -> bool:
    """A raised mark: digits or signs smaller than the type before it."""
    raised = before.base - piece.base > RAISED_MARK * before.size and piece.size < before.size
    return raised and before.x0 < piece.x0 and bool(_REFERENCE.fullmatch(piece.text.strip()))


RAISED_MARK = 0.2  # em: marks of notes and institutes stand at 0.3-0.4


def segments_of(page: int, pieces: Sequence[Piece], limits: Layout) -> list[Line]:
    """Lines cut at wide gaps: what stands between two gutters. Words of OCR keep the lines that OCR saw."""
    read = [piece for piece in pieces if piece.span.line is not None]
    rows = rows_of([piece for piece in pieces if piece.span.line is None], limits)
    by_line: dict[int | None, list[Piece]] = {}
    for piece in read:
        by_line.setdefault(piece.span.line, []).append(piece)
    return [line_of(page, group, limits) for row in (*rows, *by_line.values()) for group in _cut(row, limits)]


def _cut(row: Sequence[Piece], limits: Layout) -> list[list[Piece]]:
    groups: list[list[Piece]] = []
    end = 0.0
    ordered = sorted(row, key=lambda one: one.x0)
    stretched = _stretched(ordered, limits)
    for index, piece in enumerate(ordered):
        near = bool(groups) and piece.x0 - end <= _widest(groups[-1][-1], piece, limits)
        if near or index in stretched or (groups and _labels(groups[-1], piece, limits)):
            groups[-1].append(piece)
            end = max(end, piece.x1)
        else:
            groups.append([piece])
            end = piece.x1
    return groups


def _widest(before: Piece, piece: Piece, limits: Layout) -> float:
    """The widest gap inside a phrase, in points."""
    if _is_reference(piece, before):
        return MARK_GAP * before.size
    return limits.segment_gap * min(piece.size, before.size)


def _labels(group: Sequence[Piece], piece: Piece, limits: Layout) -> bool:
    """True for a list mark or the number of a division, and the text that a tab sets behind it."""
    if len(group) > 1 or piece.x0 - group[0].x1 > limits.label_gap * piece.size:
        return False
    text = group[0].text.strip()
    return is_marker(text) or is_division_number(text, piece.text)


def _stretched(ordered: Sequence[Piece], limits: Layout) -> frozenset[int]:
    """Indices of pieces whose gap before them is a blank that justification made wide: a run of words with equal gaps.

    Setters of office programs spread what is left of a line evenly over its blanks; gutters and tabs are never equal by that.
    """
    if len(ordered) <= limits.stretched_gaps:
        return frozenset()
    found: set[int] = set()
    run: list[int] = []
    gap = 0.0
    for index in range(1, len(ordered)):
        before, piece = ordered[index - 1], ordered[index]
        own = piece.x0 - before.x1
        if not (_is_one_word(before) and _is_one_word(piece)) or own <= 0:
            run = []
        elif run and abs(own - gap) <= limits.stretched_reach * piece.size:
            run.append(index)
        else:
            run, gap = [index], own
        if len(run) >= limits.stretched_gaps:
            found.update(run)
    return frozenset(found)


def _is_one_word(piece: Piece) -> bool:
    """True for one word with letters, a list mark before it aside."""
    text = piece.text.strip()
    mark = list_mark(text) if " " in text else None
    return " " not in text[len(mark or "") :].strip() and any(character.isalpha() for character in text)


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
