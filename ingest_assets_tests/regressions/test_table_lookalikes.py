"""Lines in columns that are no tables, seen in the manuals of Debian packages, and small tables that are some."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.clean.tables.find import find_tables
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.margins import masked
from ingest_assets.model import PageContent
from ingest_assets_tests.corpus.table_pdfs import FONT, PROSE, TablePages

LEFT, RIGHT, STEP = 60.0, 500.0, 14.0


def page_of(lines: list[list[tuple[float, str]]], folder: Path, *, font: str = "sans") -> PageContent:
    pages = TablePages()
    for number, line in enumerate(lines):
        for x, text in line:
            pages.page.insert_text((x, 100 + STEP * number), text, fontname=font, fontsize=9)
    (content,) = pages.contents(folder)
    return content


def found(lines: list[list[tuple[float, str]]], folder: Path, *, font: str = "sans") -> tuple[FoundTable, ...]:
    return find_tables(page_of(lines, folder, font=font))


def flush(text: str) -> tuple[float, str]:
    return RIGHT - FONT.text_length(text, 9), text


def test_a_contents_list_with_dots_set_apart(tmp_path: Path) -> None:
    titles = ["Introduction", "Using the package", "Lists", "Tables", "Index of names", "Licence"]
    lines = [
        [(LEFT, f"1.{n}"), (LEFT + 30, title), (LEFT + 140, ". . . . . . . . . . . ."), flush(str(3 * n))]
        for n, title in enumerate(titles, 1)
    ]
    assert found(lines, tmp_path) == ()


def test_a_contents_list_without_leaders(tmp_path: Path) -> None:
    titles = ["Introduction", "Using the package", "Lists", "Tables", "Index"]
    lines = [[(LEFT, str(n)), (LEFT + 30, title), flush(str(3 * n))] for n, title in enumerate(titles, 1)]
    assert found(lines, tmp_path) == ()


def test_leaders_before_sums_are_a_table(tmp_path: Path) -> None:
    names = ["Wheat", "Barley", "Oats", "Rye", "Maize", "Total"]
    lines = [[(LEFT, f"{name} . . . . . . . ."), (300.0, f"{900 - 37 * n}"), (400.0, f"{41 * n + 7}")] for n, name in enumerate(names)]  # fmt: skip
    (table,) = found(lines, tmp_path)
    assert len(table.table.rows) == len(names)


def test_numbered_lines_of_a_program(tmp_path: Path) -> None:
    code = [r"\ifcase\first\relax", r"\first{%", r"\second=3", r"\or", r"\third{\first}", r"\fi"]
    lines = [[(LEFT, str(78 + n)), (LEFT + 30 + 18 * (n % 3), text)] for n, text in enumerate(code)]
    assert found(lines, tmp_path) == ()


def test_a_program_in_letters_of_one_width(tmp_path: Path) -> None:
    code = [
        "name    = 12  # of the harbour",
        "total   = 8   # of both piers",
        "width   = 70  # metres",
        "limit   = 4   # boats",
    ]
    lines = [[(LEFT, text)] for text in code]
    assert found(lines, tmp_path, font="cour") == ()


def test_printed_columns_in_letters_of_one_width_are_a_table(tmp_path: Path) -> None:
    out = ["      Status    Age  Value", "X1         P  23646  45190", "X2        CC  26174  35535", "X3        CC  27723  25691",
           "X4        CC  27193  30949"]  # fmt: skip
    (table,) = found([[(LEFT, text)] for text in out], tmp_path, font="cour")
    assert table.table.rows[1] == ("X1", "P", "23646", "45190")


def test_answers_behind_letters_in_order_are_a_list(tmp_path: Path) -> None:
    lines = [[(LEFT, letter), (LEFT + 25, town)] for letter, town in zip("ABCDE", ["Cairo", "Lima", "Oslo", "Rome", "Bern"], strict=True)]  # fmt: skip
    assert found(lines, tmp_path) == ()


def test_shares_and_dashes_are_no_signs_of_a_program(tmp_path: Path) -> None:
    rows = [("Groups", "Turnover", "Share of all"), ("Carre", "62.7", "40.5%"), ("Promo", "37.0", "35.7%"), ("Aucha", "23.5", "--"),
            ("Corat", "11.0", "24.0%"), ("Casin", "8.5", "11.5%")]  # fmt: skip
    lines = [[(LEFT, a), (220.0, b), (330.0, c)] for a, b, c in rows]
    (table,) = found(lines, tmp_path)
    assert len(table.table.rows) == len(rows)


def test_a_justified_line_of_few_words_is_one_run(tmp_path: Path) -> None:
    words = ["Patches", "for", "this", "package", "stand", "beside", "its", "sources"]
    gap = (RIGHT - LEFT - sum(FONT.text_length(word, 9) for word in words)) / (len(words) - 1)
    lines, x = [], LEFT
    line: list[tuple[float, str]] = []
    for word in words:
        line.append((x, word))
        x += FONT.text_length(word, 9) + gap
    lines = [[(LEFT, PROSE[:90])], line, [(LEFT, PROSE[90:170])], line, [(LEFT, PROSE[:80])], line]
    assert found(lines, tmp_path) == ()


@pytest.mark.parametrize(("second", "tables"), [(298.0, 1), (250.0, 0)])
def test_two_rows_in_columns_as_wide_as_each_other_and_the_text(second: float, tables: int, tmp_path: Path) -> None:
    pages = TablePages()
    pages.paragraph(PROSE * 3)
    for row in (("Column", "Row"), ("First", "Second")):
        pages.y += STEP
        for x, text in zip((56.0, second), row, strict=True):
            pages.text(x, pages.y, text)
    pages.y += 20
    pages.paragraph(PROSE)
    (content,) = pages.contents(tmp_path)
    assert len(find_tables(content)) == tables


def test_running_heads_with_roman_numbers_are_alike() -> None:
    assert masked("Auto Multiple Choice ix") == masked("Auto Multiple Choice 12")
    assert masked("Civil works") == "civil works"


def test_names_of_functions_with_their_kind_at_the_right_edge(tmp_path: Path) -> None:
    names = ["sqrt number", "exp number", "sin angle", "1+ number", "log base number"]
    lines = [[(LEFT, name), flush("[function]")] for name in names]
    assert found(lines, tmp_path) == ()


def test_marks_of_lines_that_go_on_are_no_column(tmp_path: Path) -> None:
    lines = [[(LEFT, f"copy {n}0 from here"), (400.0, "\N{LEFTWARDS ARROW}")] for n in range(1, 6)]
    assert found(lines, tmp_path) == ()
