"""Faults of the office readers that were met once, by name."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.thresholds.formats import Formats
from ingest_assets_tests.corpus.office import docx, par, rows, xlsx
from ingest_assets_tests.extract.office_reading import codes, markdown, parsed


def test_empty_value_element_of_a_number_is_no_value(tmp_path: Path) -> None:
    """One library writes ``<v></v>`` for a formula that was never calculated."""
    read = parsed(xlsx('<sheetData><row><c><v>5</v></c><c><f>SUM(A1:A1)</f><v></v></c></row></sheetData>'), "xlsx", tmp_path)
    assert read.tables[0].rows == (("5", "=SUM(A1:A1)"),)
    assert codes(read) == {"formula_without_value"}


def test_text_box_in_the_deepest_table_comes_once(tmp_path: Path) -> None:
    body = par("Deep") + par("<w:r><w:pict><w:txbxContent>" + par("boxed words of the deepest table") + "</w:txbxContent></w:pict></w:r>")
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
