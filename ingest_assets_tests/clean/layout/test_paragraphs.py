"""Paragraphs, lists, captions, notes and headings."""

from __future__ import annotations

import pytest

from ingest_assets_tests.clean.layout.reading import laid_out, texts
from ingest_assets_tests.corpus import layout_pdfs
from ingest_assets_tests.corpus.layout_pdfs import FERRY, MAYOR, STOREHOUSE, Put, document, prose


def stacked(*parts: list[Put]) -> bytes:
    return document([[put for part in parts for put in part]])


def test_space_parts_paragraphs() -> None:
    assert texts(laid_out(stacked(prose(FERRY, 60, 100, 460), prose(MAYOR, 60, 160, 460)))) == [FERRY, MAYOR]


def test_an_indent_parts_paragraphs_without_space() -> None:
    first = prose(FERRY + " " + FERRY, 60, 100, 460, indent=20)
    second = prose(MAYOR, 60, first[-1].y + 13, 460, indent=20)
    assert texts(laid_out(stacked(first, second))) == [FERRY + " " + FERRY, MAYOR]


def test_hanging_indents_hold_together() -> None:
    def entry(text: str, y: float) -> list[Put]:
        lines = layout_pdfs.wrapped(text, 430)
        return [Put(60 if n == 0 else 80, y + 13 * n, line) for n, line in enumerate(lines)]

    assert texts(laid_out(stacked(entry(FERRY, 100), entry(MAYOR, 139)))) == [FERRY, MAYOR]


def test_a_sentence_goes_on_over_the_page_end_with_a_region_on_each_page() -> None:
    cleaned = laid_out(layout_pdfs.sentence_over_pages())
    (block,) = cleaned.blocks
    assert block.text == " ".join([FERRY] * 2)
    assert [region.page for region in block.regions] == [1, 2]
    assert all(region.bbox is not None for region in block.regions)


def test_a_paragraph_that_ended_is_not_joined_with_the_next_column() -> None:
    assert len(texts(laid_out(layout_pdfs.two_columns()))) == 2


def test_lists_keep_their_marks_and_nesting() -> None:
    items = ["1. first thing to do;", "2. second thing to do;", "a) a part of it;", "3. third thing to do."]
    puts = [Put(80 if text[0] == "a" else 60, 150 + 16 * n, text) for n, text in enumerate(items)]
    cleaned = laid_out(stacked(prose(FERRY, 60, 60, 460), puts))
    found = [(block.marker, block.level, block.text) for block in cleaned.blocks if block.kind == "list_item"]
    assert found == [
        ("1.", 1, "first thing to do;"),
        ("2.", 1, "second thing to do;"),
        ("a)", 2, "a part of it;"),
        ("3.", 1, "third thing to do."),
    ]


def test_bullets_in_a_column_of_their_own_join_their_items() -> None:
    puts = [put for n in range(4) for put in (Put(60, 150 + 16 * n, "•"), Put(85, 150 + 16 * n, f"thing number {n};"))]
    cleaned = laid_out(stacked(prose(FERRY, 60, 60, 460), puts))
    assert texts(cleaned, "list_item") == [f"thing number {n};" for n in range(4)]


def test_a_dash_inside_a_sentence_is_no_list() -> None:
    lines = [
        "The harbour has two basins of equal depth and one pier that",
        "– as everybody knows who has been there – is far too short.",
    ]
    assert texts(laid_out(document([[Put(60, 100 + 13 * n, line) for n, line in enumerate(lines)]])), "list_item") == []


def test_a_dash_before_a_speech_is_no_list_and_a_dash_before_items_is_one() -> None:
    speech = [Put(60, 100 + 20 * n, text) for n, text in enumerate(("— Кто там?", "— Почтальон, – ответил голос."))]
    assert texts(laid_out(document([speech]))) == ["— Кто там?", "— Почтальон, – ответил голос."]
    items = [Put(60, 100 + 20 * n, text) for n, text in enumerate(("— первый насос;", "— второй насос."))]
    assert texts(laid_out(document([items])), "list_item") == ["первый насос;", "второй насос."]


