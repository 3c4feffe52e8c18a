"""Heads of chapters and entries of contents lists came out as headings, on every page of a book."""

from __future__ import annotations

from ingest_assets_tests.clean.layout.reading import laid_out, removed, texts
from ingest_assets_tests.corpus.layout_pdfs import FERRY, MAYOR, STOREHOUSE, Put, document, prose

CHAPTERS = ("HARBOURS", "LIGHTHOUSES", "STOREHOUSES", "FERRIES")
STORIES = (FERRY, MAYOR, STOREHOUSE)


def story(page: int, *, top: float = 130) -> list[Put]:
    return prose(STORIES[page % 3], 90, top, 430)


def test_heads_of_chapters_inside_wide_margins_were_headings() -> None:
    """The number of the page, at one height, proves the line: no band of the page reaches so far down."""
    pages = [
        [Put(90, 100, str(n + 4)), Put(340, 100, f"CHAPTER {n // 2 + 1}. {CHAPTERS[n // 2]}"), *story(n)]
        for n in range(8)
    ]
    cleaned = laid_out(document(pages))
    assert texts(cleaned, "heading") == []
    assert {text for text, reason in removed(cleaned).items() if reason == "running_header"} == {
        f"CHAPTER {n + 1}. {name}" for n, name in enumerate(CHAPTERS)
    }


def test_numbers_that_do_not_count_with_the_pages_stay() -> None:
    pages = [
        [Put(90, 100, f"{number} lamps were lit that night"), *story(n)]
        for n, number in enumerate((7, 3, 9, 2, 40, 11))
    ]
    assert removed(laid_out(document(pages))) == {}


def test_chapter_titles_in_body_type_beside_the_title_of_the_book_were_headings() -> None:
    pages = [
        [Put(90, 40, "The Coast Guide"), Put(400, 40, f"{n // 2 + 1}. {CHAPTERS[n // 2]}"), *story(n)] for n in range(8)
    ]
    cleaned = laid_out(document(pages))
    assert texts(cleaned, "heading") == []
    assert len(removed(cleaned)) == 5


def test_the_roman_numbers_of_the_first_pages_were_text() -> None:
    numbers = ["i", "ii", *map(str, range(1, 9))]
    cleaned = laid_out(document([[*story(n), Put(300, 820, number)] for n, number in enumerate(numbers)]))
    assert set(removed(cleaned)) == set(numbers)


def test_bold_entries_of_a_contents_list_were_headings() -> None:
    titles = ["Harbours", "Lighthouses", "Ferries"]
    contents = [Put(90, 120 + 40 * n, f"{n + 1} {title} {n + 2}", 11, bold=True) for n, title in enumerate(titles)]
    pages = [[Put(90, 100, f"{n + 1} {title}", 16, bold=True), *story(n)] for n, title in enumerate(titles)]
    assert texts(laid_out(document([contents, *pages])), "heading") == ["1 Harbours", "2 Lighthouses", "3 Ferries"]


def test_one_title_that_ends_with_a_number_is_no_contents_list() -> None:
    page = [
        Put(90, 100, "Harbours", 16, bold=True),
        *story(0),
        Put(90, 400, "Harbours 1995", 16, bold=True),
        *story(1, top=430),
    ]
    assert texts(laid_out(document([page])), "heading") == ["Harbours", "Harbours 1995"]
