"""SpreadsheetML 2003: the XML that programs save under the name .xls. ``ss:Index`` skips cells and rows."""

from __future__ import annotations

from collections.abc import Iterator

from ingest_assets.extract.containers import too_large
from ingest_assets.extract.spreadsheet.dates import iso_of_text
from ingest_assets.extract.spreadsheet.number_format import classify, shown
from ingest_assets.extract.spreadsheet.numbers import plain_number
from ingest_assets.extract.spreadsheet.sheet import HiddenRanges, Merge, Sheet, column_letters
from ingest_assets.extract.spreadsheet.workbook import Workbook
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants, integer, text_of
from ingest_assets.settings import Settings

NAMED = {
    "General": "General", "General Number": "General", "Fixed": "0.00", "Standard": "#,##0.00", "Percent": "0.00%", "Scientific": "0.00E+00",
    "Currency": "$#,##0.00", "Euro Currency": "€#,##0.00", "General Date": "m/d/yyyy h:mm", "Short Date": "m/d/yyyy", "Medium Date": "d-mmm-yy",
    "Long Date": "d mmmm yyyy", "Short Time": "h:mm", "Medium Time": "h:mm AM/PM", "Long Time": "h:mm:ss", "Yes/No": "General",
    "True/False": "General", "On/Off": "General",
}  # fmt: skip
"""Formats that the dialect names instead of coding them."""

TIME_EPOCH = "1899-12-31T"
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384


def read_spreadsheetml(root: Element, settings: Settings) -> Workbook:
    """All worksheets. Raises too_large over the cell limit."""
    formats = _formats(root)
    left = settings.limits.cells
    workbook = Workbook(metadata=_metadata(root))
    for worksheet in children(root, "Worksheet"):
        options = child(worksheet, "WorksheetOptions", "Visible")
        hidden = options is not None and (options.text or "").startswith("Sheet")
        sheet = Sheet(name=attribute(worksheet, "Name"), hidden=hidden)
        _Rows(sheet, formats).read(child(worksheet, "Table"))
        left -= sum(len(line) for line in sheet.cells.values())
        if left < 0:
            raise too_large(f"more than {settings.limits.cells} cells")
        workbook.sheets.append(sheet)
    return workbook


def _metadata(root: Element) -> dict[str, object]:
    properties = child(root, "DocumentProperties")
    wanted = {"Title": "title", "Author": "author", "Created": "created", "LastSaved": "modified"}
    found = {key: child(properties, name) for name, key in wanted.items()}
    return {
        key: element.text.strip()
        for key, element in found.items()
        if element is not None and element.text and element.text.strip()
    }


def _formats(root: Element) -> dict[str, str]:
    """Number format by style id, through the parents."""
    styles = {attribute(style, "ID"): style for style in descendants(child(root, "Styles"), "Style")}
    found: dict[str, str] = {}
    for name in styles:
        current, seen = name, set()
        while current in styles and current not in seen:
            seen.add(current)
            code = attribute(child(styles[current], "NumberFormat"), "Format")
            if code:
                found[name] = NAMED.get(code, code)
                break
            current = attribute(styles[current], "Parent")
    return found


class _Rows:
    """Walks the rows of one table."""

    def __init__(self, sheet: Sheet, formats: dict[str, str]) -> None:
        self._sheet, self._formats = sheet, formats

    def read(self, table: Element | None) -> None:
        row, hidden = 0, []
        for element in children(table, "Row"):
            row = integer(attribute(element, "Index"), row + 1)
            if not 0 < row <= LAST_ROW:
                return
            if attribute(element, "Hidden") == "1":
                hidden.append((row - 1, row - 1 + max(0, integer(attribute(element, "Span")))))
            self._row(element, row - 1)
            row += max(0, integer(attribute(element, "Span")))
        self._sheet.hidden_rows = HiddenRanges(hidden)
        self._sheet.hidden_columns = HiddenRanges(_hidden_columns(table))

    def _row(self, element: Element, row: int) -> None:
        column = 0
        for cell in children(element, "Cell"):
            column = integer(attribute(cell, "Index"), column + 1)
            if not 0 < column <= LAST_COLUMN:
                return
            self._sheet.put(row, column - 1, self._text(cell))
            across, down = integer(attribute(cell, "MergeAcross")), integer(attribute(cell, "MergeDown"))
            if across > 0 or down > 0:
                self._sheet.merges.append(
                    Merge(top=row, left=column - 1, bottom=row + max(0, down), right=column - 1 + max(0, across))
                )
            for comment in children(cell, "Comment"):
                self._note(comment, row, column - 1)
            column += max(0, across)

    def _note(self, comment: Element, row: int, column: int) -> None:
        text = " ".join(" ".join(text_of(data) for data in descendants(comment, "Data")).split())
        author = attribute(comment, "Author")
        if text:
            self._sheet.notes.append(
                (
                    f"{column_letters(column)}{row + 1}",
                    author,
                    text.removeprefix(f"{author}:").strip() if author else text,
                )
            )

    def _text(self, cell: Element) -> str:
        data = child(cell, "Data")
        if data is None:
            formula = attribute(cell, "Formula")
            self._sheet.formulas_without_value += bool(formula)
            return formula
        text = text_of(data)
        code = self._formats.get(attribute(cell, "StyleID"), "General")
        match attribute(data, "Type"):
            case "Number":
                try:
                    return shown(float(text), code)
                except (ValueError, OverflowError):
                    return plain_number(text)
            case "DateTime":
                if text.startswith(TIME_EPOCH) and classify(code).kind in {"time", "duration"}:
                    return text.removeprefix(TIME_EPOCH)[:8]
                return iso_of_text(text)
            case "Boolean":
                return "TRUE" if text.strip() == "1" else "FALSE"
            case _:
                return text


def _hidden_columns(table: Element | None) -> Iterator[tuple[int, int]]:
    column = 0
    for element in children(table, "Column"):
        column = integer(attribute(element, "Index"), column + 1)
        last = column + max(0, integer(attribute(element, "Span")))
        if attribute(element, "Hidden") == "1":
            yield column - 1, last - 1
        column = last
