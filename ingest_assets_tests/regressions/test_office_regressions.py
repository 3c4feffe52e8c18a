"""Faults of the office readers that were met once, by name."""

from __future__ import annotations

import io
import struct
import time
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from ingest_assets.extract.layout_order import Box, reading_order
from ingest_assets.extract.opendocument.chart import object_drafts
from ingest_assets.extract.spreadsheet import xlsb_records as record
from ingest_assets.extract.spreadsheet.islands import island_drafts
from ingest_assets.extract.spreadsheet.sheet import column_letters
from ingest_assets.sidecar import markdown_of
from ingest_assets.thresholds.formats import Formats
from ingest_assets_tests.corpus.office import (
    docx,
    odf,
    par,
    pptx,
    relationships,
    rows,
    run,
    shape,
    slide_xml,
    wide,
    xlsb,
    xlsb_cell,
    xlsb_record,
    xlsx,
    zipped,
)
from ingest_assets_tests.extract.office_reading import codes, judged, markdown, parsed


def members_of(package: bytes) -> dict[str, bytes]:
    """All parts of a package."""
    with zipfile.ZipFile(io.BytesIO(package)) as source:
        return {name: source.read(name) for name in source.namelist()}


def replaced(package: bytes, part: str, content: str | bytes) -> bytes:
    """The package with another content of one part."""
    return zipped({**members_of(package), part: content})


def test_empty_value_element_of_a_number_is_no_value(tmp_path: Path) -> None:
    """One library writes ``<v></v>`` for a formula that was never calculated."""
    read = parsed(
        xlsx("<sheetData><row><c><v>5</v></c><c><f>SUM(A1:A1)</f><v></v></c></row></sheetData>"), "xlsx", tmp_path
    )
    assert read.tables[0].rows == (("5", "=SUM(A1:A1)"),)
    assert codes(read) == {"formula_without_value"}


def test_text_box_in_the_deepest_table_comes_once(tmp_path: Path) -> None:
    body = par("Deep") + par(
        "<w:r><w:pict><w:txbxContent>" + par("boxed words of the deepest table") + "</w:txbxContent></w:pict></w:r>"
    )
    for _ in range(Formats().table_depth + 1):
        body = f"<w:tbl><w:tr><w:tc>{body}</w:tc><w:tc>{par('x')}</w:tc></w:tr></w:tbl>"
    read = parsed(docx(body), "docx", tmp_path)
    assert markdown(read).count("boxed words") == 1
    assert not codes(read)


def test_advice_in_a_template_is_text(tmp_path: Path) -> None:
    advice = "Getting the perfect job might be challenging, but a great résumé does not have to be. We give a few quick tips."
    control = f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{par(advice)}</w:sdtContent></w:sdt>"
    assert "perfect job" in markdown(parsed(docx(control), "docx", tmp_path))


def test_last_rows_of_a_middling_table_stand_in_the_markdown(tmp_path: Path) -> None:
    read = parsed(xlsx(rows(*[[f"name {n}", float(n)] for n in range(600)])), "xlsx", tmp_path)
    assert "name 599" in markdown(read)


def test_column_gaps_everywhere_cost_little(tmp_path: Path) -> None:
    """Every second column blank over many columns: the search for islands must not be quadratic in rows times columns."""
    line = "".join(f'<c r="{column_letters(2 * n)}{{0}}"><v>{n}</v></c>' for n in range(400))
    sheet = "<sheetData>" + "".join(f'<row r="{r}">{line.format(r)}</row>' for r in range(1, 21)) + "</sheetData>"
    started = time.process_time()
    read = parsed(xlsx(sheet), "xlsx", tmp_path)
    assert sum(bool(cell) for table in read.tables for row in table.rows for cell in row) == 8000
    assert time.process_time() - started < 5


