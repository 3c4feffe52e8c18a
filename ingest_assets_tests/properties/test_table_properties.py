"""Whatever a table holds and however it is drawn: no word is lost or doubled, and a ruled grid is read as pdfplumber reads it."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import pdfplumber
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest_assets.clean.tables.find import find_tables
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.join import join_over_pages
from ingest_assets.model import PageContent
from ingest_assets_tests.corpus.table_pdfs import PROSE, STYLES, Look, TablePages

KEYS = st.sampled_from(["Cable", "Switch board", "Copper coupling", "Tray with cover", "Quay", "Насос"])
VALUES = st.sampled_from(["1", "36", "507.86", "1,200", "18,400.00", "n/a", "01.07.2023"])
TABLES = st.integers(2, 5).flatmap(
    lambda width: st.lists(st.tuples(KEYS, *[VALUES] * (width - 1)), min_size=3, max_size=7)
)
LOOKS = st.builds(
    lambda style, middle, pad: (style, middle, pad), st.sampled_from(STYLES), st.booleans(), st.sampled_from([3, 4, 6])
)


def printed(number: int, form: str) -> str:
    """An amount in hundredths as accountants print it."""
    whole, cents = divmod(abs(number), 100)
    sign = "-" if number < 0 else ""
    return {
        "russian": f"{sign}{whole:,}".replace(",", " ") + f",{cents:02}",
        "minus": f"{'−' if number < 0 else ''}{whole:,}.{cents:02}",
        "parentheses": f"({whole:,})" if number < 0 else f"{whole:,}",
        "percent": f"{sign}{whole % 100},{cents // 10}%",
        "plain": f"{sign}{whole}",
    }[form]


AMOUNTS = st.builds(
    printed,
    st.integers(-10_000_000, 10_000_000),
    st.sampled_from(["russian", "minus", "parentheses", "percent", "plain"]),
)
LEDGERS = st.integers(3, 5).flatmap(
    lambda width: st.lists(st.tuples(KEYS, *[AMOUNTS] * (width - 1)), min_size=3, max_size=8)
)


def drawn(rows: list[tuple[str, ...]], look: tuple[str, bool, int]) -> TablePages:
    style, middle, pad = look
    width = len(rows[0])
    pages = TablePages()
    pages.paragraph(PROSE)
    head = ("Goods", *(f"Head {number}" for number in range(1, width)))
    widths = (90.0, *[72.0] * (width - 1))
    pages.table(
        [head, *rows], Look(style=style, middle=middle, pad=pad, widths=widths, right=frozenset(range(1, width)))
    )
    pages.y += 8
    pages.paragraph(PROSE)
    return pages


def read_back(
    rows: list[tuple[str, ...]], look: tuple[str, bool, int]
) -> tuple[list[PageContent], tuple[FoundTable, ...]]:
    """The pages as drawn, and the tables found on them."""
    with tempfile.TemporaryDirectory() as folder:
        contents = drawn(rows, look).contents(Path(folder))
    return contents, join_over_pages([table for content in contents for table in find_tables(content)], contents)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(TABLES, LOOKS)
def test_the_cells_hold_each_owned_word_once_and_no_word_is_cut(
    rows: list[tuple[str, ...]], look: tuple[str, bool, int]
) -> None:
    contents, found = read_back(rows, look)
    assert [table.table.rows[1:] for table in found] == [tuple(rows)]
    (content,) = contents
    owned = Counter(content.spans[span].text.split()[word] for span, word in found[0].owned)
    assert owned == Counter(word for row in found[0].table.rows for cell in row for word in cell.split())


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(TABLES)
def test_a_full_grid_is_read_as_pdfplumber_reads_it(rows: list[tuple[str, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (content,) = drawn(rows, ("grid", True, 4)).contents(Path(folder))
        with pdfplumber.open(Path(folder) / "tables.pdf") as pdf:
            (expected,) = pdf.pages[0].extract_tables()
    (found,) = find_tables(content)
    assert [list(row) for row in found.table.rows] == [
        [(cell or "").replace("\n", " ") for cell in row] for row in expected
    ]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(LEDGERS, LOOKS)
def test_no_number_changes_its_column_loses_its_sign_or_merges_with_its_neighbour(
    rows: list[tuple[str, ...]], look: tuple[str, bool, int]
) -> None:
    _, found = read_back(rows, look)
    assert [table.table.rows[1:] for table in found] == [tuple(rows)]
