"""Columns and reading order: cuts along gutters that no line of a band crosses, lines across them being barriers.

A gutter is looked for over all text of a region, not between neighbouring lines, so that short columns on common
baselines split and a jump inside one line does not (pdf-layout.md section 3.9).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from ingest_assets.clean.layout.line import Line, whole_lines
from ingest_assets.clean.layout.markers import is_marker
from ingest_assets.thresholds.layout import Layout

Gutters = tuple[float, ...]
"""Left edges of the columns right of gutters, in points."""


@dataclass(frozen=True, slots=True)
class Column:
    """Lines of one column between two barriers, from top to bottom. ``x0`` and ``x1`` are the column's edges in points.

    ``side`` marks side bars and margin notes, ``placed`` those that go behind the paragraph beside which they start.
    """

    page: int
    lines: tuple[Line, ...]
    x0: float
    x1: float
    side: bool = False
    placed: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """What stands between two barriers, left and right of a gutter."""

    left: tuple[Line, ...]
    right: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """A gutter at ``x`` with the region in reading pieces: single lines across it and bands beside it."""

    x: float
    pieces: tuple[Line | Band, ...]
    score: float


def is_crowded(segments: Sequence[Line], limits: Layout) -> bool:
    """True when a page has more pieces than anybody sets in columns (labels of a map or a drawing): it is read line by line."""
    return len(segments) > limits.column_segments


def gutters_of(pages: Sequence[Sequence[Line]], limits: Layout) -> Gutters:
    """Gutters that part much text on some page of the document: a last page with one line beside them is parted too."""
    cuts = (best_cut(list(segments), limits) for segments in pages if len(segments) >= STRONG)
    return tuple(sorted({round(cut.x) for cut in cuts if cut is not None and cut.score >= STRONG}))


STRONG = 20  # segments beside a gutter that make it the document's


def columns_of(page: int, segments: Sequence[Line], limits: Layout, gutters: Gutters = ()) -> list[Column]:
    """The segments of a page as columns in reading order. ``gutters`` are those known from other pages."""
    if not segments:
        return []
    out: list[Column] = []
    for part in _parts(list(segments), limits, gutters, depth=0):
        lines = whole_lines(part, limits)
        out.append(Column(page, tuple(lines), min(line.x0 for line in lines), max(line.x1 for line in lines)))
    return out


def margins_apart(segments: list[Line], height: float, body: float, limits: Layout) -> list[list[Line]]:
    """Head, text and foot of a page. Small print alone at the page's edge is no line of the columns below or above it.

    Where a header repeats it was taken out before; on a single page nothing tells that it is one, so it stays as text.
    """
    small = [s for s in segments if s.item is None and s.size < MARGIN_SIZE * body]
    head = [s for s in small if s.middle < limits.band * height]
    foot = [s for s in small if s.middle > (1 - limits.band) * height]
    edge = {id(segment) for segment in (*head, *foot)}
    text = [segment for segment in segments if id(segment) not in edge]
    if not text or not edge:
        return [segments]
    if head and min(s.top for s in text) - max(s.bottom for s in head) < MARGIN_GAP * body:
        text, head = [*head, *text], []
    if foot and min(s.top for s in foot) - max(s.bottom for s in text) < MARGIN_GAP * body:
        text, foot = [*text, *foot], []
    return [part for part in (head, text, foot) if part]


MARGIN_SIZE = 0.93  # of the body size: running lines are set at 0.7-0.9
MARGIN_GAP = 0.8  # body sizes of white between a running line and the text; lines of text stand at 0.2


def _parts(segments: list[Line], limits: Layout, gutters: Gutters, depth: int) -> Iterator[list[Line]]:
    cut = best_cut(segments, limits, gutters) if depth < DEEPEST else None
    if cut is None:
        yield segments
        return
    title = _title_above(segments)
    if title:
        yield title
        above = {id(segment) for segment in title}
        yield from _parts([s for s in segments if id(s) not in above], limits, gutters, depth + 1)
        return
    across: list[Line] = []
    for piece in cut.pieces:
        if isinstance(piece, Line):
            across.append(piece)
            continue
        if across:
            yield from _parts(across, limits, gutters, depth + 1)
            across = []
        yield from _band_parts(piece, limits, gutters, depth)
    if across:
        yield from _parts(across, limits, gutters, depth + 1)


def _title_above(segments: Sequence[Line]) -> list[Line]:
    """Lines in large type above everything else, centred: the title of all columns even where it is no wider than one."""
    text = [segment for segment in segments if segment.item is None]
    usual = median(segment.size for segment in text) if text else 0.0
    left, right = min(s.x0 for s in segments), max(s.x1 for s in segments)
    title: list[Line] = []
    for segment in sorted(text, key=lambda one: one.top):
        centred = abs(segment.x0 + segment.x1 - left - right) < TITLE_OFF * (right - left)
        if segment.size < TITLE_SIZE * usual or not centred:
            break
        title.append(segment)
    if not title:
        return []
    bottom, gone = max(segment.base for segment in title), {id(segment) for segment in title}
    rest = [segment for segment in segments if id(segment) not in gone]
    return title if rest and min(segment.top for segment in rest) > bottom else []


TITLE_SIZE = 1.3  # of the median size: section headings inside columns reach 1.25
TITLE_OFF = 0.06  # of the width between the middles of a title and of its page, doubled

DEEPEST = 8  # nested cuts; a newspaper page of five columns under one title needs 5


def _band_parts(band: Band, limits: Layout, gutters: Gutters, depth: int) -> Iterator[list[Line]]:
    left, right = list(band.left), list(band.right)
    if not left or not right:
        yield left or right
    elif _is_row_by_row(left, right):
        yield from _rows(left, right, limits)
    else:
        yield from _parts(left, limits, gutters, depth + 1)
        yield from _parts(right, limits, gutters, depth + 1)


def best_cut(segments: list[Line], limits: Layout, gutters: Gutters = ()) -> Cut | None:
    """The gutter with most lines in two-column bands, None when the region has one column."""
    if is_crowded(segments, limits):
        return None
    ordered = sorted(segments, key=lambda segment: (segment.top, segment.x0))
    cuts = [cut for x in _candidates(segments, limits, gutters) if (cut := _cut_at(ordered, x, limits, gutters))]
    return max(cuts, key=lambda cut: (cut.score, -cut.x), default=None)


def _candidates(segments: Sequence[Line], limits: Layout, gutters: Gutters) -> list[float]:
    """Left edges where at least two segments start, except the region's own."""
    edges = sorted(segment.x0 for segment in segments)
    starts: list[list[float]] = []
    for edge in edges:
        if starts and edge - starts[-1][0] <= limits.numbers_edge:
            starts[-1].append(edge)
        else:
            starts.append([edge])
    own = [group[0] for group in starts[1:] if len(group) >= limits.column_lines - 1]
    known = [group[0] for group in starts[1:] if _is_known(group[0], gutters) and group[0] not in own]
    return own + known