def test_slide_of_many_boxes_costs_little() -> None:
    boxes = [Box(n, float(n % 50), float(n // 50), float(n % 50) + 1, float(n // 50) + 1) for n in range(3000)]
    started = time.process_time()
    assert sorted(reading_order(boxes, 1000.0, 1000.0)) == list(range(3000))
    assert time.process_time() - started < 2


def test_thin_diagonal_of_cells_is_compacted() -> None:
    cells = {row: {row % 900: str(row)} for row in range(9000)}
    (draft,) = island_drafts(cells, [], page=1)
    assert draft.table is not None
    assert draft.flags == ("compacted",)
    assert [row[0] for row in draft.table.rows] == [str(row) for row in range(9000)]


def test_a_head_of_two_rows_is_carried_by_every_part(tmp_path: Path) -> None:
    """Only the first row was repeated above the parts of a large table: a number met "2024" and not "Fact"."""
    body = [[f"Pier {number}", number, number + 1, number + 2, number + 3] for number in range(400)]
    sheet = rows(["Pier", "2023", "", "2024", ""], ["", "Plan", "Fact", "Plan", "Fact"], *body)
    sheet += '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:E1"/></mergeCells>'
    document = judged(xlsx(sheet), "piers.xlsx", tmp_path)
    assert document.cleaned.tables[0].header_rows == 2
    assert len(document.chunks) > 2
    assert all("2024" in chunk.text and "Fact" in chunk.text for chunk in document.chunks)
    assert "| Pier | 2023 |  | 2024 |  |\n| --- | --- | --- | --- | --- |\n|  | Plan | Fact |" in markdown_of(document)


@pytest.mark.parametrize(
    ("lines", "heads"),
    [
        ([["Sales of March", "", ""], ["Pier", "Goods", "Tons"], ["North", "Coal", "4"]], 2),
        ([["Pier", "2024", ""], ["", "Plan", "Fact"], ["North", "4", "5"]], 1),
        ([["Pier", "Goods", "Tons"], ["North", "Coal", "4"], ["South", "", ""]], 1),
        ([["1", "", ""], ["2", "3", "4"], ["5", "6", "7"]], 1),
    ],
    ids=["a title above the head", "no cell is merged", "a plain head", "numbers only"],
)
def test_head_rows_without_merged_cells(lines: list[list[str]], heads: int, tmp_path: Path) -> None:
    assert parsed(xlsx(rows(*lines)), "xlsx", tmp_path).tables[0].header_rows == heads


def test_an_address_of_a_slide_stays_with_its_words(tmp_path: Path) -> None:
    link = shape("harbour office").replace("<a:r>", '<a:r><a:rPr><a:hlinkClick r:id="h"/></a:rPr>')
    data = pptx(slide_xml(link), notes={0: slide_xml("", root="notes")})
    rels = relationships(
        ("n", "notesSlide", "../notesSlides/notes0.xml"), ("h", "hyperlink", "https://example.org/quay"), external="h"
    )
    data = replaced(data, "ppt/slides/_rels/slide1.xml.rels", rels)
    read = parsed(data, "pptx", tmp_path)
    assert [block.text for block in read.blocks] == ["[harbour office](https://example.org/quay)"]
    assert not codes(read)


def test_a_missing_point_of_a_chart_is_blank() -> None:
    """LibreOffice stores NaN for it."""
    cells = '<table-cell value="NaN"/><table-cell value="2.5"/>'
    root = etree.fromstring(f"<content><chart><table-row>{cells}</table-row></chart></content>")
    (draft,) = object_drafts(root, 1)
    assert draft.table is not None
    assert draft.table.rows == (("", "2.5"),)


def test_a_sheet_of_the_first_binary_workbooks_is_found(tmp_path: Path) -> None:
    """Excel 2007 beta wrote one number more into the sheet's record: every such workbook was missing_part."""
    data = xlsb([xlsb_cell(record.REAL, 0, struct.pack("<d", 7.0))])
    main = members_of(data)["xl/workbook.bin"]
    entry = struct.pack("<II", 0, 1) + wide("s1") + wide("Binary")
    older = struct.pack("<III", 0, 0, 1) + wide("s1") + wide("Binary")
    mended = main.replace(xlsb_record(record.SHEET, entry), xlsb_record(record.SHEET, older))
    assert mended != main
    read = parsed(replaced(data, "xl/workbook.bin", mended), "xlsb", tmp_path)
    assert not codes(read)
    assert [block.text for block in read.blocks] == ["Binary", "7"]


def test_utf8_read_as_windows_1252_in_cells_is_put_right(tmp_path: Path) -> None:
    wrong = "Код причала".encode().decode("cp1252", "ignore")
    right = "Причал у Рівного"
    document = judged(xlsx(rows(["Код".encode().decode("cp1252"), right], ["1", wrong])), "cells.xlsx", tmp_path)
    assert document.cleaned.tables[0].rows[0] == ("Код", right)
    assert document.cleaned.metadata["mojibake_repair"]


def test_a_short_presentation_of_opendocument_is_no_empty_one(tmp_path: Path) -> None:
    """Eight characters in 24 kB of styles: held as empty, although all of its text was there."""
    body = '<draw:page draw:name="p"><draw:frame svg:x="1cm" svg:y="1cm"><draw:text-box><text:p>Piers 12</text:p></draw:text-box></draw:frame></draw:page>'
    data = odf("presentation", body, extra={"Pictures/p.png": bytes(range(256)) * 100})
    document = judged(data, "short.odp", tmp_path)
    assert document.verdict.state == "indexed"


def test_telephone_numbers_are_shown_as_they_are_formatted(tmp_path: Path) -> None:
    sheet = '<sheetData><row><c s="1"><v>79161234567</v></c><c s="2"><v>123456789</v></c></row></sheetData>'
    read = parsed(xlsx(sheet, formats=["+0 (000) 000-00-00", "000-00-0000"]), "xlsx", tmp_path)
    assert read.tables[0].rows == (("+7 (916) 123-45-67", "123-45-6789"),)


def test_raised_numbers_of_word_processors_are_no_digits_of_the_number_before(tmp_path: Path) -> None:
    """10 to the sixth read as 106 in docx, odt and rtf; html had it right."""
    raised = '<w:vertAlign w:val="superscript"/>'
    word = docx(par(run("10") + run("6", raised) + run(" tons, x") + run("th", raised)))
    style = '<style:style style:name="T" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>'
    text = odf("text", '<text:p>10<text:span text:style-name="T">6</text:span> tons, xth</text:p>', styles=style)
    rich = rb"{\rtf1 10{\super 6} tons, xth\par}"
    for data, kind in ((word, "docx"), (text, "odt"), (rich, "rtf")):
        read = parsed(data, kind, tmp_path)
        assert [block.text for block in read.blocks] == ["10⁶ tons, xth"]
        assert not codes(read)
