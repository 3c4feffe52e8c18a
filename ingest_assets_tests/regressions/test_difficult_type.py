"""Difficulties of single lines that browsers and office programs print; each test is named after what went wrong."""

from __future__ import annotations

from typing import Any

import pymupdf
import pytest

from ingest_assets_tests.clean.layout.reading import content, laid_out, removed, texts
from ingest_assets_tests.corpus.layout_pdfs import FERRY, FONT_FOLDER, FONTS, MAYOR, Put, document, prose

FONT = pymupdf.Font(fontfile=str(FONT_FOLDER / FONTS[False]))


def joined(data: bytes) -> str:
    return " ".join(texts(laid_out(data)))


def spaced(text: str, step: float, size: float = 12) -> list[Put]:
    """Letters with equal gaps, a blank as wide as two more of them."""
    out: list[Put] = []
    x = 60.0
    for letter in text:
        if letter != " ":
            out.append(Put(x, 90, letter, size))
            x += FONT.text_length(letter, size)
        x += step
    return out


@pytest.mark.parametrize("text", ["ПРОТОКОЛ СОБРАНИЯ", "Важное примечание"])
def test_letters_spaced_by_less_than_a_blank_stayed_apart(text: str) -> None:
    assert text in joined(document([[*spaced(text, 2.8), *prose(FERRY, 60, 120, 400)]]))


def test_single_letters_and_digits_a_blank_apart_were_one_word() -> None:
    text = joined(document([[Put(60, 90, "x y z u v w"), Put(60, 110, "1 2 3 4 5 6"), *prose(FERRY, 60, 140, 400)]]))
    assert "x y z u v w" in text
    assert "1 2 3 4 5 6" in text


def annotated(kind: str, comment: str) -> bytes:
    made: Any = pymupdf.open(stream=document([prose(FERRY, 60, 100, 400)]), filetype="pdf")
    page = made[0]
    mark = getattr(page, f"add_{kind}_annot")(page.search_for("northern pier"))
    mark.set_info(content=comment, title="Anna")
    mark.update()
    data: bytes = made.tobytes()
    return data


@pytest.mark.parametrize("kind", ["highlight", "underline", "strikeout", "squiggly"])
def test_comments_on_marked_words_were_lost(kind: str) -> None:
    assert texts(laid_out(annotated(kind, "Ask the harbour master.")), "quote") == ["Ask the harbour master."]


def test_a_comment_that_repeats_the_marked_words_was_read_twice() -> None:
    assert texts(laid_out(annotated("highlight", "northern pier")), "quote") == []


def test_the_sign_in_a_ticked_box_was_read_as_a_digit() -> None:
    made: Any = pymupdf.open(stream=document([[Put(60, 100, "I agree"), *prose(FERRY, 60, 140, 400)]]), filetype="pdf")
    box = pymupdf.Widget()
    box.field_type, box.field_name, box.field_value = 2, "agree", True
    box.rect = pymupdf.Rect(120, 90, 134, 104)
    page = made[0]
    page.add_widget(box)
    found = content(made.tobytes())
    assert [one.text for one in found.annotations] == ["☒"]
    assert all(span.hidden for span in found.spans if len(span.text.strip()) == 1)


def marked_page(lines: list[Put], base: float) -> list[Put]:
    return [*lines, Put(90, base, "SPECIMEN", 72)]


def test_a_mark_on_the_baseline_of_a_line_stayed_in_the_text() -> None:
    first = prose(f"{FERRY} {MAYOR} {FERRY} {MAYOR}", 60, 100, 420)
    cleaned = laid_out(document([marked_page(first, first[5].y)]))
    assert "SPECIMEN" not in " ".join(texts(cleaned))
    assert removed(cleaned)["SPECIMEN"] == "watermark"


def test_the_mark_of_all_pages_was_text_of_the_last_where_it_crosses_no_line() -> None:
    full = prose(f"{FERRY} {MAYOR} {FERRY} {MAYOR}", 60, 100, 420)
    cleaned = laid_out(document([marked_page(full, 180), marked_page(full, 180), marked_page(full[:2], 180)]))
    assert "SPECIMEN" not in " ".join(texts(cleaned))


