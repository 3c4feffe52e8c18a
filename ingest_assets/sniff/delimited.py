"""Delimited text: do the rows agree on a width? (sniffing.md section 2.3, point 6)"""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass

NUMBER = re.compile(r"\s*[-+]?[\d.,\s]*\d[\d.,]*\s*%?\s*$")
NUMBER_LENGTH = 40
DELIMITERS = "\t;,|"
ROWS = 400
COMMENT_LINES = re.compile(r"^#[^\n]*(?:\n|\Z)", re.MULTILINE)
SEPARATOR_LINE = re.compile(r"sep=([\t;,|])\r?\n", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The best delimiter, how well the rows agree (0 to 1.1) and the modal width."""

    delimiter: str
    score: float
    width: int
    rows: int


def shape_of(text: str, *, whole: bool) -> Shape | None:
    """The best of four delimiters; None when no line holds any. ``sep=;`` on the first line decides."""
    named = SEPARATOR_LINE.match(text)
    if named:
        return Shape(delimiter=named[1], score=1.1, width=2, rows=2)
    if text.startswith("#"):
        text = COMMENT_LINES.sub("", text)
    if not whole:
        text = text[: text.rfind("\n") + 1] or text
    shapes = [shape for delimiter in DELIMITERS if delimiter in text and (shape := _shape(text, delimiter))]
    return max(shapes, key=lambda shape: (shape.score, shape.width), default=None)


def _shape(text: str, delimiter: str) -> Shape | None:
    rows = _rows(text, delimiter)
    if not rows:
        return None
    width, count = Counter(map(len, rows)).most_common(1)[0]
    if width < 2:
        return None
    cells = [cell for row in rows for cell in row]
    filled = [cell for cell in cells if cell.strip()]
    blank_first = sum(cell[:1] == " " and bool(cell.strip()) for row in rows for cell in row[1:]) / max(
        1, sum(len(row) - 1 for row in rows)
    )
    numeric = sum(len(cell) <= NUMBER_LENGTH and bool(NUMBER.match(cell)) for cell in filled) / max(1, len(filled))
    long = sum(len(cell) > 100 for cell in cells) / max(1, len(cells))
    score = (
        count / len(rows)
        - (0.0 if delimiter == "\t" else 0.5 * blank_first * (1 - numeric))
        - 0.5 * long
        + 0.1 * numeric
    )
    if len(rows) == 1:
        score -= 0.3
    if width == 2 and delimiter in ",|" and numeric == 0:
        score -= 0.05
    return Shape(delimiter=delimiter, score=score, width=width, rows=len(rows))


def _rows(text: str, delimiter: str) -> list[list[str]]:
    rows: list[list[str]] = []
    try:
        for row in csv.reader(re.split(r"(?<=\n)|(?<=\r)(?!\n)", text.replace("\0", "")), delimiter=delimiter):
            if any(cell.strip() for cell in row):
                rows.append(row)
            if len(rows) >= ROWS:
                break
    except csv.Error:
        return rows
    return rows


def is_one_column(text: str) -> bool:
    """Short lines without any delimiter: a list that its owner calls a CSV."""
    lines = [line for line in text.splitlines() if line.strip()]
    return (
        len(lines) >= 2
        and max(map(len, lines)) <= 60
        and sum(map(len, lines)) / len(lines) <= 30
        and not any(line.rstrip().endswith((".", "!", "?")) for line in lines)
    )
