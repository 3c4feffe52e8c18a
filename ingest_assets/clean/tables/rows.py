"""Lines of a table put together to rows: by rules, by the gaps between them, by what their cells say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from ingest_assets.clean.tables.anchors import rows_at_anchors
from ingest_assets.clean.tables.placing import Placed
from ingest_assets.clean.tables.tokens import (
    continues_number,
    is_cut_date,
    is_cut_number,
    is_number,
    is_time_of_date,
    is_value,
)

Row = tuple[Placed, ...]


def rows_of(lines: Sequence[Placed], cuts: Sequence[float], width: int, *, ruled: bool = False) -> list[Row]:
    """Rows from top to bottom. ``cuts`` are the heights of rules across the table; ``ruled`` when rows are known to have them."""
    segments = _segments(lines, cuts)
    if ruled or len(segments) >= 3:
        parted = _without_remarks(segments, fewest=1 if ruled else 2)
        if not any(_conflict(segment, width) for segment in parted):
            return parted
    step = _row_gap(lines, segments, width)
    rows: list[Row] = []
    for segment in segments:
        if step is not None:
            rows += _split_at_gaps(segment, step)
        else:
            clusters = clusters_of(segment)
            rows += rows_at_anchors(clusters, width) or _by_content(clusters, width)
    return rows


def _without_remarks(segments: Sequence[Row], *, fewest: int) -> list[Row]:
    """Records between rules whose last lines are remarks over several columns: each remark is a row of its own."""
    starts = [_remark_start(segment) for segment in segments]
    if sum(start is not None for start in starts) < max(fewest, 0.5 * len(segments)):
        return list(segments)
    out: list[Row] = []
    for segment, start in zip(segments, starts, strict=True):
        out.append(segment[:start])
        out += [(line,) for line in segment[start:]] if start is not None else []
    return out


def _remark_start(segment: Row) -> int | None:
    """Index of the first of the trailing lines with one piece each, if that one reaches over several columns."""
    start = len(segment)
    while start > 1 and len(segment[start - 1].pieces) == 1:
        start -= 1
    lone = [i for i in range(start, len(segment)) if not segment[i].pieces[0].single]
    return lone[0] if lone else None


def _segments(lines: Sequence[Placed], cuts: Sequence[float]) -> list[Row]:
    """Lines between neighbouring cuts."""
    out: list[list[Placed]] = [[]]
    for line in lines:
        if out[-1] and any(
            out[-1][-1].base - 0.27 * out[-1][-1].size < cut < line.base - 0.27 * line.size for cut in cuts
        ):
            out.append([])
        out[-1].append(line)
    return [tuple(segment) for segment in out]


def clusters_of(lines: Sequence[Placed]) -> list[Row]:
    """Lines whose ink overlaps in height: cells of one row centred beside each other."""
    out: list[list[Placed]] = []
    reach = 0.0
    for line in lines:
        if out and reach - line.top > 0.25 * line.size:
            out[-1].append(line)
            reach = max(reach, line.bottom)
        else:
            out.append([line])
            reach = line.bottom
    return [tuple(cluster) for cluster in out]


def _gaps(clusters: Sequence[Row]) -> list[float]:
    return [min(line.top for line in lower) - max(line.bottom for line in upper) for upper, lower in pairwise(clusters)]


def _row_gap(lines: Sequence[Placed], segments: Sequence[Row], width: int) -> float | None:
    """Gap above which two lines are different rows, where lines of one cell stand clearly closer than rows do; else None."""
    em = median(line.size for line in lines)
    gaps = sorted(gap for segment in segments for gap in _gaps(clusters_of(segment)))
    jumps = [(b + 0.3 * em) / max(0.05 * em, a + 0.3 * em) for a, b in pairwise(gaps)]
    order = sorted(range(len(jumps)), key=lambda i: -jumps[i])
    for i in order[:3]:
        if jumps[i] < 1.3 or gaps[i + 1] - gaps[i] < 0.15 * em or gaps[i] > 0.9 * em:
            continue
        limit = (gaps[i] + gaps[i + 1]) / 2
        rows = [row for segment in segments for row in _split_at_gaps(segment, limit)]
        merged = [row for row in rows if len(clusters_of(row)) > 1]
        if sum(_conflict(row, width) for row in merged) <= 0.1 * len(merged):
            return limit
    return None


def _split_at_gaps(segment: Row, limit: float) -> list[Row]:
    out: list[Row] = []
    for cluster in clusters_of(segment):
        if out and min(line.top for line in cluster) - max(line.bottom for line in out[-1]) <= limit:
            out[-1] = (*out[-1], *cluster)
        else:
            out.append(cluster)
    return out


def _conflict(row: Row, width: int) -> bool:
    """True when the lines cannot be one row: two numbers in one column, or two lines that fill the row afresh."""
    clusters = clusters_of(row)
    if len(clusters) < 2:
        return False
    for column in range(width):
        texts = [text for cluster in clusters for line in cluster if (text := line.text(column))]
        if any(is_number(a) and is_number(b) and not _one_value(a, b) for a, b in pairwise(texts)):
            return True
    rests = [set(), *(_rests(upper, lower, width) for upper, lower in pairwise(clusters))]
    return sum(_fresh(cluster, width, rest) for cluster, rest in zip(clusters, rests, strict=True)) > 1


def _rests(above: Row, below: Row, width: int) -> set[int]:
    """Columns whose value goes on with the one on the line above."""
    return {column for column in range(width) if _one_value(_text(above, column), _text(below, column))}


def _text(row: Row, column: int) -> str:
    return " ".join(line.text(column) for line in row).strip()


def _one_value(above: str, below: str) -> bool:
    return (
        continues_number(above, below)
        or is_time_of_date(above, below)
        or is_cut_date(above, below)
        or is_cut_number(above, below)
    )


def _fresh(cluster: Row, width: int, rests: set[int]) -> bool:
    texts = [text for column in range(width) if column not in rests and (text := _text(cluster, column))]
    starts = [text for text in texts if not text[0].islower()]
    return len(starts) >= max(2, 0.7 * width) or (
        len(texts) >= 2 and is_value(texts[-1]) and not texts[0][0].islower() and not is_value(texts[0])
    )


def _by_content(clusters: Sequence[Row], width: int) -> list[Row]:
    """Rows where the gaps do not tell: a line goes on with the row above when its cells do."""
    out: list[Row] = []
    gaps = [0.0, *_gaps(clusters)]
    usual = median(gaps[1:]) if len(gaps) > 1 else 0.0
    pending = False
    for cluster, gap in zip(clusters, gaps, strict=True):
        close = gap <= usual + 0.25 * cluster[0].size
        if out and close and (_continues(out[-1], cluster, width) or (pending and _completes(out[-1], cluster))):
            out[-1] = (*out[-1], *cluster)
        else:
            out.append(cluster)
        pending = _only_key(out[-1])
    return out


def _continues(above: Row, below: Row, width: int) -> bool:
    """The lower line holds no first cell and no new value, and what it holds stands under text; or it goes on in lower case."""
    texts = {column: text for column in range(width) if (text := _text(below, column))}
    over = {column: text for column in range(width) if (text := _text(above, column))}
    if not texts or any(column not in over for column in texts):
        return False
    if any(
        is_value(text) and not continues_number(over[column].split(" ")[-1] if column else "", text)
        for column, text in texts.items()
    ):
        return False
    if 0 not in texts:
        return (any(not is_value(over[column]) for column in texts) and len(texts) <= max(1, width - 2)) or all(
            t[0].islower() for t in texts.values()
        )
    return all(text[0].islower() for text in texts.values() if not is_value(text))


def _only_key(row: Row) -> bool:
    return all(line.columns == {0} for line in row)


def _completes(above: Row, below: Row) -> bool:
    """The upper line is the beginning of the first cell, the lower one goes on with it in lower case and brings the values."""
    text = " ".join(line.text(0) for line in below).strip()
    return bool(text) and text[0].islower()
