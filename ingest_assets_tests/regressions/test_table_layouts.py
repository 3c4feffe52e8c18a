"""Faults of tables seen on printed office files and made ledgers, each with the smallest page that shows it."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.clean.tables.cell_text import cell_text
from ingest_assets.clean.tables.find import find_tables
from ingest_assets.clean.tables.join import join_over_pages
from ingest_assets.clean.tables.notes import TITLE
from ingest_assets.clean.tables.tokens import is_time_of_date
from ingest_assets.clean.tables.turned import with_upright_cells
from ingest_assets.clean.tables.words import Word
from ingest_assets_tests.corpus.table_pdfs import Look, TablePages

LEDGER = Look(style="outer", widths=(70, 150, 80, 80), right=frozenset({2, 3}), middle=False, pad=0.5)


def test_a_form_keeps_its_empty_rows_and_columns(tmp_path: Path) -> None:
    pages = TablePages()
    rows = [("Цех", "Станок", "Смена"), ("", "", ""), ("Литьё", "", ""), ("", "", ""), ("", "", "")]
    pages.table(rows, Look(style="grid", widths=(90, 90, 90)))
    (content,) = pages.contents(tmp_path)
    (found,) = find_tables(content)
    assert list(found.table.rows) == rows


def test_wrapped_cells_without_room_between_rows_begin_at_the_sums(tmp_path: Path) -> None:
    pages = TablePages()
    text = "Поставка оборудования по договору и монтаж кабеля"
    rows = [("Дата", "Назначение", "Сумма", "Остаток")]
    rows += [(f"{day:02d}.03.2024", text, f"1 2{day:02d},50", f"-3 4{day:02d},10") for day in range(10, 16)]
    pages.table(rows, LEDGER)
    (content,) = pages.contents(tmp_path)
    (found,) = find_tables(content)
    assert list(found.table.rows) == rows


def test_debit_and_credit_that_exclude_each_other_stay_two_columns(tmp_path: Path) -> None:
    pages = TablePages()
    rows = [("Entry", "Debit", "Credit", "Balance")]
    rows += [
        (f"Entry {n}", f"{n}10.00" if n % 2 else "", "" if n % 2 else f"{n}20.00", f"{n}30.00") for n in range(1, 9)
    ]
    pages.table(rows, Look(style="head_line", widths=(110, 90, 90, 90), right=frozenset({1, 2, 3})))
    (content,) = pages.contents(tmp_path)
    (found,) = find_tables(content)
    assert list(found.table.rows) == rows


def test_a_part_that_says_it_goes_on_is_joined_though_the_page_above_had_room(tmp_path: Path) -> None:
    pages = TablePages()
    head = ("№", "Показатель", "2024")
    rows = [head, *((str(n), f"Показатель {n} цеха", f"{n}7,5") for n in range(1, 13))]
    look = Look(widths=(40, 180, 80))
    pages.table(rows[:7], look)
    pages.new_page()
    pages.text(400, 70, "Продолжение таблицы 1")
    pages.y = 76
    pages.table([head, *rows[7:]], look)
    contents = pages.contents(tmp_path)
    (found,) = join_over_pages([table for content in contents for table in find_tables(content)], contents)
    assert list(found.table.rows) == rows


def test_sideways_heads_stay_in_their_cells(tmp_path: Path) -> None:
    pages = TablePages()
    rows = [("Режим", "", ""), ("Открытый", "+", "-"), ("Закрытый", "-", "+")]
    pages.table(rows, Look(style="grid", widths=(110, 70, 70), pad=14))
    for x, text in ((205, "Портал"), (275, "Отчёты")):
        pages.page.insert_text((x, 94), text, fontname="sans", fontsize=8, rotate=90)
    (content,) = pages.contents(tmp_path)
    (found,) = find_tables(with_upright_cells(content))
    assert found.table.rows[0] == ("Режим", "Портал", "Отчёты")


def test_a_head_that_says_table_is_no_title() -> None:
    assert not TITLE.match("Table header")
    assert TITLE.match("Table 3. Income")
    assert TITLE.match("Таблица 2 – Доходы")


def test_a_date_and_its_time_are_one_value_and_two_numbers_are_not() -> None:
    assert is_time_of_date("07-02-2023", "15:54:16")
    assert not is_time_of_date("07-02-2023", "154")


def test_a_date_broken_in_its_year_is_put_together() -> None:
    def word(text: str, base: float) -> Word:
        return Word(text=text, x0=10, x1=50, base=base, size=9, bold=False, keys=((0, 0),), span=0)

    assert cell_text([word("16.05.202", 20), word("4", 31)]) == "16.05.2024"
    assert cell_text([word("16.05.2024", 20), word("4", 31)]) == "16.05.2024 4"
