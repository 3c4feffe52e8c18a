"""Tables over page ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.clean.tables.find import find_tables
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.join import join_over_pages
from ingest_assets_tests.corpus.table_pdfs import PROSE, Look, TablePages

HEAD = ("Code", "Name", "Amount")
ROWS = [HEAD, *((f"K{number:03d}", f"Item of the harbour {number}", f"{number * 3:,}.00") for number in range(70))]


def joined(pages: TablePages, folder: Path) -> tuple[FoundTable, ...]:
    contents = pages.contents(folder)
    return join_over_pages([table for content in contents for table in find_tables(content)], contents)


@pytest.mark.parametrize("style", ["grid", "rows", "none", "zebra", "fills"])
def test_a_table_over_pages_is_one_and_its_head_stands_once(style: str, tmp_path: Path) -> None:
    pages = TablePages()
    pages.table(ROWS, Look(style=style, right=frozenset({2}), widths=(60, 140, 80)))
    (found,) = joined(pages, tmp_path)
    assert list(found.table.rows) == ROWS
    assert [region.page for region in found.table.regions] == [1, 2]
    assert [page for page, _ in found.owned_by_page] == [1, 2]


def test_running_lines_and_page_numbers_stand_between_the_parts(tmp_path: Path) -> None:
    pages = TablePages()
    pages.table(ROWS, Look(widths=(60, 140, 80)))
    for number, page in enumerate(pages.document, start=1):
        page.insert_text((56, 40), "Harbour report of the year", fontsize=8)
        page.insert_text((290, 815), str(number), fontsize=8)
    (found,) = joined(pages, tmp_path)
    assert list(found.table.rows) == ROWS


def test_text_between_two_tables_parts_them(tmp_path: Path) -> None:
    pages = TablePages()
    pages.table(ROWS[:36], Look(widths=(60, 140, 80)))
    pages.new_page()
    pages.paragraph("The second half of the year brought fewer orders from the harbours of the north.")
    pages.table(ROWS[:9], Look(widths=(60, 140, 80)))
    assert [len(found.table.regions) for found in joined(pages, tmp_path)] == [1, 1]


def test_other_columns_are_another_table(tmp_path: Path) -> None:
    pages = TablePages()
    pages.y = 500
    pages.table(ROWS[:14], Look(widths=(60, 140, 80)))
    pages.new_page()
    pages.table([(a, b) for a, b, _ in ROWS[:5]], Look(widths=(140, 140)))
    assert len(joined(pages, tmp_path)) == 2


def test_the_next_row_had_room_so_these_are_two_tables(tmp_path: Path) -> None:
    pages = TablePages()
    pages.paragraph(PROSE * 16)
    pages.new_page()
    pages.table(ROWS[:9], Look(widths=(60, 140, 80)))
    pages.new_page()
    pages.table(ROWS[:6], Look(widths=(60, 140, 80)))
    assert [len(found.table.rows) for found in joined(pages, tmp_path)] == [9, 6]


def test_a_row_cut_by_the_page_end_is_folded(tmp_path: Path) -> None:
    pages = TablePages()
    look = Look(widths=(60, 180, 80))
    pages.paragraph(PROSE)
    pages.y = 786 - 18.8 * 8
    pages.table([*ROWS[:7], ("K007", "A long name that the page end", "21.00")], look)
    pages.new_page()
    pages.table([("", "cuts in two parts", ""), *ROWS[8:12]], look)
    (found,) = joined(pages, tmp_path)
    assert found.table.rows[7] == ("K007", "A long name that the page end cuts in two parts", "21.00")
    assert found.table.rows[8:] == tuple(ROWS[8:12])


def test_a_line_that_says_continued_is_no_text_between(tmp_path: Path) -> None:
    pages = TablePages()
    look = Look(widths=(60, 140, 80))
    pages.y = 786 - 18.8 * 12
    pages.table(ROWS[:12], look)
    pages.new_page()
    pages.paragraph("Продолжение таблицы 4")
    pages.table([HEAD, *ROWS[12:20]], look)
    (found,) = joined(pages, tmp_path)
    assert list(found.table.rows) == ROWS[:20]
