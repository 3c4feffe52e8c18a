"""Lines that only look like rows: contents lists, indexes, numbered lists, program text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from ingest_assets.clean.tables.grid import Grid
from ingest_assets.clean.tables.tokens import is_value
from ingest_assets.clean.tables.words import Word
from ingest_assets.thresholds.tables import Tables

DOTS = re.compile(r"[.…·․‥_]+")
LEADER = re.compile(r"[.…·․‥]{4,}|_{6,}")
PAGE = re.compile(r"\d{1,4}|[ivxlcdm]+", re.IGNORECASE)
CHAPTER = re.compile(r"\d{1,2}(\.\d{1,2})*\.?|[IVX]+\.?")
PAGES = re.compile(r"[\divxlcdm]+([–-]\d+)?([,;] ?[\divxlcdm]+([–-]\d+)?)*,?", re.IGNORECASE)
PROGRAM = re.compile(
    r"[{}\\;]|\w\(|[=<>!+-]=|->|<-|::|\$\w|\w\s?=\s?[\w'\"(\[]|(^|\s)(#+|//|/\*)(\s|$)|^\s*([#>$%]|--\s)|^\[\d+\]|[^\d\s]%$"
)
KIND = re.compile(r"\[ ?[^\W\d][\w ]*\]")
TURN = re.compile(r"[←↩↪⏎\s\ufffd]+")
LEADING_DOTS = 4  # dots with blanks between them that lead from a title to its page number


def is_contents(grid: Grid) -> bool:
    """Titles with leaders to page numbers that rise down the list; or numbered titles with such numbers and no leaders. Also an index."""
    rows = _rows(grid)
    led = [row for row in rows if _has_leader(row)]
    ends = [row[-1].text for row in rows if row]
    pages = [text for text in ends if PAGE.fullmatch(text)]
    if len(led) >= max(2, 0.25 * len(rows)):
        single = sum(_values_after_leader(row) <= 1 for row in led) >= 0.8 * len(led)
        lists = [text for row in led if PAGES.fullmatch(text := _tail(row)) and not text.isdigit()]
        return (single and _rise(pages)) or len(lists) >= 0.25 * len(led)
    numbered = [row for row in rows if len(row) > 1 and CHAPTER.fullmatch(row[0].text)]
    ended = [row for row in rows if len(row) > 1 and PAGE.fullmatch(row[-1].text)]
    return len(ended) >= max(3, 0.7 * len(rows)) and len(numbered) >= 0.4 * len(rows) and _are_titles(ended, pages)


def _rows(grid: Grid) -> list[list[Word]]:
    """Words of each row from left to right; a wrapped cell's lines run into each other, which is no matter here."""
    return [
        sorted((word for cell in grid.cells if cell.row == row for word in cell.words), key=lambda word: word.x0)
        for row in range(grid.height)
    ]


def _has_leader(row: Sequence[Word]) -> bool:
    return any(LEADER.search(word.text) for word in row) or sum(word.text in {".", "·"} for word in row) >= LEADING_DOTS


def _tail(row: Sequence[Word]) -> str:
    """What stands behind the last dots of a row."""
    out: list[str] = []
    for word in reversed(row):
        if DOTS.fullmatch(word.text) or LEADER.search(word.text):
            break
        out.append(word.text)
    return " ".join(reversed(out))


def _values_after_leader(row: Sequence[Word]) -> int:
    return len(_tail(row).split())


def _rise(pages: Sequence[str]) -> bool:
    """Nearly all page numbers are no less than the one before."""
    numbers = [int(text) for text in pages if text.isdigit()]
    return len(numbers) > 1 and sum(a <= b for a, b in pairwise(numbers)) >= 0.8 * (len(numbers) - 1)


def _are_titles(rows: Sequence[Sequence[Word]], pages: Sequence[str]) -> bool:
    """Nothing but words between the number of a chapter and its page."""
    between = [word.text for row in rows for word in row[1:-1]]
    return bool(between) and not any(map(is_value, between)) and _rise(pages)


def is_numbered_text(grid: Grid) -> bool:
    """Numbers or letters one after the other down the first column from the first row on, no values beside them: a list, a listing."""
    if not _is_numbered(grid):
        return False
    others = [_text(grid, row, column) for row in range(grid.height) for column in range(1, grid.width)]
    filled = [text for text in others if text]
    return sum(map(is_value, filled)) < 0.1 * len(filled)


def _is_numbered(grid: Grid) -> bool:
    """1, 2, 3 or A, B, C before most rows, the first one included; a few lines may have none, or a number of another kind."""
    labels = [_text(grid, row, 0) for row in range(grid.height)]
    steps = [int(text) if text.isdigit() else ord(text) for text in labels if text.isdigit() or _is_letter(text)]
    if len(steps) < max(3, 0.5 * grid.height) or not (labels[0].isdigit() or _is_letter(labels[0])):
        return False
    return sum(b - a == 1 for a, b in pairwise(steps)) >= 0.8 * (len(steps) - 1)


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isalpha()


def is_program(grid: Grid, limits: Tables) -> bool:
    """Lines of a program: signs of one in most of them, and numbers of lines before them, or letters of one width; or in nearly all."""
    texts = [" ".join(_text(grid, row, column) for column in range(grid.width)) for row in range(grid.height)]
    signs = sum(PROGRAM.search(text) is not None for text in texts)
    if signs < limits.program_rows * len(texts):
        return False
    if _is_numbered(grid) or (signs >= 0.8 * len(texts) and PROGRAM.search(texts[0])):
        return True
    first = [word for cell in grid.cells if cell.row == 0 for word in cell.words]
    return _one_width(grid.words, limits) and _one_width([*first, *grid.words[:1]], limits)


def is_listing(grid: Grid, limits: Tables) -> bool:
    """Program text and what manuals of programs set in the same way."""
    numbered = is_numbered_text(grid) and _one_width(grid.words, limits)
    return numbered or is_program(grid, limits) or _is_signatures(grid, limits) or _is_turned_over(grid, limits)


def _is_signatures(grid: Grid, limits: Tables) -> bool:
    """Names of functions with their kind in brackets, alone at the right edge: "sqrt x [function]"."""
    ends = [text for row in range(grid.height) if (text := _text(grid, row, grid.width - 1))]
    kinds = sum(KIND.fullmatch(text) is not None for text in ends)
    return kinds >= 2 and kinds > limits.program_rows * grid.height and kinds >= 0.8 * len(ends)


def _is_turned_over(grid: Grid, limits: Tables) -> bool:
    """A listing with lines too long for its box: the last column holds the marks of the turns and nothing else."""
    ends = [text for row in range(grid.height) if (text := _text(grid, row, grid.width - 1))]
    return len(ends) >= limits.program_rows * grid.height and all(TURN.fullmatch(text) for text in ends)


def _one_width(words: Sequence[Word], limits: Tables) -> bool:
    """Nearly all words are as wide as their number of letters says."""
    shares = [(word.x1 - word.x0) / (len(word.text) * word.size) for word in words if len(word.text) > 1]
    if not shares:
        return True
    usual = median(shares)
    return sum(abs(share - usual) <= limits.one_width * usual for share in shares) >= 0.8 * len(shares)


def _text(grid: Grid, row: int, column: int) -> str:
    return " ".join(
        word.text for cell in grid.cells if cell.row == row and cell.column == column for word in cell.words
    )
