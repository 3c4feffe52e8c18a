"""The records of a binary workbook (xlsb), after [MS-XLSB]: only those that carry text, numbers, formats and flags.

calamine reads these files too, but gives no number format and builds the dense used range, which one corner cell makes 17 billion cells large.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from ingest_assets.extract.containers import MemberStream, corrupt

ROW, BLANK, RK, ERROR, BOOL, REAL, STRING, SHARED = 0, 1, 2, 3, 4, 5, 6, 7
FORMULA_STRING, FORMULA_NUMBER, FORMULA_BOOL, FORMULA_ERROR, RICH_STRING = 8, 9, 10, 11, 62
STRING_ITEM, FORMAT, STYLE, BEGIN_CELL_STYLES, END_CELL_STYLES = 19, 44, 47, 617, 618
COLUMN, WORKBOOK, SHEET, MERGE = 60, 153, 156, 176
ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
    0x2B: "#GETTING_DATA",
}


def records(stream: MemberStream) -> Iterator[tuple[int, bytes]]:
    """Record types and payloads. Raises corrupt when the part ends inside a record."""
    data = stream.read()
    place = 0
    while place < len(data):
        kind, place = _variable(data, place, 2)
        size, place = _variable(data, place, 4)
        if place + size > len(data):
            raise corrupt("a record reaches beyond its part")
        yield kind, data[place : place + size]
        place += size


def _variable(data: bytes, place: int, most: int) -> tuple[int, int]:
    """A number of seven bits a byte; a record's type keeps the high bit of its first byte's continuation out."""
    value = 0
    for index in range(most):
        if place >= len(data):
            raise corrupt("a record's head is cut off")
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << (7 * index)
        if not byte & 0x80:
            break
    return value, place


def wide_string(data: bytes, place: int) -> tuple[str, int]:
    """``XLWideString``: a count of UTF-16 units, then the units; the place after it."""
    (count,) = struct.unpack_from("<I", data, place)
    end = place + 4 + 2 * count
    if count == 0xFFFFFFFF or end > len(data):
        return "", min(place + 4, len(data))
    return data[place + 4 : end].decode("utf-16-le", errors="replace"), end


def rk_number(raw: int) -> float:
    """An ``RkNumber``: 30 bits of an integer or of a double, perhaps divided by 100."""
    if raw & 2:
        value = float(raw >> 2 if raw < 0x80000000 else (raw >> 2) - (1 << 30))
    else:
        (value,) = struct.unpack("<d", struct.pack("<Q", (raw & 0xFFFFFFFC) << 32))
    return value / 100 if raw & 1 else value


@dataclass(frozen=True, slots=True)
class CellRecord:
    """A cell: column, style, and its value: a number, a text, or an index of the shared strings."""

    column: int
    style: int
    number: float | None = None
    text: str | None = None
    shared: int | None = None


def cell_record(kind: int, data: bytes) -> CellRecord | None:
    """The cell of a cell record; None for blank cells and other records."""
    if kind not in _VALUES or len(data) < 9:
        return None
    column, style_word = struct.unpack_from("<II", data)
    number, text, shared = _VALUES[kind](data)
    return CellRecord(column, style_word & 0xFFFFFF, number, text, shared)


Value = tuple[float | None, str | None, int | None]


def _rk(data: bytes) -> Value:
    return rk_number(struct.unpack_from("<I", data, 8)[0]), None, None


def _error(data: bytes) -> Value:
    return None, ERRORS.get(data[8], "#ERROR"), None


def _bool(data: bytes) -> Value:
    return None, "TRUE" if data[8] else "FALSE", None


def _real(data: bytes) -> Value:
    return struct.unpack_from("<d", data, 8)[0], None, None


def _string(data: bytes) -> Value:
    return None, wide_string(data, 8)[0], None


def _rich(data: bytes) -> Value:
    return None, wide_string(data, 9)[0], None


def _shared(data: bytes) -> Value:
    return None, None, struct.unpack_from("<I", data, 8)[0]


_VALUES = {
    RK: _rk, ERROR: _error, BOOL: _bool, REAL: _real, STRING: _string, SHARED: _shared, FORMULA_STRING: _string, FORMULA_NUMBER: _real,
    FORMULA_BOOL: _bool, FORMULA_ERROR: _error, RICH_STRING: _rich,
}  # fmt: skip
