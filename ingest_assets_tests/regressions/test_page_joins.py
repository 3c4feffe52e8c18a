"""Faults of joining text over page ends, of wide letter-spacing, of printed hyphens and of vision pages, met end to end."""

from __future__ import annotations

import pymupdf
import pytest

from ingest_assets.clean.clean import clean
from ingest_assets.clean.layout.hyphens import with_printed_hyphens
from ingest_assets.clean.mojibake import is_suspect
from ingest_assets.model import Block, ExtractedPage, Extraction, PageContent, Span, Table
from ingest_assets.settings import Settings
from ingest_assets_tests.clean.layout.reading import SNIFFED, laid_out, texts
from ingest_assets_tests.corpus.layout_pdfs import FERRY, FONT_FOLDER, MAYOR, Put, document, prose, wrapped

ENDING = "and everybody on the long stone quay by the old mill understood well that from this day the"
WIDTH = 395  # pt: the ending fills its line


def over_page_end(following: str) -> list[str]:
    """Blocks of a page that ends with a full line and an article, and of a page that starts with ``following``."""
    lines = wrapped(f"{FERRY} {MAYOR}", WIDTH)
    first = [Put(60, 700 + 13 * n, line) for n, line in enumerate(lines)]
    ending = Put(60, 700 + 13 * len(lines), ENDING)
    return texts(laid_out(document([[*first, ending], prose(following, 60, 80, WIDTH)])))


def test_a_page_that_starts_with_a_capital_was_joined_to_an_article_at_the_end_of_the_page_before() -> None:
    assert any(text.startswith("Revenue grew") for text in over_page_end(f"Revenue grew again. {MAYOR}"))


def test_a_sentence_still_goes_on_with_a_small_letter_or_a_number() -> None:
    assert any("this day the boats were" in text for text in over_page_end("boats were to carry nothing but people."))
    assert any("this day the 40 boats" in text for text in over_page_end("40 boats were to carry nothing but people."))


def test_a_name_may_continue_a_sentence_over_the_page_end() -> None:
    assert any("this day the Hermes was" in text for text in over_page_end("Hermes was lost. They praised the Hermes."))


@pytest.mark.parametrize(
    ("read", "printed"),
    [
        ("\u00ad845 roubles", "-845 roubles"),
        ("from (\u00ad12.5) to \u00ad3", "from (-12.5) to -3"),
        ("\u00ad first item", "- first item"),
        ("двух\u00ad и трехкомнатные", "двух- и трехкомнатные"),
        ("5 \u00ad 7", "5 - 7"),
        ("Авто\u00adматизация скла\u00ad", "Авто\u00adматизация скла\u00ad"),
    ],
)
def test_minus_signs_read_as_soft_hyphens_were_dropped(read: str, printed: str) -> None:
    assert with_printed_hyphens(read) == printed


def test_a_negative_sum_in_running_text_keeps_its_minus() -> None:
    cleaned = laid_out(document([prose(f"The balance was \u00ad845 at noon. {FERRY}", 60, 80, 470)]))
    assert "was -845 at noon" in " ".join(texts(cleaned))


def test_letters_further_apart_than_a_phrase_s_gap_came_out_letter_by_letter() -> None:
    lines = ["before the pump is started", "fill the casing with water", "and close the upper plug"]
    puts = []
    for row, line in enumerate(lines):
        puts += [Put(60 + 13 * n, 100 + 14 * row, letter, 7) for n, letter in enumerate(line) if letter != " "]
    cleaned = laid_out(document([puts]))
    assert " ".join(texts(cleaned)) == " ".join(lines)
    assert cleaned.tables == ()


def test_single_digits_in_wide_columns_are_not_glued_to_numbers() -> None:
    puts = [Put(60 + 13 * n, 100 + 14 * row, str((n + row) % 10), 7) for row in range(4) for n in range(10)]
    assert "0123456789" not in " ".join(texts(laid_out(document([puts]))))


def test_vision_blocks_stand_at_their_page_and_point_at_their_own_table() -> None:
    span = Span(text="Native words.", bbox=(60, 90, 130, 102), origin=(60, 100), size=10)
    native = PageContent(page=2, width=595, height=842, spans=(span,))
    extraction = Extraction(
        pages=(
            ExtractedPage(page=1, page_class="scan", route="vision", parser="vision", parser_version="", characters=9),
            ExtractedPage(
                page=2,
                page_class="clean_digital",
                route="native",
                parser="pdf_words",
                parser_version="",
                characters=12,
                content=native,
            ),
        ),
        blocks=(Block(kind="table", text="", page=1, table=0, route="vision"),),
        tables=(Table(page=1, rows=(("a", "b"),)),),
    )
    cleaned = clean(extraction, SNIFFED, Settings())
    assert [block.page for block in cleaned.blocks] == [1, 2]
    pointed = cleaned.blocks[0].table
    assert pointed is not None
    assert cleaned.tables[pointed].rows == (("a", "b"),)


def test_boxes_of_a_page_read_on_its_side_are_given_as_it_is_displayed() -> None:
    span = Span(text="Words of a scan.", bbox=(100, 50, 200, 62), origin=(100, 60), size=10)
    content = PageContent(page=1, width=842, height=595, spans=(span,), turned=90.0)
    page = ExtractedPage(
        page=1, page_class="scan", route="ocr", parser="tesseract", parser_version="", characters=16, content=content
    )
    (block,) = clean(Extraction(pages=(page,)), SNIFFED, Settings()).blocks
    assert block.bbox is not None
    assert block.bbox[3] - block.bbox[1] > block.bbox[2] - block.bbox[0]
    assert block.bbox[2] <= 595


def test_inflected_headings_were_searched_for_mojibake_at_the_price_of_a_page() -> None:
    assert not is_suspect("Затенение переменных")
    assert is_suspect("Çàòåíåíèå ïåðåìåííûõ")


def test_a_bold_heading_set_wider_than_the_text_was_cut_at_its_line_end() -> None:
    heading = [
        Put(60, 100, "1.3. Works in the course of which the extension of the whole", 14, bold=True),
        Put(60, 124, "system of the harbour is carried out", 14, bold=True),
    ]
    cleaned = laid_out(document([[*heading, *prose(f"{FERRY} {MAYOR}", 60, 160, 400)]]))
    assert texts(cleaned, "heading") == [f"{heading[0].text} {heading[1].text}"]


def spaced(text: str, x: float, y: float) -> list[Put]:
    """Letters of 7 pt with 6 pt after each, blanks included."""
    font = pymupdf.Font(fontfile=str(FONT_FOLDER / "LiberationSerif-Regular.ttf"))
    puts = []
    for letter in text:
        if letter != " ":
            puts.append(Put(x, y, letter, 7))
        x += font.text_length(letter, 7) + 6
    return puts


def test_a_letter_spaced_line_that_runs_off_the_page_was_cut_and_text_beyond_the_page_stays_hidden() -> None:
    puts = [*spaced("before the pump is started by hand fill the casing", 200, 100), *spaced("secret words", 700, 300)]
    cleaned = laid_out(document([puts]))
    assert texts(cleaned) == ["before the pump is started by hand fill the casing"]
