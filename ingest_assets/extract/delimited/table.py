"""A delimited text to one table and the lines before it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingest_assets.extract.delimited.dialect import Dialect, dialect_of, rows_of
from ingest_assets.thresholds.web import Web

LINE_ENDS = re.compile(r"\r\n?")
FORMULA_TEXT = re.compile(r'="((?:[^"]|"")*)"')
PREAMBLE_ROWS = 20  # an export writes at most a few lines before its head
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delimited:
    """``rows`` as ragged as the file; ``preamble``: lines before the head; ``share`` is that of the modal width."""

    preamble: tuple[str, ...]
    rows: tuple[Row, ...]
    share: float
    unclosed: bool
    truncated: bool


def read_delimited(text: str, *, cells: int, web: Web) -> Delimited | None:
    """The table of a text, or None when it is none. At most ``cells`` cells are read."""
    text = LINE_ENDS.sub("\n", text.replace("\x00", ""))
    dialect = dialect_of(text)
    if dialect.skip == 0 and dialect.share < web.delimiter_share:
        return None
    if dialect.skip:
        text = text.partition("\n")[2]
    rows, truncated = _limited(rows_of(text, dialect.delimiter, quoted=dialect.quoted), cells)
    unclosed = _is_unclosed(rows, text, dialect)
    if unclosed:
        rows, truncated = _limited(rows_of(text, dialect.delimiter, quoted=False), cells)
    return _split(rows, unclosed=unclosed, truncated=truncated)


def _limited(rows: Iterable[list[str]], cells: int) -> tuple[list[Row], bool]:
    kept: list[Row] = []
    count = 0
    for row in rows:
        count += len(row)
        if count > cells:
            return kept, True
        kept.append(tuple(_cell(value) for value in row))
    return kept, False


def _cell(value: str) -> str:
    """Quoted newlines are a blank; ``="00123"`` is 00123."""
    formula = FORMULA_TEXT.fullmatch(value.strip()) if value[:2] == '="' else None
    if formula is not None:
        value = formula[1].replace('""', '"')
    return " ".join(value.split()) if not value.isalnum() else value


def _is_unclosed(rows: Sequence[Row], text: str, dialect: Dialect) -> bool:
    """A quote that never closes swallows the rest of the file into the last cell."""
    if not dialect.quoted or not rows or text.count('"') % 2 == 0:
        return False
    lines = text.count("\n")
    return lines > 3 and len(rows) < 0.9 * lines


def _split(rows: Sequence[Row], *, unclosed: bool, truncated: bool) -> Delimited:
    filled = [row for row in rows if any(row)]
    widths = Counter(len(row) for row in filled)
    width, count = max(widths.items(), key=lambda item: (item[0] > 1, item[1]), default=(1, 0))
    least = 2 if width > 1 else 1
    head = next((i for i, row in enumerate(filled[:PREAMBLE_ROWS]) if len(row) == width and _filled(row) >= least), 0)
    if any(_filled(row) > max(1, width // 2) for row in filled[:head]):
        head = 0
    share = count / max(1, len(filled) - head)
    preamble = tuple(", ".join(cell for cell in row if cell) for row in filled[:head])
    return Delimited(preamble=preamble, rows=tuple(filled[head:]), share=share, unclosed=unclosed, truncated=truncated)


def _filled(row: Row) -> int:
    return sum(bool(cell) for cell in row)
