"""PDF pages with tables drawn in every manner that the finder must read, and with things that only look like tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pymupdf

from ingest_assets.model import PageContent
from ingest_assets.pdf.pages import PdfPages
from ingest_assets_tests.corpus.pdf_writer import FONT_FOLDER, wrapped

STYLES = ("grid", "rows", "none", "booktabs", "zebra", "fills", "outer", "head_line", "cell_rules")
FONT = pymupdf.Font(fontfile=str(FONT_FOLDER / "LiberationSans-Regular.ttf"))
PALE, DARK = (0.9, 0.92, 0.96), (0.75, 0.8, 0.9)
PROSE = (
    "The ferry left the northern pier with forty people on board and nobody waved when the ropes were cast off. "
    "On the other bank the mayor read a short speech about the bridge that would never be built before the rain began. "
    "Later the older captains agreed that the water had been unusually calm for the season and for the hour of the day. "
)


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a table is drawn. ``right`` are columns set flush right; lengths in points."""

    style: str = "grid"
    widths: tuple[float, ...] = (110, 60, 80)
    right: frozenset[int] = frozenset()
    size: float = 9
    pad: float = 4
    middle: bool = True


class TablePages:
    """A document whose pages take tables and text one below the other."""

    def __init__(self, *, width: float = 595, height: float = 842, margin: float = 56) -> None:
        self.document: Any = pymupdf.open()
        self.width, self.height, self.margin = width, height, margin
        self.page: Any = None
        self.y = 0.0
        self.new_page()

    def new_page(self) -> None:
        """Begin a page."""
        self.page = self.document.new_page(width=self.width, height=self.height)
        self.page.insert_font(fontname="sans", fontbuffer=FONT.buffer)
        self.y = self.margin

    def text(self, x: float, y: float, text: str, size: float = 9) -> None:
        """A line at a baseline."""
        self.page.insert_text((x, y), text, fontname="sans", fontsize=size)

    def paragraph(self, text: str, *, size: float = 10, left: float | None = None, right: float | None = None) -> None:
        """Wrapped lines between two x positions, by default the margins."""
        start, end = left or self.margin, right or self.width - self.margin
        for line in wrapped(text, FONT, size, end - start):
            self.y += 1.25 * size
            self.text(start, self.y, line, size)
        self.y += size

    def table(self, rows: Sequence[Sequence[str]], look: Look, *, left: float | None = None, head: int = 1) -> None:
        """Rows of wrapped cells; a table that does not fit goes on, head repeated, on the next page."""
        x = self.margin if left is None else left
        top = self.y
        drawn: list[tuple[float, float, int]] = []
        for number, row in enumerate(rows):
            height = self._height(row, look)
            if self.y + height > self.height - self.margin:
                _rules(self.page, drawn, x, look)
                self.new_page()
                drawn = []
                for again in range(head):
                    drawn.append(self._row(rows[again], x, look, again))
            drawn.append(self._row(row, x, look, number))
        _rules(self.page, drawn, x, look)
        self.y += 6 if self.y > top else 0

    def _height(self, row: Sequence[str], look: Look) -> float:
        lines = [
            wrapped(cell, FONT, look.size, width - 2 * look.pad) for cell, width in zip(row, look.widths, strict=True)
        ]
        return max(len(cell) for cell in lines) * 1.2 * look.size + 2 * look.pad

    def _row(self, row: Sequence[str], x: float, look: Look, number: int) -> tuple[float, float, int]:
        height, top = self._height(row, look), self.y
        _fills(self.page, top, height, x, look, number)
        for column, (cell, width) in enumerate(zip(row, look.widths, strict=True)):
            lines = wrapped(cell, FONT, look.size, width - 2 * look.pad)
            spare = height - 2 * look.pad - 1.2 * look.size * len(lines)
            base = top + look.pad + (spare / 2 if look.middle else 0)
            for index, line in enumerate(lines):
                start = x + look.pad
                if column in look.right:
                    start = x + width - look.pad - FONT.text_length(line, look.size)
                self.text(start, base + look.size * (0.95 + 1.2 * index), line, look.size)
            x += width
        self.y = top + height
        return top, self.y, number

    def contents(self, folder: Path) -> list[PageContent]:
        """Every page as the pipeline reads it."""
        path = folder / "tables.pdf"
        self.document.save(path)
        with PdfPages(path) as pdf:
            return [pdf.content(number) for number in range(1, pdf.count + 1)]


def _fills(page: Any, top: float, height: float, x: float, look: Look, number: int) -> None:
    if look.style == "fills":
        for width in look.widths:
            box = pymupdf.Rect(x + 0.5, top + 0.5, x + width - 0.5, top + height - 0.5)
            page.draw_rect(box, color=None, fill=DARK if number == 0 else PALE)
            x += width
    elif look.style == "zebra" and number % 2 == 0:
        box = pymupdf.Rect(x, top, x + sum(look.widths), top + height)
        page.draw_rect(box, color=None, fill=DARK if number == 0 else PALE)


def _rules(page: Any, rows: Sequence[tuple[float, float, int]], x: float, look: Look) -> None:
    if not rows:
        return
    right = x + sum(look.widths)
    borders = [x]
    for width in look.widths:
        borders.append(borders[-1] + width)
    for y in _levels(rows, look.style):
        if look.style == "cell_rules":
            for start, end in pairwise(borders):
                page.draw_line((start, y), (end, y), width=0.5)
        else:
            page.draw_line((x, y), (right, y), width=0.5)
    uprights = borders if look.style in ("grid", "outer") else []
    for border in uprights:
        page.draw_line((border, rows[0][0]), (border, rows[-1][1]), width=0.5)


def _levels(rows: Sequence[tuple[float, float, int]], style: str) -> list[float]:
    top, bottom = rows[0][0], rows[-1][1]
    if style in ("grid", "rows", "cell_rules"):
        return [top, *(row[1] for row in rows)]
    return {"booktabs": [top, rows[0][1], bottom], "outer": [top, bottom], "head_line": [rows[0][1]]}.get(style, [])
