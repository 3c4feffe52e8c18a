"""Excel workbooks: what the reader of the sheet sees, and nothing that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets_tests.corpus.office import rows, xlsx
from ingest_assets_tests.extract.office_reading import codes, markdown, parsed


def styled(*cells: tuple[str, str]) -> str:
    """One row; each cell is (style, value)."""
    return (
        "<sheetData><row>"
        + "".join(f'<c s="{style}"><v>{value}</v></c>' for style, value in cells)
        + "</row></sheetData>"
    )


@pytest.mark.parametrize(("epoch", "serial"), [("", "40729"), ('<workbookPr date1904="1"/>', "39267")])
def test_same_day_through_both_epochs(epoch: str, serial: str, tmp_path: Path) -> None:
    data = xlsx(styled(("1", serial), ("0", "40729")), formats=["dd.mm.yyyy"], workbook=epoch)
    assert parsed(data, "xlsx", tmp_path).tables[0].rows == (("2011-07-05", "40729"),)


def test_cell_types(tmp_path: Path) -> None:
    cells = (
        '<c t="s"><v>0</v></c><c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c><c t="str"><v>a_x000D_b_x005F_</v></c>'
        '<c t="d"><v>2024-03-15T00:00:00</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh><t>no</t></rPh></is></c>'
    )
    data = xlsx(f"<sheetData><row>{cells}</row></sheetData>", strings=["<t>shared</t>"])
    assert parsed(data, "xlsx", tmp_path).tables[0].rows == (
        ("shared", "TRUE", "#DIV/0!", "ab_", "2024-03-15", "inline"),
    )


def test_text_cells_stay_text(tmp_path: Path) -> None:
    data = xlsx(rows(["00501", "1E5", "1-2", "1234567890123456"]))
    assert parsed(data, "xlsx", tmp_path).tables[0].rows == (("00501", "1E5", "1-2", "1234567890123456"),)


def test_shared_formula_without_value_shows_its_own_cells(tmp_path: Path) -> None:
    sheet = (
        '<sheetData><row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1+$C$1</f></c></row><row r="2"><c r="A2">'
        '<f t="shared" si="0"/></c></row></sheetData>'
    )
    read = parsed(xlsx(sheet), "xlsx", tmp_path)
    assert read.tables[0].rows == (("=B1+$C$1",), ("=B2+$C$1",))
    assert codes(read) == {"formula_without_value"}


def test_empty_text_of_a_formula_is_blank(tmp_path: Path) -> None:
    read = parsed(
        xlsx('<sheetData><row><c t="str"><f>IF(1,"","")</f><v></v></c><c><v>5</v></c></row></sheetData>'),
        "xlsx",
        tmp_path,
    )
    assert not codes(read)
    assert [block.text for block in read.blocks] == ["Sheet1", "5"]


def test_corner_cell_costs_nothing(tmp_path: Path) -> None:
    sheet = (
        '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576">'
        '<c r="XFD1048576"><v>2</v></c></row></sheetData>'
    )
    sheet += '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    assert len(markdown(parsed(xlsx(sheet), "xlsx", tmp_path))) < 200


def test_islands_are_tables_of_their_own(tmp_path: Path) -> None:
    data = xlsx(rows(["Report"], [""], ["a", "b", "", "x", "y"], ["1", "2", "", "3", "4"], [""], ["n", "m"]))
    read = parsed(data, "xlsx", tmp_path)
    assert [table.rows for table in read.tables] == [(("a", "b"), ("1", "2")), (("x", "y"), ("3", "4")), (("n", "m"),)]
    assert "Report" in {block.text for block in read.blocks}


def test_single_blank_column_inside_a_row_is_kept(tmp_path: Path) -> None:
    assert parsed(xlsx(rows(["k", "", "v"])), "xlsx", tmp_path).tables[0].rows == (("k", "", "v"),)


def test_merged_title_keeps_its_span(tmp_path: Path) -> None:
    sheet = rows(["Region", "Sales", ""], ["", "2023", "2024"], ["North", "11", "12"])
    sheet += '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>'
    (table,) = parsed(xlsx(sheet), "xlsx", tmp_path).tables
    assert table.rows[1] == ("", "2023", "2024")
    assert {(span.row, span.column, span.rowspan, span.colspan) for span in table.spans} == {(0, 0, 2, 1), (0, 1, 1, 2)}


def test_hidden_is_read_apart_and_flagged(tmp_path: Path) -> None:
    sheet = '<cols><col min="2" max="2" hidden="1"/></cols>' + rows(
        ["a", "secret column", "c"], ["hidden row"], ["d", "", "e"]
    ).replace('<row r="2">', '<row r="2" hidden="1">')
    read = parsed(xlsx(sheet, rows(["other"]), states=["", 'state="veryHidden"']), "xlsx", tmp_path)
    assert read.tables[0].rows == (("a", "c"), ("d", "e"))
    headings = [block.text for block in read.blocks if block.kind == "heading"]
    assert headings == ["Sheet1", "Hidden rows of Sheet1", "Hidden columns of Sheet1", "Sheet2 (hidden sheet)"]
    assert all(
        "hidden" in block.flags for block in read.blocks if block.text in {"hidden row", "secret column", "other"}
    )
    assert read.metadata["sheets"] == [
        {"name": "Sheet1", "hidden": False, "hidden_rows": True, "hidden_columns": True},
        {"name": "Sheet2", "hidden": True, "hidden_rows": False, "hidden_columns": False},
    ]


def test_state_visible_is_visible(tmp_path: Path) -> None:
    read = parsed(xlsx(rows(["seen"]), states=['state="visible"']), "xlsx", tmp_path)
    assert [block.text for block in read.blocks] == ["Sheet1", "seen"]


def test_large_table_is_flagged_for_preview(tmp_path: Path) -> None:
    (table,) = parsed(xlsx(rows(*[["a", float(n)] for n in range(5001)])), "xlsx", tmp_path).tables
    assert table.flags == ("preview",)
    assert len(table.rows) == 5001