def _is_known(x: float, gutters: Gutters) -> bool:
    return any(abs(x - gutter) <= KNOWN_REACH for gutter in gutters)


KNOWN_REACH = 3.0  # pt between the left edges of a column on two pages


def _cut_at(ordered: Sequence[Line], x: float, limits: Layout, gutters: Gutters) -> Cut | None:
    barriers = [s for s in ordered if s.x0 < x - SLACK and s.x1 > x - limits.gutter * s.size * TIGHT]
    blocked = {id(barrier) for barrier in barriers}
    beside = [segment for segment in ordered if id(segment) not in blocked]
    pieces: list[Line | Band] = []
    good = 0.0
    for run in _runs(beside, barriers):
        if isinstance(run, Line):
            pieces.append(run)
            continue
        band = Band(tuple(s for s in run if s.x1 <= x), tuple(s for s in run if s.x1 > x))
        if _is_columns(band, x, limits, least=1 if _is_known(x, gutters) else limits.column_lines):
            good += len(band.left) + len(band.right)
            pieces.append(band)
        else:
            pieces.extend(run)
    return Cut(x, tuple(pieces), good) if good else None


SLACK = 1.0  # pt: edges of one column differ by rounding
TIGHT = 0.8  # of the gutter: a line that ends nearer to the next column than this crosses the gutter


def _runs(beside: Sequence[Line], barriers: Sequence[Line]) -> Iterator[Line | list[Line]]:
    """Barriers, and between them the segments that start above the next one. Both come from top to bottom."""
    middles = [(segment.top + segment.bottom) / 2 for segment in beside]
    order = sorted(range(len(beside)), key=middles.__getitem__)
    at = 0
    for barrier in barriers:
        middle = (barrier.top + barrier.bottom) / 2
        start = at
        while at < len(order) and middles[order[at]] < middle:
            at += 1
        if at > start:
            yield [beside[index] for index in sorted(order[start:at])]
        yield barrier
    if at < len(order):
        yield [beside[index] for index in sorted(order[at:])]


