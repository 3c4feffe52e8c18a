"""Which delimiter? The one that gives the highest share of rows of one width."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

DELIMITERS = (",", ";", "\t", "|")
SAMPLE = 65_536  # characters: enough rows of any real file, a bound on the work
WIDTH_BONUS = 0.01  # a share point for each further column, at most ten
FIELD_LIMIT = 2**31 - 1  # csv's own limit of 131,072 kills real fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How to split rows. ``share`` is that of the rows with the modal width; ``skip`` counts ``sep=`` lines."""

    delimiter: str
    quoted: bool
    share: float
    width: int
    skip: int = 0


def dialect_of(text: str) -> Dialect:
    """Judge a sample from the beginning, cut at a line end."""
    first, _, _ = text.partition("\n")
    if first.lower().startswith("sep=") and len(first.strip()) == 5:
        return Dialect(delimiter=first.strip()[4], quoted=True, share=1.0, width=0, skip=1)
    sample = text[:SAMPLE]
    if len(text) > SAMPLE and "\n" in sample:
        sample = sample.rpartition("\n")[0]
    judged = [_judge(sample, delimiter) for delimiter in DELIMITERS if delimiter in sample]
    return max(judged, key=_rank, default=Dialect(delimiter=",", quoted=True, share=0.0, width=1))


def _rank(dialect: Dialect) -> float:
    return dialect.share + WIDTH_BONUS * min(10, dialect.width) if dialect.width > 1 else -1.0


def _judge(sample: str, delimiter: str) -> Dialect:
    """Share and width with quotes understood; a tab-separated text with stray quotes is read without them."""
    quoted = _measure(rows_of(sample, delimiter, quoted=True))
    if delimiter != "\t":
        return Dialect(delimiter=delimiter, quoted=True, share=quoted[0], width=quoted[1])
    bare = _measure(rows_of(sample, delimiter, quoted=False))
    swallows = bare[0] >= quoted[0] and bare[2] > quoted[2]
    is_quoted = quoted[0] >= bare[0] and not swallows and not _has_stray_quotes(sample, delimiter)
    share, width, _ = quoted if is_quoted else bare
    return Dialect(delimiter=delimiter, quoted=is_quoted, share=share, width=width)


def _has_stray_quotes(sample: str, delimiter: str) -> bool:
    """True when cells that only begin with a quote and cells that only end with one do not pair up."""
    cells = [cell for row in rows_of(sample, delimiter, quoted=False) for cell in row if '"' in cell]
    opened = sum(cell.startswith('"') and (len(cell) == 1 or not cell.endswith('"')) for cell in cells)
    closed = sum(cell.endswith('"') and not cell.startswith('"') for cell in cells)
    return opened != closed


def _measure(rows: Iterable[list[str]]) -> tuple[float, int, int]:
    """(share of the modal width, modal width, number of rows)."""
    widths = Counter(len(row) for row in rows if any(cell.strip() for cell in row))
    if not widths:
        return 0.0, 1, 0
    width, count = max(widths.items(), key=lambda item: (item[0] > 1, item[1]))
    return count / widths.total(), width, widths.total()


def rows_of(text: str, delimiter: str, *, quoted: bool) -> Iterable[list[str]]:
    """Rows of strings. Line ends must be newlines, NULs gone."""
    csv.field_size_limit(FIELD_LIMIT)
    if quoted:
        return csv.reader(_lines(text), delimiter=delimiter)
    return csv.reader(_lines(text), delimiter=delimiter, quoting=csv.QUOTE_NONE)


def _lines(text: str) -> Iterable[str]:
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end + 1
        yield text[start:end]
        start = end
