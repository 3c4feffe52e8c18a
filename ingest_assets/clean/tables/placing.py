"""Which columns each run of a line stands in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from ingest_assets.clean.tables.columns import touched
from ingest_assets.clean.tables.lines import Line
from ingest_assets.clean.tables.runs import Run, run_of
from ingest_assets.clean.tables.tokens import GROUP_HEAD, GROUP_TAIL, is_value
from ingest_assets.clean.tables.words import Word
from ingest_assets.thresholds.tables import Tables


@dataclass(frozen=True, slots=True)
class Piece:
    """A run and the first and last column that it reaches into."""

    run: Run
    first: int
    last: int

    @property
    def single(self) -> bool:
        """True when it stands in one column."""
        return self.first == self.last


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a table: its pieces from left to right, and its height on the page (points)."""

    pieces: tuple[Piece, ...]
    base: float
    top: float
    bottom: float
    size: float

    @property
    def columns(self) -> set[int]:
        """Columns with something in them."""
        return {column for piece in self.pieces for column in range(piece.first, piece.last + 1)}

    def text(self, column: int) -> str:
        """Text that starts in a column."""
        return " ".join(piece.run.text for piece in self.pieces if piece.first == column)


SLACK = 0.3  # em: a cell's text may hang over its border by the width of a small letter


def placed_lines(lines: Sequence[Line], edges: Sequence[float], remarks: frozenset[int] = frozenset()) -> list[Placed]:
    """Every line's runs put into columns; a run over a border is parted there when its parts line up with other cells.

    ``remarks`` are indexes of lines of one run that stand over all columns, wherever they begin.
    """
    first = [
        [Piece(line.runs[0], 0, len(edges) - 2)]
        if index in remarks
        else [_piece(run, edges, line.band.size) for run in line.runs]
        for index, line in enumerate(lines)
    ]
    starts, ends = _alignments(first, len(edges) - 1)
    out = []
    for index, (line, pieces) in enumerate(zip(lines, first, strict=True)):
        lone = len(pieces) == 1
        parted = (
            pieces
            if index in remarks
            else [part for piece in pieces for part in _parted(piece, edges, starts, [] if lone else ends)]
        )
        band = line.band
        out.append(Placed(tuple(_untangled(parted)), band.base, band.top, band.bottom, band.size))
    return out


def _untangled(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces without a column in common: one that hangs over into a taken column gives it up."""
    out: list[Piece] = []
    for piece in pieces:
        first = piece.first
        if out and out[-1].last >= first and not piece.single:
            first = min(out[-1].last + 1, piece.last)
        elif out and out[-1].last == first and not out[-1].single:
            out[-1] = Piece(out[-1].run, out[-1].first, out[-1].last - 1)
        out.append(Piece(piece.run, first, piece.last))
    return out


def _piece(run: Run, edges: Sequence[float], em: float) -> Piece:
    first, last = touched(run, edges, SLACK * em)
    return Piece(run, first, last)


def _alignments(lines: Sequence[Sequence[Piece]], width: int) -> tuple[list[list[float]], list[list[float]]]:
    starts: list[list[float]] = [[] for _ in range(width)]
    ends: list[list[float]] = [[] for _ in range(width)]
    for line in lines:
        for piece in line:
            if piece.single:
                starts[piece.first].append(piece.run.x0)
                ends[piece.first].append(piece.run.x1)
    return starts, ends


def _parted(
    piece: Piece, edges: Sequence[float], starts: Sequence[Sequence[float]], ends: Sequence[Sequence[float]]
) -> list[Piece]:
    if piece.single:
        return [piece]
    for border in range(piece.first + 1, piece.last + 1):
        left = tuple(word for word in piece.run.words if word.center < edges[border])
        right = tuple(word for word in piece.run.words if word.center >= edges[border])
        before, after = (ends[border - 1], ends[border]) if ends else ((), ())
        if left and right and _lines_up(left, right, starts[border], before, after, alone=not ends):
            em = left[0].size
            head, tail = _piece(run_of(left), edges, em), _piece(run_of(right), edges, em)
            return [*_parted(head, edges, starts, ends), *_parted(tail, edges, starts, ends)]
    return [piece]


def _lines_up(
    left: Sequence[Word],
    right: Sequence[Word],
    starts: Sequence[float],
    left_ends: Sequence[float],
    right_ends: Sequence[float],
    *,
    alone: bool,
) -> bool:
    if GROUP_HEAD.fullmatch(left[-1].text[-3:]) and GROUP_TAIL.fullmatch(right[0].text):
        return False
    near = 1.5
    begins = sum(abs(right[0].x0 - x) <= near for x in starts)
    closes = sum(abs(right[-1].x1 - x) <= near for x in right_ends) + sum(
        abs(left[-1].x1 - x) <= near for x in left_ends
    )
    values = is_value(left[-1].text) != is_value(right[0].text) or (is_value(left[-1].text) and is_value(right[0].text))
    return begins >= 2 or (values and not alone and (closes >= 2 or begins >= 1))


def is_uncertain(lines: Sequence[Placed], edges: Sequence[float], limits: Tables) -> bool:
    """True when a value stands about as near to a neighbouring column's values as to those of its own, and lines up with neither."""
    runs: list[list[Run]] = [[] for _ in range(len(edges) - 1)]
    pieces = [piece for line in lines for piece in line.pieces]
    for piece in pieces:
        if piece.single:
            runs[piece.first].append(piece.run)
    columns = [_Marks(column) for column in runs]
    for piece in pieces:
        if piece.first == 0 or not is_value(piece.run.text):
            continue
        if not piece.single:
            return True
        own = columns[piece.first].misfit(piece.run, inside=True)
        sides = [columns[c].misfit(piece.run) for c in (piece.first - 1, piece.first + 1) if 0 < c < len(runs)]
        if limits.doubtful < own < float("inf") and min(sides, default=float("inf")) < 2 * own:
            return True
    return False


class _Marks:
    """Left edges, right edges and middles of a column's runs, in order: a long table is asked for each of its values."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.marks = tuple(
            sorted(marks)
            for marks in ([run.x0 for run in runs], [run.x1 for run in runs], [run.center for run in runs])
        )

    def misfit(self, run: Run, *, inside: bool = False) -> float:
        """How far (points) the run is from lining up with the nearest of the others; ``inside`` when it is one of the column's own."""
        return min(
            _nearest(marks, at, inside=inside)
            for marks, at in zip(self.marks, (run.x0, run.x1, run.center), strict=True)
        )


def _nearest(marks: Sequence[float], at: float, *, inside: bool) -> float:
    place = bisect_left(marks, at)
    near = (*marks[max(place - 1, 0) : place], *marks[place + inside : place + inside + 1])
    return min((abs(at - mark) for mark in near), default=float("inf"))
