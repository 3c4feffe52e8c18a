"""Faults of the office readers that were met once, by name."""

from __future__ import annotations

import time
from pathlib import Path

from ingest_assets.extract.layout_order import Box, reading_order
from ingest_assets.extract.spreadsheet.islands import island_drafts
from ingest_assets.extract.spreadsheet.sheet import column_letters
from ingest_assets.thresholds.formats import Formats
from ingest_assets_tests.corpus.office import docx, par, rows, xlsx
from ingest_assets_tests.extract.office_reading import codes, markdown, parsed


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
