"""xlsb, SpreadsheetML 2003, and xls: the same cells in other clothes."""

from __future__ import annotations

import struct
from pathlib import Path

import python_calamine

from ingest_assets.extract.spreadsheet import xlsb_records as kind
from ingest_assets.extract.spreadsheet.xlsb_records import rk_number
from ingest_assets_tests.corpus.office import wide, xlsb, xlsb_cell, xlsb_record
from ingest_assets_tests.extract.office_reading import codes, parsed

CELLS = (
    xlsb_cell(kind.SHARED, 0, struct.pack("<I", 0)),
    xlsb_cell(kind.STRING, 1, wide("inline")),
    xlsb_cell(kind.REAL, 2, struct.pack("<d", 45366.0), style=1),
    xlsb_cell(kind.RK, 3, struct.pack("<I", (12345 << 2) | 3)),
    xlsb_cell(kind.BOOL, 4, b"\1"),
    xlsb_cell(kind.ERROR, 5, b"\x07"),
)


def test_xlsb_cells(tmp_path: Path) -> None:
    read = parsed(xlsb(CELLS, strings=["shared"], code="dd.mm.yyyy"), "xlsb", tmp_path)
    assert read.tables[0].rows == (("shared", "inline", "2024-03-15", "123.45", "TRUE", "#DIV/0!"),)
    assert not codes(read)


def test_another_reader_finds_the_same_cells_in_our_xlsb(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsb"
    path.write_bytes(xlsb(CELLS, strings=["shared"]))
    (row,) = python_calamine.load_workbook(path).get_sheet_by_index(0).to_python()
    assert row[:5] == ["shared", "inline", 45366.0, 123.45, True]


def test_xlsb_hidden_sheet_and_corner_cell(tmp_path: Path) -> None:
    far = xlsb_record(kind.ROW, struct.pack("<I", 1_048_575) + bytes(21)) + xlsb_cell(
        kind.STRING, 16_383, wide("corner")
    )
    read = parsed(xlsb([CELLS[1], far], hidden=True), "xlsb", tmp_path)
    assert [block.text for block in read.blocks] == ["Binary (hidden sheet)", "inline", "corner"]


def test_rk_numbers() -> None:
    assert rk_number((12345 << 2) | 2) == 12345
    assert rk_number((-5 << 2 & 0xFFFFFFFF) | 2) == -5
    assert rk_number(struct.unpack("<Q", struct.pack("<d", 1.5))[0] >> 32) == 1.5


def test_spreadsheetml_skips_by_index_and_keeps_formats(tmp_path: Path) -> None:
    text = """<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Styles><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style><Style ss:ID="z"><NumberFormat ss:Format="00000"/></Style></Styles>
    <Worksheet ss:Name="Data"><Table><Row><Cell><Data ss:Type="String">When</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">Third</Data></Cell></Row>
    <Row ss:Index="2"><Cell><Data ss:Type="DateTime">2011-07-05T00:00:00.000</Data></Cell><Cell ss:StyleID="p"><Data ss:Type="Number">0.153</Data></Cell>
    <Cell ss:StyleID="z"><Data ss:Type="Number">123</Data></Cell></Row></Table></Worksheet></Workbook>"""
    read = parsed(text.encode(), "spreadsheetml", tmp_path)
    assert read.tables[0].rows == (("When", "", "Third"), ("2011-07-05", "15.30%", "00123"))


def test_wordml_reads_labels_and_inline_notes(tmp_path: Path) -> None:
    w = "http://schemas.microsoft.com/office/word/2003/wordml"
    text = (
        f'<w:wordDocument xmlns:w="{w}" xmlns:wx="wx" xmlns:aml="aml"><w:body><wx:sect><w:p><w:pPr><w:listPr>'
        f'<w:ilvl w:val="0"/><wx:t wx:val="1."/></w:listPr></w:pPr>'
        "<w:r><w:t>Item</w:t></w:r></w:p><w:p><w:r><w:t>Text</w:t></w:r><w:r><w:footnote><w:p><w:r><w:t>Below.</w:t></w:r></w:p></w:footnote></w:r>"
        '<aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>gone</w:delText></w:r></aml:content></aml:annotation>'
        '<aml:annotation w:type="Word.Insertion"><aml:content><w:r><w:t> added</w:t></w:r></aml:content>'
        "</aml:annotation></w:p></wx:sect></w:body></w:wordDocument>"
    )
    read = parsed(text.encode(), "wordml", tmp_path)
    assert [(b.kind, b.marker, b.text) for b in read.blocks] == [
        ("list_item", "1.", "Item"),
        ("paragraph", "", "Text[^1] added"),
        ("footnote", "1", "Below."),
    ]
    assert not codes(read)
