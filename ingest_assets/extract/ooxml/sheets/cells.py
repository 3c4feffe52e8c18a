"""The cells of a worksheet part, row by row, without a tree of the whole sheet (formats.md section 4, xlsx)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ingest_assets.extract.containers import MemberStream, too_large
from ingest_assets.extract.ooxml.sheets.shared import rich_text, unescaped
from ingest_assets.extract.spreadsheet.dates import iso_of_text
from ingest_assets.extract.spreadsheet.number_format import shown
from ingest_assets.extract.spreadsheet.sheet import HiddenRanges, Merge, Sheet, column_letters, column_number
from ingest_assets.extract.xml_parts import Element, attribute, integer, local, relation, walk_elements

REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")
MOVABLE = re.compile(r"(?<![A-Za-z0-9_.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![A-Za-z0-9_(.])")
QUOTED = re.compile(r"(\"[^\"]*\"|'[^']*')")
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
REMEMBERED = 50_000
"""Numbers whose printed form is kept: dates and counts repeat, and drawing a format is slow."""

PARTS = ("row", "cols", "mergeCell", "hyperlink", "oddHeader", "oddFooter", "sheetData")


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What all sheets of a workbook share. ``cells_left`` is a one-element list that all sheets count down."""

    strings: list[str]
    formats: list[str]
    epoch_1904: bool
    cells_left: list[int]


@dataclass(slots=True)
class SheetState:
    """What the walk over one sheet keeps in mind."""

    row: int = -1
    hidden_rows: list[tuple[int, int]] = field(default_factory=list)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    shared_formulas: dict[str, tuple[str, int, int]] = field(default_factory=dict)


class SheetReader:
    """Reads one worksheet stream into a sheet."""

    def __init__(self, book: Book, sheet: Sheet) -> None:
        self._book, self._sheet, self._state = book, sheet, SheetState()
        self.links: list[tuple[str, str]] = []
        self._numbers: dict[tuple[str, str], str] = {}

    def read(self, stream: MemberStream) -> None:
        """Fill the sheet. Raises too_large over the cell limit, and what the stream and the XML raise."""
        for element in walk_elements(stream, *PARTS):
            self._part(element)
        self._sheet.hidden_rows = HiddenRanges(self._state.hidden_rows)
        self._sheet.hidden_columns = HiddenRanges(self._state.hidden_columns)

    def _part(self, element: Element) -> None:
        match local(element):
            case "row":
                self._row(element)
            case "cols":
                self._state.hidden_columns.extend(_hidden_columns(element))
            case "mergeCell":
                merge = range_of(attribute(element, "ref"))
                if merge is not None:
                    self._sheet.merges.append(merge)
            case "hyperlink":
                self.links.append((attribute(element, "ref"), relation(element)))
            case "oddHeader" | "oddFooter":
                text = margin_text(element.text or "")
                if text:
                    self._sheet.margins.append(
                        ("running_header" if local(element) == "oddHeader" else "running_footer", text)
                    )

    def _row(self, element: Element) -> None:
        row = integer(element.get("r") or "", self._state.row + 2) - 1
        self._state.row = row
        if not 0 <= row < LAST_ROW:
            return
        if element.get("hidden") in {"1", "true"} or (element.get("ht") == "0" and element.get("customHeight") == "1"):
            self._state.hidden_rows.append((row, row))
        column = -1
        for cell in element:
            column = self._cell(cell, row, column)

    def _cell(self, cell: Element, row: int, before: int) -> int:
        """Read one cell; returns its column. Cells without a reference follow their neighbour."""
        reference = REFERENCE.fullmatch(cell.get("r") or "")
        column = _column_of(reference.group(1)) if reference else before + 1
        if not len(cell) or column >= LAST_COLUMN:
            return column
        text = self._text(cell, row, column)
        if text:
            self._book.cells_left[0] -= 1
            if self._book.cells_left[0] < 0:
                raise too_large("more cells than a workbook may have")
            self._sheet.put(row, column, text)
        return column

    def _text(self, cell: Element, row: int, column: int) -> str:
        value, formula, inline = None, None, None
        for part in cell:
            name = local(part)
            if name == "v":
                value = part.text or ""
            elif name == "f":
                formula = part
            elif name == "is":
                inline = part
        if inline is not None:
            return rich_text(inline)
        kind = cell.get("t") or "n"
        if formula is not None:
            expression = self._formula(formula, row, column)
            if value is None or (not value and kind != "str"):
                self._sheet.formulas_without_value += 1
                return f"={expression}"
        return "" if value is None else self._shown(value, kind, cell.get("s") or "0")

    def _shown(self, value: str, kind: str, style: str) -> str:
        match kind:
            case "s":
                index = integer(value, -1)
                return self._book.strings[index] if 0 <= index < len(self._book.strings) else ""
            case "n":
                return self._number(value, style)
            case "b":
                return "TRUE" if value.strip() in {"1", "true"} else "FALSE"
            case "d":
                return iso_of_text(value)
            case "str" | "inlineStr":
                return unescaped(value)
            case "e":
                return value
            case _:
                return self._number(value, style)

    def _number(self, value: str, style: str) -> str:
        known = self._numbers.get((value, style))
        if known is not None:
            return known
        index = integer(style)
        code = self._book.formats[index] if 0 <= index < len(self._book.formats) else "General"
        try:
            text = shown(float(value), code, epoch_1904=self._book.epoch_1904)
        except (ValueError, OverflowError):
            text = value
        if len(self._numbers) < REMEMBERED:
            self._numbers[value, style] = text
        return text

    def _formula(self, formula: Element, row: int, column: int) -> str:
        """The formula's text; a follower of a shared formula gets its master's, moved to its own place."""
        text = formula.text or ""
        shared = attribute(formula, "si") if attribute(formula, "t") == "shared" else ""
        if shared and text:
            self._state.shared_formulas[shared] = (text, row, column)
        elif shared and shared in self._state.shared_formulas:
            master, master_row, master_column = self._state.shared_formulas[shared]
            return moved(master, row - master_row, column - master_column)
        return text


