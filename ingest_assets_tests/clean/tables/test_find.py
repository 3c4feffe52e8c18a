"""Tables in every manner of drawing, and things that only look like tables."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ingest_assets.clean.tables.find import find_tables, over_budget
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.model import PageContent, Rule, Span
from ingest_assets_tests.corpus.table_pdfs import PROSE, STYLES, Look, TablePages

GOODS = (
    ("Name", "Quantity", "Price, EUR"),
    ("Copper cable with rubber sleeve", "1,200", "507.86"),
    ("Switch board", "4", "18,400.00"),
    ("Coupling", "36", "1,099.20"),
    ("Tray", "250", "96.75"),
    ("Total", "", "20,103.81"),
)


def rows_of(found: FoundTable) -> list[tuple[str, ...]]:
    return list(found.table.rows)


def only_table(pages: TablePages, folder: Path) -> FoundTable:
    (content,) = pages.contents(folder)
    (found,) = find_tables(content)
    return found


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("middle", [False, True])
def test_each_manner_of_drawing_gives_the_printed_cells(style: str, middle: bool, tmp_path: Path) -> None:
    pages = TablePages()
    pages.paragraph(PROSE)
    pages.table(GOODS, Look(style=style, right=frozenset({1, 2}), middle=middle))
    pages.y += 8
    pages.paragraph(PROSE)
    found = only_table(pages, tmp_path)
    assert rows_of(found) == list(GOODS)
    assert found.table.header_rows == 1


def test_owned_words_are_those_of_the_cells_and_no_others(tmp_path: Path) -> None:
    pages = TablePages()
    pages.paragraph(PROSE)
    pages.table(GOODS, Look(style="booktabs"))
    (content,) = pages.contents(tmp_path)
    (found,) = find_tables(content)
    owned = sorted(content.spans[span].text.split()[word] for span, word in found.owned)
    assert owned == sorted(word for row in found.table.rows for cell in row for word in cell.split())


def test_russian_digit_groups_stay_one_number(tmp_path: Path) -> None:
    rows = [
        ("Показатель", "2022", "2023", "2024"),
        ("Выручка", "1 245 300", "1 388 910", "1 502 440,36"),
        ("Себестоимость", "-845 120", "-901 334", "(987 002)"),
        ("Прибыль", "400 180", "487 576", "515 438"),
    ]
    pages = TablePages()
    pages.table(rows, Look(style="none", widths=(90, 56, 56, 68), right=frozenset({1, 2, 3}), pad=3))
    assert rows_of(only_table(pages, tmp_path)) == rows


def test_digits_broken_over_two_lines_are_one_number(tmp_path: Path) -> None:
    rows = [
        ("No.", "Item", "Sum"),
        ("1", "Cable", "507 860,36"),
        ("2", "Switch board", "18 400,00"),
        ("3", "Tray", "12 600 099,20"),
    ]
    pages = TablePages()
    pages.table(rows, Look(style="rows", widths=(40, 90, 40)))
    assert rows_of(only_table(pages, tmp_path)) == rows


def test_a_group_head_over_two_columns_has_its_span(tmp_path: Path) -> None:
    pages = TablePages()
    for x, y, text in [(150, 70, "First half"), (270, 70, "Second half")]:
        pages.text(x, y, text)
    pages.page.draw_line((130, 74), (230, 74), width=0.5)
    pages.page.draw_line((250, 74), (350, 74), width=0.5)
    pages.page.draw_line((60, 58), (350, 58), width=0.8)
    lines = [
        ("Branch", "Sales", "Returns", "Sales", "Returns"),
        ("Porto", "41", "12", "44", "9"),
        ("Faro", "30", "2", "31", "4"),
    ]
    for number, row in enumerate(lines):
        for x, cell in zip((60, 135, 185, 255, 305), row, strict=True):
            pages.text(x, 86 + 16 * number, cell)
    pages.page.draw_line((60, 91), (350, 91), width=0.5)
    pages.page.draw_line((60, 124), (350, 124), width=0.8)
    found = only_table(pages, tmp_path)
    assert rows_of(found)[0] == ("Branch", "First half", "", "Second half", "")
    assert {(s.row, s.column, s.rowspan, s.colspan) for s in found.table.spans} == {
        (0, 0, 2, 1),
        (0, 1, 1, 2),
        (0, 3, 1, 2),
    }
    assert found.table.header_rows == 2


def test_merged_cells_of_a_drawn_grid_keep_their_spans(tmp_path: Path) -> None:
    pages = TablePages()
    xs, ys = (60, 140, 220, 300), (60, 80, 100, 120)
    for y in ys:
        pages.page.draw_line((xs[0] if y != 80 else xs[1], y), (xs[-1], y), width=0.5)
    for x in xs:
        pages.page.draw_line((x, 80 if x == xs[2] else ys[0]), (x, ys[-1]), width=0.5)
    cells = {
        (70, 94): "type",
        (180, 74): "cost",
        (150, 94): "before",
        (230, 94): "after",
        (70, 114): "poc",
        (150, 114): "100",
        (230, 114): "200",
    }
    for (x, y), text in cells.items():
        pages.text(x, y, text)
    found = only_table(pages, tmp_path)
    assert rows_of(found) == [("type", "cost", ""), ("", "before", "after"), ("poc", "100", "200")]
    assert {(s.row, s.column, s.rowspan, s.colspan) for s in found.table.spans} == {(0, 0, 2, 1), (0, 1, 1, 2)}


def test_a_section_row_reaches_over_all_columns(tmp_path: Path) -> None:
    pages = TablePages()
    rows = [*GOODS[:3], ("", "", ""), *GOODS[3:5]]
    pages.table(rows, Look(style="rows", widths=(160, 60, 80)))
    pages.text(60, 56 + 3 * 18.8 + 12.5, "Section II. Goods of other suppliers and branches")
    found = only_table(pages, tmp_path)
    section = next(number for number, row in enumerate(found.table.rows) if row[0].startswith("Section II."))
    assert [(s.row, s.colspan) for s in found.table.spans] == [(section, 3)]


def test_two_tables_with_a_line_between_stay_two(tmp_path: Path) -> None:
    pages = TablePages()
    pages.table(GOODS, Look(style="booktabs"))
    pages.paragraph(
        "The second half of the year brought fewer orders from the northern harbours than had been expected."
    )
    pages.table(GOODS, Look(style="booktabs"))
    (content,) = pages.contents(tmp_path)
    assert [rows_of(found) for found in find_tables(content)] == [list(GOODS), list(GOODS)]


def test_a_title_and_a_source_inside_the_frame_are_text(tmp_path: Path) -> None:
    pages = TablePages()
    xs = (60, 180, 260)
    for y in (60, 80, 100, 120, 140, 160):
        pages.page.draw_line((xs[0], y), (xs[-1], y), width=0.5)
    for x in xs:
        inner = x == xs[1]
        pages.page.draw_line((x, 80 if inner else 60), (x, 140 if inner else 160), width=0.5)
    lines = [
        (66, "Table 4. Ferries and tugs", ""),
        (66, "Kind", "Number"),
        (66, "Ferry", "12"),
        (66, "Tug", "7"),
        (66, "Source: harbour master's office", ""),
    ]
    for number, (x, left, right) in enumerate(lines):
        pages.text(x, 74 + 20 * number, left)
        pages.text(190, 74 + 20 * number, right)
    assert rows_of(only_table(pages, tmp_path)) == [("Kind", "Number"), ("Ferry", "12"), ("Tug", "7")]


def two_columns(pages: TablePages) -> None:
    top = pages.y
    pages.paragraph(PROSE * 3, right=288)
    pages.y = top
    pages.paragraph(PROSE * 3, left=308)


def bullets(pages: TablePages) -> None:
    for number in range(8):
        pages.text(60, 80 + 14 * number, "•")
        pages.text(78, 80 + 14 * number, f"harbour rule number {number} for ferries")


def contents_list(pages: TablePages) -> None:
    for number in range(8):
        pages.text(60, 80 + 14 * number, f"{number + 1}. Harbour dues {'.' * 60}")
        pages.text(420, 80 + 14 * number, str(3 * number + 1))


def form(pages: TablePages) -> None:
    for number, (label, value) in enumerate(
        [("Name:", "Ivanova"), ("Street:", "Harbour Road 17"), ("Town:", "Tver"), ("Berth:", "7")]
    ):
        pages.text(60, 80 + 16 * number, label)
        pages.text(160, 80 + 16 * number, value)


def chart(pages: TablePages) -> None:
    for number in range(5):
        pages.page.draw_line((90, 80 + 30 * number), (320, 80 + 30 * number), width=0.3)
        pages.text(64, 83 + 30 * number, str(800 - 200 * number))
        pages.text(100 + 50 * number, 218, str(10 * number))


@pytest.mark.parametrize("draw", [two_columns, bullets, contents_list, form, chart])
def test_what_only_looks_like_a_table_is_none(draw: object, tmp_path: Path) -> None:
    pages = TablePages()
    assert callable(draw)
    draw(pages)
    (content,) = pages.contents(tmp_path)
    assert find_tables(content) == ()


def test_a_table_inside_one_of_two_text_columns_is_seen_alone(tmp_path: Path) -> None:
    pages = TablePages()
    pages.paragraph(PROSE * 3, right=288)
    pages.y = pages.margin
    pages.paragraph(PROSE, left=308)
    pages.table(GOODS[:5], Look(style="booktabs", widths=(110, 55, 65)), left=308)
    pages.paragraph(PROSE, left=308)
    found = only_table(pages, tmp_path)
    assert rows_of(found) == list(GOODS[:5])


def test_hidden_and_turned_words_are_left_alone() -> None:
    def span(text: str, x: float, y: float, **more: object) -> Span:
        return Span(text=text, bbox=(x, y - 8, x + 30, y + 2), origin=(x, y), size=9, **more)  # type: ignore[arg-type]  # plain keywords

    cells = [span(f"{row}{column}", 60 + 80 * column, 80 + 18 * row) for row in range(5) for column in range(3)]
    extra = [span("ghost", 140, 116, hidden="white"), span("up", 220, 116, direction=(0.0, -1.0))]
    (found,) = find_tables(PageContent(page=1, width=400, height=400, spans=(*cells, *extra)))
    assert len(found.owned) == 15
    assert found.table.rows[2] == ("20", "21", "22")


def test_a_page_of_many_pieces_is_over_budget_and_cheap() -> None:
    rules = tuple(
        rule
        for x in range(60)
        for y in range(60)
        for rule in (Rule(x0=8 * x, y0=9 * y, x1=8 * x + 5, y1=9 * y), Rule(x0=8 * x, y0=9 * y, x1=8 * x, y1=9 * y + 6))
    )
    page = PageContent(page=1, width=600, height=800, rules=rules, path_count=len(rules))
    assert over_budget(page)
    assert find_tables(page) == ()
    assert not over_budget(PageContent(page=1, width=600, height=800, rules=rules[:200], path_count=200))


def scattered_boxes(count: int) -> PageContent:
    rules: list[Rule] = []
    for number in range(count):
        x, y = (number * 37.3) % 540, (number * 71.7) % 780
        width, height = 6 + number % 53, 6 + number % 47
        rules += [Rule(x0=x, y0=y + shift, x1=x + width, y1=y + shift) for shift in (0, height)]
        rules += [Rule(x0=x + shift, y0=y, x1=x + shift, y1=y + height) for shift in (0, width)]
    return PageContent(page=1, width=600, height=800, rules=tuple(rules), path_count=count)


def crowded_words(count: int) -> PageContent:
    places = [((number * 37.3) % 560, (number * 71.7) % 790) for number in range(count)]
    spans = [Span(text=str(x)[:3], bbox=(x, y - 8, x + 12, y + 2), origin=(x, y), size=9) for x, y in places]
    return PageContent(page=1, width=600, height=800, spans=tuple(spans))


def dense_grid(lines: int) -> PageContent:
    across = [Rule(x0=0, y0=8.0 * number, x1=600, y1=8.0 * number) for number in range(lines)]
    down = [Rule(x0=8.0 * number, y0=0, x1=8.0 * number, y1=800) for number in range(70)]
    return PageContent(page=1, width=600, height=800, rules=(*across, *down), path_count=lines + 70)


@pytest.mark.parametrize("page", [scattered_boxes(350), scattered_boxes(2900), crowded_words(12000), dense_grid(100)])
def test_no_page_costs_more_than_two_cpu_seconds(page: PageContent) -> None:
    start = time.process_time()
    find_tables(page)
    assert time.process_time() - start < 2.0
