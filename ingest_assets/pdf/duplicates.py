"""Text painted several times nearly at one place (fake bold, shadows): one copy stays, the others are marked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.model import Span

OFFSET = 0.1  # em: copies further apart are two texts (pdf-layout.md section 3.2)


NEXT = (-1, 0, 1)  # cells beside a cell: a cell's side is the farthest that a copy may lie away


def mark_duplicates(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Spans with ``hidden="duplicate"`` on every copy after the first."""
    by_text: dict[str, list[int]] = defaultdict(list)
    for index, span in enumerate(spans):
        if span.hidden is None and not span.text.isspace():
            by_text[span.text].append(index)
    result = list(spans)
    for indices in by_text.values():
        if len(indices) > 1:
            _mark_group(indices, result)
    return tuple(result)


def _mark_group(indices: Sequence[int], result: list[Span]) -> None:
    """Copies are looked for in the cells around their place: one word may stand on a page ten thousand times."""
    side = OFFSET * max(1.0, *(result[index].size for index in indices))
    kept: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index in indices:
        span = result[index]
        column, row = int(span.origin[0] // side), int(span.origin[1] // side)
        near = [one for x in NEXT for y in NEXT for one in kept.get((column + x, row + y), ())]
        first = next((one for one in sorted(near) if _is_copy(result[one], span)), None)
        if first is None:
            kept[column, row].append(index)
        else:
            result[index] = replace(span, hidden="duplicate")
            result[first] = replace(result[first], bold=True)


def _is_copy(first: Span, second: Span) -> bool:
    """Sizes alike and both ends within a tenth of the size (a shifted copy may be shifted up to four times)."""
    reach = OFFSET * max(first.size, 1.0)
    return (
        abs(first.size - second.size) < reach
        and abs(first.origin[0] - second.origin[0]) <= reach
        and abs(first.origin[1] - second.origin[1]) <= reach
    )
