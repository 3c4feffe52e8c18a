"""Columns and reading order."""

from __future__ import annotations

from ingest_assets_tests.clean.layout.reading import laid_out, texts
from ingest_assets_tests.corpus import layout_pdfs
from ingest_assets_tests.corpus.layout_pdfs import FERRY, MAYOR, STOREHOUSE, Put, document, prose


def order(data: bytes, *marks: str) -> bool:
    text = " ".join(texts(laid_out(data)))
    places = [text.find(mark) for mark in marks]
    return -1 not in places and places == sorted(places)


def test_two_columns_on_common_baselines() -> None:
    assert texts(laid_out(layout_pdfs.two_columns())) == [FERRY, MAYOR]


def test_title_is_a_barrier_and_columns_may_be_unequal() -> None:
    cleaned = laid_out(layout_pdfs.columns_under_title())
    assert texts(cleaned, "heading") == ["Minutes of the river board"]
    assert texts(cleaned, "paragraph") == [" ".join([FERRY] * 3), MAYOR, STOREHOUSE]


def test_three_columns() -> None:
    assert texts(laid_out(layout_pdfs.three_columns())) == [FERRY, MAYOR, STOREHOUSE]


def test_side_headings_are_read_row_by_row() -> None:
    data = layout_pdfs.side_headings()
    assert order(data, "Scope", FERRY, "Delivery", MAYOR, "Warranty", STOREHOUSE)


def test_a_value_follows_its_label() -> None:
    assert order(layout_pdfs.labels_and_values(), "Name: Ivanova", "Town: Tver", "Street: Wet road 17", "Phone: none")


def test_a_gutter_known_from_another_page_parts_a_single_line() -> None:
    long = " ".join([FERRY] * 4)
    first = [*prose(long, 57, 100, 230), *prose(long, 309, 100, 230)]
    last = [*prose(FERRY, 57, 100, 230), Put(309, 100, "Next, let us look at macros!")]
    found = texts(laid_out(document([first, last])))
    assert found[-1] == "Next, let us look at macros!"
    assert "wave" in found[-2]


def test_sideways_text_is_read_in_its_own_frame() -> None:
    found = texts(laid_out(layout_pdfs.sideways()))
    assert found[0] == STOREHOUSE
    assert found[1].startswith("On the other bank the mayor read a short speech about bridges")


def test_a_page_turned_by_its_rotation_reads_like_the_upright_one() -> None:
    puts = prose(FERRY, 60, 100, 300)
    upright = texts(laid_out(document([puts])))
    assert upright == [FERRY]
    assert all(texts(laid_out(document([puts], rotation=turn))) == upright for turn in (90, 180, 270))