def test_lowered_type_of_browsers_fused_with_its_letter() -> None:
    puts = [Put(60, 100, "Air holds CO"), Put(60 + FONT.text_length("Air holds CO", 10), 102.6, "2", 8.3)]
    puts.append(Put(puts[1].x + FONT.text_length("2 ", 8.3), 100, "and more of it each year."))
    assert "CO₂ and more" in joined(document([puts]))


def test_a_raised_letter_fused_with_the_number_before_it() -> None:
    puts = [Put(60, 100, "It sold 120"), Put(60 + FONT.text_length("It sold 120", 10), 96, "a", 7)]
    puts.append(Put(puts[1].x + 6, 100, "tons of apples last year."))
    assert "120^a tons" in joined(document([puts]))


def test_the_halves_of_a_fraction_were_scattered() -> None:
    x = 60 + FONT.text_length("Add 3 ", 10)
    puts = [
        Put(60, 100, "Add 3"),
        Put(x, 96, "1", 7),
        Put(x, 104, "2", 7),
        Put(x + 6, 100, "cups of sugar to the apples."),
    ]
    assert "Add 3 1/2 cups" in joined(document([puts]))


def test_a_drop_cap_stood_apart_from_its_word() -> None:
    text = f"{FERRY[1:]} {MAYOR}"
    narrow = prose(text, 84, 100, 348)[:2]
    rest = " ".join(put.text for put in narrow)
    lines = [*narrow, *prose(text[len(rest) + 1 :], 60, narrow[-1].y + (narrow[1].y - narrow[0].y), 372)]
    cap = Put(60, narrow[1].y, "T", 30)
    assert texts(laid_out(document([[cap, *lines]]))) == [f"{FERRY} {MAYOR}"]


def test_numbers_of_each_fifth_line_of_a_short_page_were_text() -> None:
    lines = prose(f"{FERRY} {MAYOR} {FERRY} {MAYOR} {FERRY}", 90, 100, 280)
    numbers = [Put(60, lines[at].y, str(at + 1), 7) for at in range(4, len(lines), 5)]
    cleaned = laid_out(document([[*lines, *numbers]]))
    assert len(numbers) in (3, 4)
    assert removed(cleaned) == {put.text: "line_number" for put in numbers}


def test_a_soft_hyphen_before_the_printed_one_kept_both() -> None:
    puts = [Put(60, 100, "The ferry left the north\u00ad\u2010"), Put(60, 113, "ern pier with forty people on board.")]
    assert "the northern pier" in joined(document([puts]))


def stacked(columns: list[str]) -> bytes:
    made: Any = pymupdf.open()
    page = made.new_page(width=400, height=400)
    for number, column in enumerate(columns):
        for place, sign in enumerate(column):
            page.insert_text((340 - 20 * number, 60 + 12 * place), sign, fontname="japan", fontsize=12)
    data: bytes = made.tobytes()
    return data


def test_columns_of_signs_with_a_flat_one_or_a_short_end_fell_apart() -> None:
    columns = ["縦書きの文章は右から左へ読みます昔の", "東京の人口は約一千四百万人ですとても", "本はこう組む。"]
    assert texts(laid_out(stacked(columns))) == ["".join(columns)]


def test_lines_of_japanese_were_joined_with_blanks() -> None:
    made: Any = pymupdf.open()
    page = made.new_page(width=400, height=400)
    for number, line in enumerate(["昔の本はこのように組まれていましたが今は", "横書きがほとんどです。"]):
        page.insert_text((60, 60 + 16 * number), line, fontname="japan", fontsize=12)
    assert texts(laid_out(made.tobytes())) == ["昔の本はこのように組まれていましたが今は横書きがほとんどです。"]


def test_numbers_of_a_listing_a_little_smaller_than_its_text_were_raised() -> None:
    puts = [Put(60, 100, "1", 8.3), Put(72, 100, "Needs the newest format of the package.")]
    text = joined(document([puts]))
    assert "1 Needs" in text
    assert "¹" not in text
