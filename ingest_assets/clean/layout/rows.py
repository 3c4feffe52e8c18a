"""Pieces to rows of one baseline, and rows to the phrases that wide gaps part."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest_assets.clean.layout.markers import is_division_number, is_marker, list_mark
from ingest_assets.clean.layout.pieces import Piece
from ingest_assets.thresholds.layout import Layout


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
    if anchor.size > OVERLAID * piece.size and min(piece.x1, anchor.x1) - max(piece.x0, anchor.x0) > piece.size:
        return False
    if abs(piece.base - anchor.base) < limits.baseline * anchor.size:
        return True
    small = SMALLEST_INDEX * anchor.size < piece.size < limits.raised_size * anchor.size
    rise = (anchor.base - piece.base) / anchor.size
    small = small or is_large_index(piece, anchor)
    if not small or len(piece.text) > LONGEST_INDEX or not -LOWEST_INDEX < rise < HIGHEST_INDEX:
        return False
    reach = (MARK_GAP if _is_reference(piece, anchor) else INDEX_GAP) * anchor.size
    return any(-reach < piece.x0 - other.x1 < reach or -reach < other.x0 - piece.x1 < reach for other in row)


OVERLAID = (
    2.0  # times the size of text that runs through larger type: that is a mark across the lines, not their neighbour
)
SMALLEST_INDEX = 0.35  # of the line's size: smaller type beside a letter belongs to another line (initials, marks)
LONGEST_INDEX = 12  # characters of a raised or lowered run
HIGHEST_INDEX, LOWEST_INDEX = 0.7, 0.45  # em above and below the baseline
INDEX_GAP = 0.5  # em to the letter that the run belongs to
MARK_GAP = 1.3  # em to a name: journals set a small picture between an author and the mark of the institute
LARGE_INDEX = 0.97  # of the line's size: browsers reduce raised type to no less than the smallest size that they allow
LARGE_RISE = 0.38  # em: raised type of nearly the line's size; mixed faces of one line share their baseline
_REFERENCE = re.compile(r"[\d,*∗†‡§¶]{1,8}")


def is_large_index(piece: Piece, anchor: Piece) -> bool:
    """True for a raised run of nearly the size of its line."""
    rise = (anchor.base - piece.base) / anchor.size
    return piece.size < LARGE_INDEX * anchor.size and LARGE_RISE < rise < HIGHEST_INDEX


def _is_reference(piece: Piece, before: Piece) -> bool:
    """A raised mark: digits or signs smaller than the type before it."""
    raised = before.base - piece.base > RAISED_MARK * before.size and piece.size < before.size
    return raised and before.x0 < piece.x0 and bool(_REFERENCE.fullmatch(piece.text.strip()))


RAISED_MARK = 0.2  # em: marks of notes and institutes stand at 0.3-0.4


def phrases_of(row: Sequence[Piece], limits: Layout) -> list[list[Piece]]:
    """A row cut at gaps that are no blanks."""
    groups: list[list[Piece]] = []
    end = 0.0
    ordered = sorted(row, key=lambda one: one.x0)
    stretched = _stretched(ordered, limits)
    for index, piece in enumerate(ordered):
        near = bool(groups) and piece.x0 - end <= _widest(groups[-1][-1], piece, limits)
        if near or index in stretched or (groups and _labels(groups, piece, limits)):
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


def _labels(groups: Sequence[Sequence[Piece]], piece: Piece, limits: Layout) -> bool:
    """True for a list mark or the number of a division, and the text that a tab sets behind it."""
    label = groups[-1][0]
    gap = piece.x0 - label.x1
    if len(groups[-1]) > 1 or gap > limits.label_gap * piece.size:
        return False
    text = label.text.strip()
    if text in DASHES and len(groups) > 1 and label.x0 - groups[-2][-1].x1 < gap:
        return False  # a dash inside a stretched line
    return is_marker(text) or is_division_number(text, piece.text)


DASHES = frozenset("-–—")


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
        if not (_is_one_word(before) and _is_one_word(piece)) or own <= 0 or abs(before.base - piece.base) > LEVEL:
            run = []
        elif run and abs(own - gap) <= limits.stretched_reach * piece.size:
            run.append(index)
        else:
            run, gap = [index], own
        if len(run) >= limits.stretched_gaps and _are_prose(ordered[run[0] - 1 : index + 1]):
            found.update(run)
    return frozenset(found)


LEVEL = 0.2  # pt between the baselines of words of one line; columns stand on grids of their own


def _is_one_word(piece: Piece) -> bool:
    """True for one word, a list mark before it aside."""
    text = piece.text.strip()
    mark = list_mark(text) if " " in text else None
    return " " not in text[len(mark or "") :].strip()


def _are_prose(pieces: Sequence[Piece]) -> bool:
    """Words with letters for the most part: years over the columns of a table have equal gaps too."""
    return 2 * sum(any(character.isalpha() for character in piece.text) for piece in pieces) > len(pieces)
