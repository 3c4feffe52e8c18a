"""Spreadsheets (ods, ots, fods): typed values with the shown text; repeats are expanded only where a cell is not blank."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest_assets.extract.containers import too_large
from ingest_assets.extract.drafts import cell_text
from ingest_assets.extract.opendocument.body import BodyReader
from ingest_assets.extract.opendocument.chart import object_drafts
from ingest_assets.extract.opendocument.inline import annotation_parts
from ingest_assets.extract.opendocument.package import OpenDocument
from ingest_assets.extract.opendocument.styles import Styles
from ingest_assets.extract.spreadsheet.dates import iso_of_text
from ingest_assets.extract.spreadsheet.numbers import plain_number
from ingest_assets.extract.spreadsheet.sheet import HiddenRanges, Merge, Sheet, column_letters
from ingest_assets.extract.spreadsheet.workbook import Workbook
from ingest_assets.extract.xml_parts import Element, attribute, children, descendants, integer, local
from ingest_assets.settings import Settings

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
HIDDEN = {"collapse", "filter"}
PERIOD = re.compile(r"(-?)PT?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?")
ROW_GROUPS = {"table-row-group", "table-rows", "table-header-rows"}
COLUMN_GROUPS = {"table-column-group", "table-columns", "table-header-columns"}


class SheetReader:
    """Reads the tables of one spreadsheet."""

    def __init__(self, document: OpenDocument, settings: Settings) -> None:
        self._document, self._formats = document, settings.formats
        self._styles = Styles(document.content, document.styles)
        self._cells_left = settings.limits.cells
        self._limit = settings.limits.cells

    def read(self, table: Element) -> Sheet:
        """One sheet. Raises too_large over the cell limit."""
        hidden = self._styles.is_hidden_table(attribute(table, "style-name"))
        sheet = Sheet(name=attribute(table, "name"), hidden=hidden)
        hidden_rows: list[tuple[int, int]] = []
        row = 0
        for element in _inside(table, "table-row", ROW_GROUPS):
            repeats = max(1, integer(attribute(element, "number-rows-repeated"), 1))
            if attribute(element, "visibility") in HIDDEN:
                hidden_rows.append((row, min(LAST_ROW, row + repeats) - 1))
            self._row(element, sheet, row, repeats)
            row += repeats
            if row >= LAST_ROW:
                break
        sheet.hidden_rows = HiddenRanges(hidden_rows)
        sheet.hidden_columns = HiddenRanges(_hidden_columns(table))
        self._beside(table, sheet)
        return sheet

    def _row(self, element: Element, sheet: Sheet, row: int, repeats: int) -> None:
        column = 0
        repeats = min(repeats, self._formats.repeat_rows)
        for cell in element:
            if local(cell) not in {"table-cell", "covered-table-cell"}:
                continue
            width = max(1, integer(attribute(cell, "number-columns-repeated"), 1))
            text = "" if local(cell) == "covered-table-cell" else self._text(cell, sheet, row, column)
            if text:
                self._spend(repeats * min(width, LAST_COLUMN))
                for one in range(column, min(column + width, LAST_COLUMN)):
                    for line in range(row, min(row + repeats, LAST_ROW)):
                        sheet.put(line, one, text)
                self._merge(cell, sheet, row, column)
            column += width
            if column >= LAST_COLUMN:
                return

    def _spend(self, cells: int) -> None:
        self._cells_left -= cells
        if self._cells_left < 0:
            raise too_large(f"more than {self._limit} cells")

    @staticmethod
    def _merge(cell: Element, sheet: Sheet, row: int, column: int) -> None:
        height, width = (
            integer(attribute(cell, "number-rows-spanned"), 1),
            integer(attribute(cell, "number-columns-spanned"), 1),
        )
        if height > 1 or width > 1:
            sheet.merges.append(
                Merge(top=row, left=column, bottom=row + max(1, height) - 1, right=column + max(1, width) - 1)
            )

    def _text(self, cell: Element, sheet: Sheet, row: int, column: int) -> str:
        if not len(cell) and not cell.attrib:
            return ""
        reader = BodyReader(self._styles, self._document.objects)
        for annotation in children(cell, "annotation"):
            author, note = annotation_parts(annotation)
            if note:
                sheet.notes.append((f"{column_letters(column)}{row + 1}", author, note))
        for frame in (one for one in cell if local(one) in {"frame", "custom-shape", "rect", "g"}):
            sheet.texts.extend(draft.text for draft in reader.frame(frame) if draft.text)
        shown = cell_text(draft for one in cell if local(one) in {"p", "list", "h"} for draft in reader.read_one(one))
        return self._value(cell, shown, sheet)

    @staticmethod
    def _value(cell: Element, shown: str, sheet: Sheet) -> str:
        match attribute(cell, "value-type"):
            case "date":
                return iso_of_text(attribute(cell, "date-value")) or shown
            case "time":
                return shown or period(attribute(cell, "time-value"))
            case "boolean":
                return shown or attribute(cell, "boolean-value").upper()
            case "float" | "percentage" | "currency":
                return shown or plain_number(attribute(cell, "value"))
            case "string":
                return shown or attribute(cell, "string-value")
        formula = attribute(cell, "formula")
        if formula and not shown:
            sheet.formulas_without_value += 1
            return "=" + formula.partition("=")[2]
        return shown

    def _beside(self, table: Element, sheet: Sheet) -> None:
        for shapes in children(table, "shapes"):
            reader = BodyReader(self._styles, self._document.objects)
            sheet.texts.extend(
                draft.text
                for shape in shapes
                for draft in reader.frame(shape)
                if draft.text and "chart" not in draft.flags
            )
            for reference in descendants(shapes, "object"):
                root = self._document.objects.get(attribute(reference, "href"))
                if root is not None:
                    sheet.charts.extend(draft.text for draft in object_drafts(root, 1) if draft.kind == "caption")


def period(text: str) -> str:
    """An ISO period as hours, minutes and seconds: PT36H00M00S is 36:00:00."""
    match = PERIOD.fullmatch(text)
    if match is None:
        return text
    sign, hours, minutes, seconds = match.groups()
    return f"{sign}{int(hours or 0)}:{int(minutes or 0):02d}:{int(seconds or 0):02d}"


def _inside(table: Element, name: str, groups: set[str]) -> Iterator[Element]:
    for one in table:
        if local(one) == name:
            yield one
        elif local(one) in groups:
            yield from _inside(one, name, groups)


def _hidden_columns(table: Element) -> Iterator[tuple[int, int]]:
    column = 0
    for element in _inside(table, "table-column", COLUMN_GROUPS):
        width = max(1, integer(attribute(element, "number-columns-repeated"), 1))
        if attribute(element, "visibility") in HIDDEN:
            yield column, column + width - 1
        column += width


def read_spreadsheet(document: OpenDocument, settings: Settings) -> Workbook:
    """All sheets."""
    reader = SheetReader(document, settings)
    sheets = [reader.read(table) for table in children(document.body, "table")]
    return Workbook(sheets=sheets, metadata=dict(document.metadata), children=document.children)
