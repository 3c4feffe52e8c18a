"""Side bars and margin notes: narrow columns of smaller type beside the main ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median

from ingest_assets.clean.layout.columns import Column, blocks_of
from ingest_assets.clean.layout.line import Line
from ingest_assets.clean.layout.paragraphs import Paragraph
from ingest_assets.thresholds.layout import Layout

_IMPRINT = re.compile(r"https?://|www\.|\bdoi\b|©|\bissn\b", re.IGNORECASE)
ALIGNED = 0.8  # share of notes that must start on a line of the text; a bar's blocks meet one in four lines by chance
ON_LINE = 1.5  # pt between the baselines of a note and of the line that it stands beside


def marked_sides(columns: Sequence[Column], body: float, limits: Layout) -> tuple[list[Column], list[Column]]:
    """Columns with side columns moved behind their page's text, and the side bars: side columns of one page of the document.

    A side bar (address of the journal, dates, licence) is taken out and listed; margin notes stay, each a column of its own.
    """
    pages: dict[int, list[Column]] = {}
    for column in columns:
        pages.setdefault(column.page, []).append(column)
    sides = {
        page: [column for column in on_page if _is_side(column, on_page, body, limits)]
        for page, on_page in pages.items()
    }
    bars = _bars(sides, pages, limits)
    gone = {id(column) for column in bars}
    out: list[Column] = []
    for page, on_page in pages.items():
        side = {id(column) for column in sides[page]}
        out.extend(column for column in on_page if id(column) not in side)
        for column in sides[page]:
            if id(column) not in gone:
                out.extend(_notes(column, on_page))
    return out, bars


def _bars(sides: dict[int, list[Column]], pages: dict[int, list[Column]], limits: Layout) -> list[Column]:
    found = {
        page: [column for column in on_page if len(column.lines) >= limits.column_lines]
        for page, on_page in sides.items()
    }
    with_sides = [page for page, on_page in found.items() if on_page]
    if len(with_sides) != 1:
        return []
    page = with_sides[0]
    imprint = any(_IMPRINT.search(line.text) for column in found[page] for line in column.lines)
    return [column for column in found[page] if imprint and not _are_notes(column, pages[page])]


def _are_notes(column: Column, on_page: Sequence[Column]) -> bool:
    """Several notes that stand on lines: one block may by chance."""
    return len(blocks_of(column.lines)) > 1 and _stands_on_lines(column, on_page)


def _is_side(column: Column, on_page: Sequence[Column], body: float, limits: Layout) -> bool:
    lines = [line for line in column.lines if line.item is None]
    if not lines or len(lines) != len(column.lines):
        return False
    left, right = min(other.x0 for other in on_page), max(other.x1 for other in on_page)
    if (
        column.x1 - column.x0 > limits.side_width * (right - left)
        or median(line.size for line in lines) > limits.side_size * body
    ):
        return False
    beside = _main_beside(column, on_page)
    return bool(beside) and (len(lines) >= limits.column_lines or _stands_on_lines(column, on_page))


def _main_beside(column: Column, on_page: Sequence[Column]) -> list[Column]:
    """Columns more than twice as wide left or right of it, at its height."""
    top, bottom = column.lines[0].top, column.lines[-1].bottom
    return [
        other
        for other in on_page
        if (other.x0 >= column.x1 or other.x1 <= column.x0)
        and other.x1 - other.x0 > 2 * (column.x1 - column.x0)
        and other.lines[0].top < bottom
        and other.lines[-1].bottom > top
    ]


def _stands_on_lines(column: Column, on_page: Sequence[Column]) -> bool:
    """Margin notes: each starts on the baseline of the line that it is about."""
    bases = [line.base for other in _main_beside(column, on_page) for line in other.lines]
    notes = blocks_of(column.lines)
    aligned = sum(any(abs(note[0].base - base) < ON_LINE for base in bases) for note in notes)
    return aligned >= ALIGNED * len(notes)


def _notes(column: Column, on_page: Sequence[Column]) -> Iterator[Column]:
    """The notes of a side column, each by itself; other side columns as they are."""
    if not _stands_on_lines(column, on_page):
        yield replace(column, side=True)
        return
    for note in blocks_of(column.lines):
        yield replace(column, lines=tuple(note), side=True, placed=True)


def with_notes_placed(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """Margin notes behind the paragraph beside which they start."""
    notes: dict[int, list[Paragraph]] = {}
    out: list[Paragraph] = []
    for paragraph in paragraphs:
        if paragraph.placed:
            notes.setdefault(paragraph.page, []).append(paragraph)
        else:
            out.append(paragraph)
    for page, found in notes.items():
        for note in reversed(found):
            out.insert(_place(note, page, out), note)
    return out


def _place(note: Paragraph, page: int, paragraphs: Sequence[Paragraph]) -> int:
    """Where the note goes: behind the last paragraph of its page that starts no lower, beside it."""
    first = note.lines[0]
    beside = [
        number
        for number, paragraph in enumerate(paragraphs)
        if paragraph.page == page and not paragraph.side and _starts_above(paragraph, first)
    ]
    return max(beside, key=lambda number: paragraphs[number].lines[0].base, default=len(paragraphs) - 1) + 1


def _starts_above(paragraph: Paragraph, note: Line) -> bool:
    line = paragraph.lines[0]
    return line.base < note.base + ON_LINE and line.turn == note.turn
