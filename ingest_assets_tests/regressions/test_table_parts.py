"""Faults of tables seen on made specifications, records and budgets: parts beyond a page end, remarks, long cells, numbers without room."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.clean.tables.cell_text import text_of_lines
from ingest_assets.clean.tables.find import find_tables
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.join import join_over_pages
from ingest_assets.clean.tables.margins import running_lines
from ingest_assets.clean.tables.tokens import is_cut_date, is_cut_number
from ingest_assets.clean.tables.words import Word, bands_of
from ingest_assets.thresholds.tables import Tables
from ingest_assets_tests.corpus.table_pdfs import FONT, PROSE, Look, TablePages

SPECIFICATION = Look(style="rows", widths=(30, 100, 240, 110), middle=False)
ITEMS = [
    ("No", "Name", "Requirements", "Remark"),
    *((f"{number}.", f"Pump {number}", PROSE[: 180 + 40 * number], "as ordered") for number in range(1, 5)),
]


def found_in(pages: TablePages, folder: Path) -> tuple[FoundTable, ...]:
    contents = pages.contents(folder)
    running = running_lines(contents, Tables())
    return join_over_pages([table for page in contents for table in find_tables(page, running=running)], contents)


def cells(*rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [tuple(" ".join(cell.split()) for cell in row) for row in rows]


def test_long_cells_between_rules_are_rows_not_paragraphs(tmp_path: Path) -> None:
    pages = TablePages()
    pages.paragraph(PROSE)
    pages.table(ITEMS, SPECIFICATION)
    pages.paragraph(PROSE)
    (found,) = found_in(pages, tmp_path)
    assert list(found.table.rows) == cells(*ITEMS)


def test_the_rest_of_one_cell_at_the_top_of_a_page_goes_to_its_row(tmp_path: Path) -> None:
    pages = TablePages()
    pages.paragraph(PROSE * 7)
    pages.y = 786 - 18.8 * 4
    pages.table([("No", "Name", "Text", "Sum"), ("1", "Pump", "new", "1.50"), ("2", "Tank", "used", "2.50"),
                 ("3", "Valve", "one that the page end", "3.50")], Look(style="rows", widths=(40, 90, 140, 80)))  # fmt: skip
    pages.new_page()
    pages.text(56 + 130 + 4, 68, "cuts in two")
    pages.y = 120
    pages.paragraph(PROSE)
    (found,) = found_in(pages, tmp_path)
    assert found.table.rows[-1] == ("3", "Valve", "one that the page end cuts in two", "3.50")
    assert [region.page for region in found.table.regions] == [1, 2]


def test_a_drawn_row_alone_at_the_top_of_a_page_is_the_tables_last(tmp_path: Path) -> None:
    pages = TablePages()
    look = Look(widths=(60, 140, 80))
    rows = [("Code", "Name", "Sum"), *((f"K{n}", f"Item {n}", f"{n}.00") for n in range(1, 7))]
    pages.paragraph(PROSE * 7)
    pages.y = 786 - 17.8 * 6.5
    pages.table(rows, look, head=0)
    pages.paragraph(PROSE)
    (found,) = found_in(pages, tmp_path)
    assert list(found.table.rows) == rows
    assert [region.page for region in found.table.regions] == [1, 2]


def test_text_in_the_first_column_of_the_next_page_is_no_part_of_the_table(tmp_path: Path) -> None:
    pages = TablePages()
    pages.paragraph(PROSE * 7)
    pages.y = 786 - 18.8 * 4
    rows = [ITEMS[0], *((str(n), "Pump", "new", f"{n}.50") for n in range(1, 4))]
    pages.table(rows, Look(style="rows", widths=(140, 90, 140, 80)))
    pages.new_page()
    pages.text(60, 68, "Second part")
    pages.y = 90
    pages.paragraph(PROSE)
    (found,) = found_in(pages, tmp_path)
    assert [region.page for region in found.table.regions] == [1]


def record_pages(count: int) -> TablePages:
    """Records with a rule above each, a remark flush right below; some remarks are no wider than the last column's neighbour."""
    pages = TablePages()
    for number in range(1, count + 1):
        pages.page.draw_line((50, pages.y), (540, pages.y), width=0.5)
        for x, text in ((56, str(number)), (90, f"Pump {number}"), (240, "of the northern harbour")):
            pages.text(x, pages.y + 12, text)
        for base, text in ((12, f"2024-03-{number:02d}"), (23, "Rental of premises" if number % 2 else PROSE[:59])):
            pages.text(535 - FONT.text_length(text, 9), pages.y + base, text)
        pages.y += 28
    return pages


def test_remarks_under_records_are_rows_of_their_own(tmp_path: Path) -> None:
    (found,) = found_in(record_pages(6), tmp_path)
    assert found.table.rows[0] == ("1", "Pump 1", "of the northern harbour", "2024-03-01")
    assert [row[0] for row in found.table.rows[1::2]] == ["Rental of premises", PROSE[:59]] * 3


