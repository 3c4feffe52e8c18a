"""Rows of wrapped cells that stand as close as their lines do: a column with one value in every row tells where rows begin."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ingest_assets.clean.tables.placing import Piece, Placed
from ingest_assets.clean.tables.tokens import continues_number, is_value
from ingest_assets.thresholds.tables import Tables

Row = tuple[Placed, ...]
LIMITS = Tables()


def rows_at_anchors(clusters: Sequence[Row], width: int, limits: Tables = LIMITS) -> list[Row] | None:
    """Rows that begin where the anchor column has a value; None without such a column.

    Lines above the first value (the head) and lines that cannot go on with the row above are rows of their own.
    """
    column = _anchor(clusters, width, limits)
    if column is None:
        return None
    widest = _widths(clusters, width)
    out: list[Row] = []
    begun = False
    for cluster in clusters:
        filled = bool(_text(cluster, column))
        begun = begun or (filled and is_value(_text(cluster, column)))
        if out and begun and not _opens(out[-1], cluster, column, widest):
            out[-1] = (*out[-1], *cluster)
        else:
            out.append(cluster)
    return out


def _anchor(clusters: Sequence[Row], width: int, limits: Tables) -> int | None:
    """The last column of values such that no line without one brings values or a first cell that was not wrapped."""
    widest = _widths(clusters, width)
    for column in range(width - 1, 0, -1):
        places = [i for i, cluster in enumerate(clusters) if is_value(_text(cluster, column))]
        if len(places) < limits.fewest_anchors:
            continue
        body = clusters[places[0] :]
        others = [cluster for cluster in body if not _text(cluster, column)]
        texts = [text for cluster in body if (text := _text(cluster, column))]
        if sum(map(is_value, texts)) < limits.anchor_values * len(texts) or not others:
            continue
        if any(continues_number(a, b) for a, b in itertools.pairwise(texts)):
            continue
        strange = sum(_brings_values(cluster, column, widest) for cluster in others)
        if strange <= limits.anchor_strangers * len(body):
            return column
    return None


def _brings_values(cluster: Row, column: int, widest: Sequence[float]) -> bool:
    """Values in columns other than the anchor, but a short rest of a wrapped one."""
    values = [
        p for line in cluster for p in line.pieces if p.single and p.first not in (0, column) and is_value(p.run.text)
    ]
    return any(_width(piece) > 0.5 * widest[piece.first] for piece in values)


def _opens(above: Row, cluster: Row, column: int, widest: Sequence[float]) -> bool:
    """The line begins a row: it has the anchor, or text that would have fitted on the line above it."""
    if _text(cluster, column):
        return True
    pieces = [piece for line in cluster for piece in line.pieces]
    if any(not piece.single for piece in pieces):
        return True
    return any(not _wrapped(above, piece, widest) for piece in pieces)


def _wrapped(above: Row, piece: Piece, widest: Sequence[float]) -> bool:
    """The piece's first word had no room on the line above it in its column, or goes on in lower case."""
    over = [p for line in above for p in line.pieces if p.first == piece.first and p.single]
    if not over:
        return False
    if piece.run.text[0].islower():
        return True
    if piece.first == 0 and not (is_value(piece.run.text) and is_value(over[-1].run.text)):
        return False  # a name in the first column begins a row: a section, a total
    first = piece.run.words[0]
    return _width(over[-1]) + (first.x1 - first.x0) > widest[piece.first] - 0.3 * first.size


def _widths(clusters: Sequence[Row], width: int) -> list[float]:
    """Widest piece of each column (points)."""
    out = [0.0] * width
    for cluster in clusters:
        for line in cluster:
            for piece in line.pieces:
                if piece.single:
                    out[piece.first] = max(out[piece.first], _width(piece))
    return out


def _width(piece: Piece) -> float:
    return piece.run.x1 - piece.run.x0


def _text(cluster: Row, column: int) -> str:
    return " ".join(text for line in cluster if (text := line.text(column)))