def test_captions_and_sentences_that_start_like_them() -> None:
    cleaned = laid_out(
        stacked(
            prose(FERRY, 60, 60, 460),
            [Put(60, 150, "Таблица 3 – Состав оборудования")],
            prose(
                "Таблица 3 показывает состав оборудования и его стоимость по всем участкам цеха за год.", 60, 190, 460
            ),
        )
    )
    assert texts(cleaned, "caption") == ["Таблица 3 – Состав оборудования"]


def test_a_footnote_is_a_block_of_its_own_and_its_mark_is_written() -> None:
    cleaned = laid_out(layout_pdfs.footnote())
    assert [(block.marker, block.text) for block in cleaned.blocks if block.kind == "footnote"] == [
        ("3", "Without the harbour dues.")
    ]
    assert "grew to 45[^3] in the last year" in texts(cleaned)[0]


def test_powers_and_indices() -> None:
    puts = [
        Put(60, 100, "Made were 10"),
        Put(119, 95.5, "6", 6),
        Put(124, 100, "parts on"),
        Put(160, 100, "45 м"),
        Put(181, 95.5, "2", 6),
        Put(186, 100, "of floor."),
    ]
    (text,) = texts(laid_out(document([puts])))
    assert "10^6" in text
    assert "м²" in text


def test_letter_spaced_words_are_joined() -> None:
    puts = [Put(60 + 15 * n, 100, letter, 12) for n, letter in enumerate("ПРИКАЗ")]
    puts += [Put(170 + 15 * n, 100, letter, 12) for n, letter in enumerate("ПО")]
    assert texts(laid_out(document([[*puts, *prose(FERRY, 60, 140, 460)]])))[0] == "ПРИКАЗ ПО"


def test_sticky_notes_are_quotes() -> None:
    assert texts(laid_out(layout_pdfs.annotated()), "quote") == ["remember the clause"]


@pytest.mark.parametrize("text", ["2.1 Scope of the works", "Глава 3 Общие положения"])
def test_numbered_lines_in_bold_are_headings(text: str) -> None:
    cleaned = laid_out(
        stacked(prose(STOREHOUSE, 60, 60, 460), [Put(60, 130, text, bold=True)], prose(FERRY, 60, 160, 460))
    )
    assert texts(cleaned, "heading") == [text]


def test_numbered_clauses_are_no_headings() -> None:
    clauses = [prose(f"4.{n} Система должна хранить журнал. {FERRY}", 60, 100 + 60 * n, 460) for n in range(1, 5)]
    assert texts(laid_out(stacked(*clauses)), "heading") == []


def test_heading_levels_follow_size_then_depth() -> None:
    puts = [
        Put(60, 60, "The survey", 18, bold=True),
        Put(60, 100, "1 Harbour", 13, bold=True),
        *prose(FERRY, 60, 130, 460),
        Put(60, 210, "1.1 Pier", 13, bold=True),
        *prose(MAYOR, 60, 240, 460),
        Put(60, 320, "2 Town", 13, bold=True),
        *prose(FERRY, 60, 350, 460),
    ]
    cleaned = laid_out(document([puts]))
    found = [(block.level, block.text) for block in cleaned.blocks if block.kind == "heading"]
    assert found == [(1, "The survey"), (2, "1 Harbour"), (3, "1.1 Pier"), (2, "2 Town")]


def test_a_wrapped_title_is_one_heading() -> None:
    title = [
        Put(60, 60 + 22 * n, line, 18, bold=True)
        for n, line in enumerate(("Minutes of the board of the upper river", "and of the lakes"))
    ]
    assert texts(laid_out(stacked(title, prose(FERRY, 60, 130, 460))), "heading") == [
        "Minutes of the board of the upper river and of the lakes"
    ]


def test_language_is_named() -> None:
    assert laid_out(document([prose(STOREHOUSE, 60, 60, 460)])).language == "ru"