def test_one_row_of_values_under_ruled_heads_is_a_table(tmp_path: Path) -> None:
    pages = TablePages()
    pages.paragraph(PROSE)
    for column, (head, value) in enumerate((("Properties", "4"), ("Links", "0"), ("Events", "0"), ("Papers", "6"))):
        middle = 110 + 125 * column
        pages.text(middle - FONT.text_length(head, 9) / 2, 150, head)
        pages.text(middle - FONT.text_length(value, 9) / 2, 172, value)
    pages.page.draw_line((56, 156), (539, 156), width=0.5)
    (found,) = found_in(pages, tmp_path)
    assert found.table.rows == (("Properties", "Links", "Events", "Papers"), ("4", "0", "0", "6"))


def test_column_lines_that_stop_at_section_rows_are_one_table(tmp_path: Path) -> None:
    pages = TablePages()
    widths, top = (40, 200, 100, 100), 100.0
    borders = [56 + sum(widths[:n]) for n in range(5)]
    rows = [("No", "Item", "Plan", "Actual")]
    for part in (1, 2):
        rows.append((f"Part {part}. Works of the northern harbour and its two old piers", "", "", ""))
        rows += [(f"{part}.{n}", f"Works {n}", f"{n}10.00", f"{n}20.00") for n in range(1, 5)]
    for number, row in enumerate(rows):
        y = top + 18 * number
        for x, text in zip(borders, row, strict=False):
            pages.text(x + 4, y + 12, text)
        for x in borders if row[1] else (borders[0], borders[-1]):
            pages.page.draw_line((x, y), (x, y + 18), width=0.5)
    for y in (top, top + 18, top + 18 * len(rows)):
        pages.page.draw_line((borders[0], y), (borders[-1], y), width=0.5)
    (found,) = found_in(pages, tmp_path)
    assert list(found.table.rows) == rows


def test_a_section_row_longer_than_a_name_does_not_part_a_ruled_head_from_its_rows(tmp_path: Path) -> None:
    pages = TablePages()
    rows = [("No", "Item", "Plan", "Actual"), ("Part 1. Works of the old northern harbour", "", "", "")]
    rows += [(f"1.{n}", f"Works {n}", f"{n},110.00", f"{n},220.00") for n in range(1, 6)]
    y = 100.0
    for number, row in enumerate(rows):
        for x, text in zip((56, 90, 300, 420), row, strict=True):
            pages.text(x if number < 2 or x < 300 else x + 60 - FONT.text_length(text, 9), y, text)
        y += 15
    for level in (88, 104):
        pages.page.draw_line((52, level), (490, level), width=0.5)
    (found,) = found_in(pages, tmp_path)
    assert list(found.table.rows) == rows


def test_the_running_foot_is_no_line_of_the_last_row(tmp_path: Path) -> None:
    pages = record_pages(24)
    pages.new_page()
    pages.paragraph(PROSE)
    for number, page in enumerate(pages.document, 1):
        for x, text in ((56, "Date of the report: 2024-03-02"), (470, f"Page: {number}")):
            page.insert_text((x, 806), text, fontsize=9)
    (found,) = found_in(pages, tmp_path)
    assert not any("report" in cell for row in found.table.rows for cell in row)


@pytest.mark.parametrize(
    ("above", "below", "cut"),
    [
        ("2,260,634.5", "5", True),
        ("(3 598 595,", "20)", True),
        ("12345,6", "7", True),
        ("2,260,634.55", "5", False),
        ("110.5", "0", False),
        ("1.5", "0", False),
    ],
)
def test_a_sum_without_room_for_its_last_digits(above: str, below: str, *, cut: bool) -> None:
    assert is_cut_number(above, below) is cut


def test_a_date_without_room_for_its_year() -> None:
    assert is_cut_date("12.05.20", "24")
    assert not is_cut_date("12.05.2024", "24")


def line(text: str, base: float, start: float = 10.0) -> list[Word]:
    out, x = [], start
    for number, word in enumerate(text.split()):
        out.append(Word(word, x, x + 5.0 * len(word), base, 9.0, bold=False, keys=((int(base), number),), span=0))
        x = out[-1].x1 + 2.5
    return out


@pytest.mark.parametrize(
    ("upper", "lower", "room", "text"),
    [
        ("Исследовательск", "ие карты", 75.0, "Исследовательские карты"),
        ("публичны", "й", 40.0, "публичный"),
        ("публичны", "й", 90.0, "публичны й"),
        ("договор", "о поставке", 35.0, "договор о поставке"),
        ("2,260,634.5", "5", 55.0, "2,260,634.55"),
        ("2,260,634.5", "5", 90.0, "2,260,634.5 5"),
        ("https://", "www.example.com/a", 60.0, "https://www.example.com/a"),
    ],
)
def test_lines_of_a_narrow_cell(upper: str, lower: str, room: float, text: str) -> None:
    assert text_of_lines(bands_of([*line(upper, 20), *line(lower, 31)]), room) == text
