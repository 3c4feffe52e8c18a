"""Binary workbooks (xlsb): the same package as xlsx, with records instead of XML."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ingest_assets.extract.containers import corrupt, missing_part, too_large
from ingest_assets.extract.ooxml.embedded import embedded_files
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.sheets.shared import unescaped
from ingest_assets.extract.spreadsheet import xlsb_records as record
from ingest_assets.extract.spreadsheet.number_format import BUILT_IN, shown
from ingest_assets.extract.spreadsheet.sheet import HiddenRanges, Merge, Sheet
from ingest_assets.extract.spreadsheet.workbook import Workbook
from ingest_assets.settings import Settings

EPOCH_1904 = 1
ROW_HIDDEN = 0x10
"""Bit of the byte at offset 11 of ``BrtRowHdr`` ([MS-XLSB] 2.4.769: fDyZero)."""


@dataclass(frozen=True, slots=True)
class Book:
    """What all sheets share."""

    strings: list[str]
    formats: list[str]
    epoch_1904: bool


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A tab of the workbook."""

    name: str
    hidden: bool
    target: str


def read_xlsb(package: Package, settings: Settings) -> Workbook:
    """All worksheets. Raises missing_part, too_large, corrupt."""
    try:
        return _read(package, settings)
    except (struct.error, IndexError) as error:
        raise corrupt(f"a record is too short: {error}") from error


def _read(package: Package, settings: Settings) -> Workbook:
    main = package.main_part()
    epoch_1904, entries = _workbook(package, main)
    book = Book(_strings(package, main), _formats(package, main), epoch_1904)
    workbook = Workbook(metadata=package.properties())
    if package.has_macro():
        workbook.metadata["has_macro"] = True
    left, parts = settings.limits.cells, []
    for entry in entries:
        relationship = package.relationships(main).get(entry.target)
        if relationship is None or relationship.target not in package:
            raise missing_part(f"sheet {entry.name!r}")
        if relationship.kind != "worksheet":
            continue
        parts.append(relationship.target)
        sheet = Sheet(name=entry.name, hidden=entry.hidden)
        left = _sheet(package, relationship.target, book, sheet, left)
        workbook.sheets.append(sheet)
    workbook.children = embedded_files(package, *parts)[0]
    return workbook


def _workbook(package: Package, main: str) -> tuple[bool, list[SheetEntry]]:
    epoch_1904, entries = False, []
    for kind, data in record.records(package.open(main)):
        if kind == record.WORKBOOK:
            epoch_1904 = bool(data[0] & EPOCH_1904)
        elif kind == record.SHEET:
            entries.append(_sheet_entry(data))
    return epoch_1904, entries


def _sheet_entry(data: bytes) -> SheetEntry:
    """``BrtBundleSh``: state, tab id, relationship, name. The first Excel that wrote this format has a number more before the tab id."""
    (state,) = struct.unpack_from("<I", data)
    for start in (8, 12):
        target, place = record.wide_string(data, start)
        name, end = record.wide_string(data, place)
        if end == len(data) and name:
            break
    return SheetEntry(name, state != 0, target)


def _strings(package: Package, main: str) -> list[str]:
    part = package.first(main, "sharedStrings")
    if part is None:
        return []
    return [
        unescaped(record.wide_string(data, 1)[0])
        for kind, data in record.records(package.open(part))
        if kind == record.STRING_ITEM
    ]


def _formats(package: Package, main: str) -> list[str]:
    part = package.first(main, "styles")
    own: dict[int, str] = {}
    ids: list[int] = []
    in_cells = False
    for kind, data in record.records(package.open(part)) if part else ():
        if kind == record.FORMAT:
            (number,) = struct.unpack_from("<H", data)
            own[number] = record.wide_string(data, 2)[0]
        elif kind in {record.BEGIN_CELL_STYLES, record.END_CELL_STYLES}:
            in_cells = kind == record.BEGIN_CELL_STYLES
        elif kind == record.STYLE and in_cells:
            ids.append(struct.unpack_from("<H", data, 2)[0])
    return [own.get(one) or BUILT_IN.get(one, "General") for one in ids]


def _sheet(package: Package, part: str, book: Book, sheet: Sheet, left: int) -> int:
    row = 0
    hidden_rows: list[tuple[int, int]] = []
    hidden_columns: list[tuple[int, int]] = []
    for kind, data in record.records(package.open(part)):
        if kind == record.ROW:
            (row,) = struct.unpack_from("<I", data)
            if data[11] & ROW_HIDDEN:
                hidden_rows.append((row, row))
        elif kind == record.COLUMN:
            first, last, _, _, flags = struct.unpack_from("<IIIIH", data)
            if flags & 1:
                hidden_columns.append((first, last))
        elif kind == record.MERGE:
            top, bottom, start, end = struct.unpack_from("<IIII", data)
            sheet.merges.append(Merge(top=top, left=start, bottom=bottom, right=end))
        elif (cell := record.cell_record(kind, data)) is not None:
            left -= 1
            if left < 0:
                raise too_large("more cells than a workbook may have")
            sheet.put(row, cell.column, _text(cell, book))
    sheet.hidden_rows, sheet.hidden_columns = HiddenRanges(hidden_rows), HiddenRanges(hidden_columns)
    return left


def _text(cell: record.CellRecord, book: Book) -> str:
    if cell.shared is not None:
        return book.strings[cell.shared] if cell.shared < len(book.strings) else ""
    if cell.number is not None:
        code = book.formats[cell.style] if cell.style < len(book.formats) else "General"
        return shown(cell.number, code, epoch_1904=book.epoch_1904)
    return unescaped(cell.text or "")