def _is_columns(band: Band, x: float, limits: Layout, *, least: int) -> bool:
    """Enough lines on both sides, and they stand beside each other."""
    left, right = band.left, band.right
    if min(_rows_in(left), _rows_in(right)) < least:
        return bool(left) and bool(right) and _are_side_by_side(left, right) and _has_item(band)
    if x - max(segment.x1 for segment in left) < limits.gutter * TIGHT * min(segment.size or 1.0 for segment in left):
        return False
    return _are_side_by_side(left, right)


def _has_item(band: Band) -> bool:
    """A table or turned block beside text is a column of its own, however few lines stand beside it."""
    sides = (band.left, band.right)
    return any(any(segment.item is not None for segment in side) for side in sides)


def _rows_in(side: Sequence[Line]) -> int:
    rows, last = 0, float("-inf")
    for segment in sorted(side, key=lambda one: one.middle):
        if segment.middle - last > segment.size * 0.5 or segment.item is not None:
            rows += 1 if segment.item is None else max(1, round((segment.bottom - segment.top) / 15))
        last = segment.middle
    return rows


def _are_side_by_side(left: Sequence[Line], right: Sequence[Line]) -> bool:
    top = max(min(segment.top for segment in left), min(segment.top for segment in right))
    bottom = min(max(segment.bottom for segment in left), max(segment.bottom for segment in right))
    shorter = min(_height(left), _height(right))
    return bottom - top > BESIDE * shorter


BESIDE = 0.5  # of the shorter side's height must stand beside the other


def _height(side: Sequence[Line]) -> float:
    return max(segment.bottom for segment in side) - min(segment.top for segment in side)


def _is_row_by_row(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """List marks, labels and side headings: a narrow left side whose every block starts where a block on the right starts."""
    if any(segment.item is not None for segment in left):
        return False
    marks = sum(is_marker(segment.text) for segment in left)
    if marks >= MARKS * len(left) or _are_numbers(right) or _are_numbers(left):
        return True
    if _are_labels(left, right):
        return True
    span = max(s.x1 for s in right) - min(s.x0 for s in left)
    left_width = max(s.x1 for s in left) - min(s.x0 for s in left)
    if left_width > NARROW * span or len(left) > len(right):
        return False
    starts = [block[0] for block in blocks_of(left)]
    tops = [block[0] for block in blocks_of(right)]
    paired = sum(any(abs(start.base - top.base) < start.size for top in tops) for start in starts)
    return len(starts) > 1 and paired >= PAIRED * len(starts)


MARKS = 0.6  # share of left segments that are bare list marks
NARROW = 0.4  # of the region's width: side headings are set in a quarter to a third
PAIRED = 0.8  # share of left blocks that start beside a block on the right


def _are_labels(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Short labels, each on the baseline of its value."""
    words = sum(len(segment.text.split()) for segment in left)
    if words > LABEL_WORDS * len(left):
        return False
    paired = sum(any(abs(label.base - value.base) < SLACK for value in right) for label in left)
    return paired >= PAIRED * max(len(left), len(right))


LABEL_WORDS = 3  # words of a label on average; lines of the narrowest prose columns hold four and more


def _are_numbers(side: Sequence[Line]) -> bool:
    """Page numbers of a contents list, numbers of its entries."""
    short = [segment for segment in side if len(segment.text) <= 8 and any(c.isdigit() for c in segment.text)]
    return len(short) >= PAIRED * len(side)


def blocks_of(side: Sequence[Line]) -> list[list[Line]]:
    """Runs of lines whose steps stay near their size."""
    blocks: list[list[Line]] = []
    for segment in sorted(side, key=lambda one: (one.base, one.x0)):
        if blocks and segment.base - blocks[-1][-1].base < BLOCK_STEP * max(segment.size, 1.0):
            blocks[-1].append(segment)
        else:
            blocks.append([segment])
    return blocks


BLOCK_STEP = 1.6  # em: wider steps part blocks; single-spaced text steps by 1.1-1.45 em


def _merges_lines(left: Sequence[Line], right: Sequence[Line]) -> bool:
    marks = all(is_marker(segment.text) or len(segment.text) <= 8 for segment in left)
    return marks or _are_numbers(right) or _are_labels(left, right)


def _rows(left: Sequence[Line], right: Sequence[Line], limits: Layout) -> Iterator[list[Line]]:
    """Row after row: the left block, then all of the right side down to the next left block."""
    starts = blocks_of(left)
    if _merges_lines(left, right):
        yield [*left, *right]
        return
    rest = sorted(right, key=lambda segment: segment.base)
    for index, block in enumerate(starts):
        end = starts[index + 1][0].base - 0.5 * block[0].size if index + 1 < len(starts) else float("inf")
        beside = [segment for segment in rest if segment.base < end]
        rest = [segment for segment in rest if segment.base >= end]
        yield block
        if beside:
            yield beside
