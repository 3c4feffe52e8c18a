"""Faults of the table finder that were met once, by their symptom."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.clean.layout.drafts import without_line_numbers
from ingest_assets.clean.tables.find import find_tables
from ingest_assets.model import Fill, PageContent, Span
from ingest_assets.thresholds.layout import Layout
from ingest_assets_tests.corpus.table_pdfs import PROSE, Look, TablePages


def rows(pages: TablePages, folder: Path) -> list[list[tuple[str, ...]]]:
    (content,) = pages.contents(folder)
    return [list(found.table.rows) for found in find_tables(content)]


def test_centred_cells_of_uneven_height_do_not_break_the_table_apart(tmp_path: Path) -> None:
    """Lines of centred cells stand at uneven heights; their small steps made the gap between rows look like a break."""
    cells = [
        ("Name of goods", "Sum"),
        ("Насос", "1"),
        ("Sierra romeo tango uniform victor", "306.08"),
        ("Juliet", "8"),
        ("Lima", "980"),
    ]
    pages = TablePages()
    pages.table(cells, Look(style="zebra", widths=(74, 75), right=frozenset({1})))
    assert rows(pages, tmp_path) == [cells]


def test_a_number_that_hangs_over_its_cell_does_not_take_its_neighbour(tmp_path: Path) -> None:
    cells = [
        ("Goods", "Date", "Sum"),
        ("Cable", "16.08.2023", "5,511,094.90"),
        ("Tray", "17.08.2023", "12.50"),
        ("Quay", "18.08.2023", "7.00"),
    ]
    pages = TablePages()
    pages.table(cells, Look(style="rows", widths=(70, 60, 60), right=frozenset({2}), size=10, pad=5))
    assert rows(pages, tmp_path) == [cells]


def test_a_wrapped_head_is_no_group_head(tmp_path: Path) -> None:
    cells = [
        ("Goods on the quay", "Weight", "Number of parts", "Harbour", "Berth"),
        *((f"Good {n}", f"{n}.50", "20", "Porto", "7") for n in range(4)),
    ]
    pages = TablePages()
    pages.table(cells, Look(style="booktabs", widths=(100, 75, 50, 60, 50), right=frozenset({1}), size=8))
    assert rows(pages, tmp_path) == [cells]


def test_an_empty_column_between_head_and_right_aligned_values_is_no_column(tmp_path: Path) -> None:
    cells = [
        ("Article", "Quantity", "Sum"),
        ("Cable", "1,200", "507.36"),
        ("Board", "4", "18.00"),
        ("Tray", "250", "96.75"),
    ]
    pages = TablePages()
    pages.table(cells, Look(style="head_line", widths=(110, 110, 90), right=frozenset({1, 2})))
    for column, text in [(1, "Quantity")]:
        assert rows(pages, tmp_path)[0][0][column] == text
    assert rows(pages, tmp_path) == [cells]


def test_marked_words_of_a_text_are_no_grid() -> None:
    """Printers of web pages paint a white or yellow box behind each piece of a line."""
    spans, fills = [], []
    for line in range(4):
        x = 50.0
        for number, width in enumerate((60 + 7 * line, 30, 80 - 9 * line, 40)):
            spans.append(
                Span(
                    text=f"w{line}{number}",
                    bbox=(x, 92 + 14 * line, x + width, 104 + 14 * line),
                    origin=(x, 102 + 14 * line),
                    size=10,
                )
            )
            fills.append(Fill(bbox=(x, 91 + 14 * line, x + width, 104 + 14 * line), color=0xFFFF00))
            x += width
    page = PageContent(page=1, width=400, height=400, spans=tuple(spans), fills=tuple(fills))
    assert [found for found in find_tables(page) if found.drawn] == []


def test_bullets_in_a_cell_are_no_column(tmp_path: Path) -> None:
    pages = TablePages()
    for x in (60, 200, 420):
        pages.page.draw_line((x, 60), (x, 180), width=0.5)
    for y in (60, 80, 130, 180):
        pages.page.draw_line((60, y), (420, y), width=0.5)
    for x, y, text in [(66, 74, "Field"), (206, 74, "Sources"), (66, 94, "Budget"), (66, 144, "Staff")]:
        pages.text(x, y, text)
    for number, text in enumerate(["tables of the ministry", "reports of the regions", "plans"]):
        for top in (94, 144):
            pages.text(206, top + 12 * number, "•")
            pages.text(224, top + 12 * number, text)
    bullets = "• tables of the ministry • reports of the regions • plans"
    assert rows(pages, tmp_path) == [[("Field", "Sources"), ("Budget", bullets), ("Staff", bullets)]]


def test_rows_packed_between_two_rules_are_parted(tmp_path: Path) -> None:
    """Outer box and column lines only: line finders put all rows into one."""
    cells = [
        ("Land", "2022", "2023"),
        *((name, "2.30", "5.50") for name in ("Bulgaria", "Cyprus", "Estonia", "Malta", "Poland")),
    ]
    pages = TablePages()
    pages.table(cells, Look(style="outer"))
    assert rows(pages, tmp_path) == [cells]


def test_a_paragraph_between_two_framed_tables_of_equal_width_parts_them(tmp_path: Path) -> None:
    cells = [("Land", "2022", "2023"), *((name, "2.30", "5.50") for name in ("Bulgaria", "Cyprus", "Estonia"))]
    look = Look(style="zebra", widths=(283, 100, 100))
    pages = TablePages()
    pages.table(cells, look)
    pages.paragraph(PROSE[:190])
    pages.table(cells, look)
    assert rows(pages, tmp_path) == [cells, cells]


def test_decimal_numbers_are_no_list_marks(tmp_path: Path) -> None:
    """A table of small decimals was rejected as a list, because 0.3 looks like the number of a clause."""
    cells = [("Lead time", "1", "2", "3"), *((f"Year {n}", "0.3", "1.4", "2.2") for n in range(2010, 2016))]
    pages = TablePages()
    pages.table(cells, Look(style="none", widths=(110, 50, 50, 50), right=frozenset({1, 2, 3})))
    assert rows(pages, tmp_path) == [cells]


def test_a_number_of_several_groups_is_never_parted(tmp_path: Path) -> None:
    """The first group of a wide number hung over into the column before and was given to it."""
    cells = [
        ("Goods", "Sum"),
        ("Victor golf alpha", "6 624 271,02"),
        ("Kilo", "271,02"),
        ("Lima", "3 271,02"),
        ("Mike", "1,02"),
    ]
    pages = TablePages()
    pages.table(cells, Look(style="zebra", widths=(76, 54), right=frozenset({1}), size=8, pad=3))
    assert rows(pages, tmp_path) == [cells]


def test_the_numbers_of_a_drawn_table_were_hidden_as_line_numbers(tmp_path: Path) -> None:
    """A column of rising numbers beside one column of prose looks like the margin of a draft; rules between them say it is a table."""
    pages = TablePages()
    cells = [(str(number), f"Requirement of the buyer, clause {number}") for number in range(26, 42)]
    pages.table(cells, Look(style="grid", widths=(40, 300)))
    (content,) = pages.contents(tmp_path)
    assert without_line_numbers(content, Layout()) == content


def test_underlined_lines_of_a_sentence_are_no_table(tmp_path: Path) -> None:
    pages = TablePages()
    cells = [
        ("changes of several federal acts on", "the legal"),
        ("standing of bodies that the state or", "municipal"),
        ("offices have founded, which must", "provide"),
    ]
    pages.table(cells, Look(style="rows", widths=(200, 60)))
    assert rows(pages, tmp_path) == []