@lru_cache(maxsize=LAST_COLUMN)
def _column_of(letters: str) -> int:
    return column_number(letters)


def _hidden_columns(element: Element) -> Iterator[tuple[int, int]]:
    for one in element:
        if attribute(one, "hidden") in {"1", "true"} or attribute(one, "width") == "0":
            first, last = integer(attribute(one, "min")), integer(attribute(one, "max"))
            if 0 < first <= last:
                yield first - 1, min(last, LAST_COLUMN) - 1


def range_of(reference: str) -> Merge | None:
    """A range reference such as ``A1:C3``; None when it is none."""
    first, _, last = reference.partition(":")
    start, end = REFERENCE.fullmatch(first), REFERENCE.fullmatch(last or first)
    if start is None or end is None:
        return None
    top, bottom = int(start.group(2)) - 1, int(end.group(2)) - 1
    left, right = column_number(start.group(1)), column_number(end.group(1))
    return Merge(top=top, left=left, bottom=bottom, right=right) if top <= bottom and left <= right else None


def moved(formula: str, rows: int, columns: int) -> str:
    """A formula with its relative references shifted; quoted text and sheet names are left alone."""

    def shift(match: re.Match[str]) -> str:
        fixed_column, letters, fixed_row, number = match.groups()
        column = column_number(letters) + (0 if fixed_column else columns)
        row = int(number) + (0 if fixed_row else rows)
        return f"{fixed_column}{column_letters(column)}{fixed_row}{row}" if column >= 0 and row > 0 else match.group()

    return "".join(part if index % 2 else MOVABLE.sub(shift, part) for index, part in enumerate(QUOTED.split(formula)))


def margin_text(code: str) -> str:
    """A header or footer without its codes (``&L``, ``&"Arial"``, ``&12``; page numbers and dates are dropped)."""
    text = re.sub(r'&(?:"[^"]*"|\d+|K[0-9A-F]{6}|[LCRPNDTFAGZBIUESXYOH])', " ", unescaped(code))
    return " ".join(text.replace("&&", "&").split())
