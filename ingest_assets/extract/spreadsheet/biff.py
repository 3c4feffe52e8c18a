"""Old Excel workbooks (BIFF, xls): xlrd for formats, error cells and what is hidden; calamine where xlrd gives up (formats.md section 3)."""

from __future__ import annotations

import io
import struct
from datetime import date, datetime, time, timedelta
from typing import Any

import python_calamine
import xlrd

from ingest_assets.extract.containers import corrupt, encrypted, too_large
from ingest_assets.extract.spreadsheet.dates import clock, iso_of_text
from ingest_assets.extract.spreadsheet.number_format import shown
from ingest_assets.extract.spreadsheet.numbers import printed
from ingest_assets.extract.spreadsheet.sheet import HiddenRanges, Merge, Sheet, column_letters
from ingest_assets.extract.spreadsheet.workbook import Workbook
from ingest_assets.settings import Settings

XLRD_FAULTS = (
    xlrd.XLRDError, xlrd.formula.FormulaError, xlrd.compdoc.CompDocError, struct.error, AssertionError, IndexError, KeyError, ValueError, TypeError,
    AttributeError, OverflowError, NotImplementedError, UnicodeError, ZeroDivisionError,
)  # fmt: skip
"""What xlrd raises on damaged files; it validates little and fails where it stands."""


def read_xls(data: bytes, settings: Settings) -> Workbook:
    """All worksheets. Raises encrypted, too_large, or corrupt when neither reader opens the file."""
    try:
        book = xlrd.open_workbook(file_contents=data, formatting_info=True, ragged_rows=True, logfile=io.StringIO())
    except XLRD_FAULTS as error:
        if "encrypted" in str(error).lower():
            raise encrypted("a password is set (FILEPASS)") from error
        return read_with_calamine(data, settings)
    left = settings.limits.cells
    workbook = Workbook(metadata={"author": book.user_name} if book.user_name else {})
    for sheet in book.sheets():
        read = _sheet(book, sheet)
        left -= sum(len(line) for line in read.cells.values())
        if left < 0:
            raise too_large(f"more than {settings.limits.cells} cells")
        workbook.sheets.append(read)
    return workbook


def _sheet(book: Any, source: Any) -> Sheet:
    sheet = Sheet(name=source.name, hidden=source.visibility != 0)
    for row in range(source.nrows):
        for column, cell in enumerate(source.row(row)):
            sheet.put(row, column, _text(book, cell))
    sheet.hidden_rows = HiddenRanges((row, row) for row, info in source.rowinfo_map.items() if info.hidden)
    sheet.hidden_columns = HiddenRanges((column, column) for column, info in source.colinfo_map.items() if info.hidden)
    sheet.merges = [
        Merge(top=top, left=left, bottom=bottom - 1, right=right - 1)
        for top, bottom, left, right in source.merged_cells
    ]
    for (row, column), note in sorted(source.cell_note_map.items()):
        text = " ".join(note.text.removeprefix(f"{note.author}:").split())
        if text:
            sheet.notes.append((f"{column_letters(column)}{row + 1}", note.author or "", text))
    return sheet


def _text(book: Any, cell: Any) -> str:
    match cell.ctype:
        case xlrd.XL_CELL_TEXT:
            return str(cell.value)
        case xlrd.XL_CELL_NUMBER | xlrd.XL_CELL_DATE:
            return shown(cell.value, _format(book, cell.xf_index), epoch_1904=book.datemode == 1)
        case xlrd.XL_CELL_BOOLEAN:
            return "TRUE" if cell.value else "FALSE"
        case xlrd.XL_CELL_ERROR:
            return str(xlrd.error_text_from_code.get(cell.value, "#ERROR"))
        case _:
            return ""


def _format(book: Any, index: int | None) -> str:
    if index is None or not 0 <= index < len(book.xf_list):
        return "General"
    found = book.format_map.get(book.xf_list[index].format_key)
    return str(found.format_str) if found is not None else "General"


def read_with_calamine(data: bytes, settings: Settings) -> Workbook:
    """All sheets by calamine: typed values without number formats. Raises encrypted, too_large or corrupt."""
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    except python_calamine.PasswordError as error:
        raise encrypted(str(error)) from error
    except (python_calamine.CalamineError, ValueError, OSError) as error:
        raise corrupt(f"no reader opens the workbook: {error}") from error
    workbook = Workbook()
    for about in book.sheets_metadata:
        if about.typ == python_calamine.SheetTypeEnum.WorkSheet:
            workbook.sheets.append(_calamine_sheet(book, about, settings))
    return workbook


def _calamine_sheet(
    book: python_calamine.CalamineWorkbook, about: python_calamine.SheetMetadata, settings: Settings
) -> Sheet:
    sheet = Sheet(name=about.name, hidden=about.visible != python_calamine.SheetVisibleEnum.Visible)
    try:
        source = book.get_sheet_by_name(about.name)
    except (python_calamine.CalamineError, ValueError, OSError) as error:
        raise corrupt(f"sheet {about.name!r}: {error}") from error
    if source.end is not None and source.start is not None:
        if (source.end[0] - source.start[0] + 1) * (source.end[1] - source.start[1] + 1) > settings.limits.cells:
            raise too_large(f"sheet {about.name!r} spans more than {settings.limits.cells} cells")
        for row, line in enumerate(source.to_python(skip_empty_area=True), source.start[0]):
            for column, value in enumerate(line, source.start[1]):
                sheet.put(row, column, value_text(value))
    return sheet


def value_text(value: object) -> str:
    """A typed value as text: whole numbers without ``.0``, ISO dates, hours beyond 24."""
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case float() | int():
            return printed(float(value))
        case datetime():
            return iso_of_text(value.isoformat())
        case date():
            return value.isoformat()
        case time():
            return value.isoformat(timespec="seconds")
        case timedelta():
            return clock(value.total_seconds())
        case _:
            return str(value)
