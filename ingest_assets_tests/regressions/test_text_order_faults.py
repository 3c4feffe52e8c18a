"""Faults of order, headings and running lines that happened once; each test is named after what went wrong."""

from __future__ import annotations

import pymupdf

from ingest_assets_tests.clean.layout.reading import laid_out, removed, texts
from ingest_assets_tests.corpus.layout_pdfs import FERRY, FONT_FOLDER, FONTS, MAYOR, STOREHOUSE, Put, document, prose


def stretched(words: str, x: float, y: float, gap: float) -> list[Put]:
    """Words of a justified line, each placed by itself with equal gaps."""
    font = pymupdf.Font(fontfile=str(FONT_FOLDER / FONTS[False]))
    out: list[Put] = []
    for word in words.split():
        out.append(Put(x, y, word))
        x += font.text_length(word, 10) + gap
    return out


def test_wide_blanks_of_justified_lines_were_read_as_gutters() -> None:
    lines = (
        ("before the wind", 60),
        ("and the band played", 52),
        ("over the old pier", 58),
        ("under a grey sky", 55),
    )
    puts = [put for n, (line, gap) in enumerate(lines) for put in stretched(line, 60, 100 + 13 * n, gap / 3)]
    text = " ".join(texts(laid_out(document([[*prose(FERRY, 60, 61, 300), *puts]]))))
    assert "before the wind and the band played over the old pier under a grey sky" in text


def test_articles_whose_number_alone_is_bold_were_headings_by_chance() -> None:
    puts = []
    for n in range(5):
        y = 100 + 120 * n
        title = "Порядок оказания услуг и приёмки их результатов" if n else "Предмет"
        puts += [Put(90, y, f"Статья {n + 1}.", bold=True), Put(140, y, title + " заказчиком" * (n % 2))]
        puts += prose(STOREHOUSE, 60, y + 14, 460, indent=25)
    assert texts(laid_out(document([puts])), "heading") == []


def test_bold_articles_are_headings_all_of_them() -> None:
    puts = []
    for n in range(4):
        y = 100 + 120 * n
        puts += [Put(60, y, f"Статья {n + 1}. Порядок оказания услуг и приёмки их результатов", bold=True)]
        puts += prose(STOREHOUSE, 60, y + 16, 460)
    assert len(texts(laid_out(document([puts])), "heading")) == 4


def test_the_second_line_of_a_footer_stayed_in_the_text() -> None:
    foot = (
        "A long running title of the paper that fills nearly the whole width of the page, volume one, the",
        "and its second line that is as long as the first one and stands at a line's step below it, one",
    )
    pages = [
        [*prose(f"{FERRY} {n}", 60, 100, 460), Put(60, 790, foot[0], 8), Put(60, 800, foot[1], 8)] for n in range(4)
    ]
    cleaned = laid_out(document(pages))
    assert set(removed(cleaned).values()) == {"running_footer"}
    assert len(removed(cleaned)) == 2
    assert not any("second line" in text for text in texts(cleaned))


def test_the_header_of_a_lone_left_page_stayed() -> None:
    heads = ("Annual report", "Northern shore", "Annual report")
    pages = [[Put(60, 40, head, 7.5), *prose(f"{FERRY} {MAYOR}", 60, 90, 460)] for head in heads]
    assert set(removed(laid_out(document(pages)))) == {"Annual report", "Northern shore"}


def test_the_mark_behind_an_author_s_picture_became_a_line() -> None:
    puts = [Put(60, 100, "Timo Bach", 11.5, bold=True), Put(126, 95.5, "2", 8), *prose(FERRY, 60, 130, 460)]
    assert not any(text == "2" for text in texts(laid_out(document([puts]))))


def test_margin_notes_of_one_page_were_taken_out() -> None:
    main = [*prose(f"{FERRY} {MAYOR}", 150, 80, 330), *prose(f"{MAYOR} {FERRY}", 150, 260, 330)]
    notes = [Put(50, 80, "See chapter two", 7.5), Put(50, 89, "on the pier.", 7.5), Put(50, 260, "A new mayor", 7.5)]
    cleaned = laid_out(document([[*main, *notes]]))
    assert texts(cleaned) == [f"{FERRY} {MAYOR}", "See chapter two on the pier.", f"{MAYOR} {FERRY}", "A new mayor"]


def test_a_heading_cut_by_the_page_end_was_two() -> None:
    first = [*prose(f"{FERRY} {MAYOR}", 60, 600, 460), Put(60, 780, "Chapter 4. Offences against the institutions of the city", bold=True)]  # fmt: skip
    second = [Put(60, 60, "and of its districts", bold=True), *prose(MAYOR, 60, 90, 460)]
    found = texts(laid_out(document([first, second])), "heading")
    assert found == ["Chapter 4. Offences against the institutions of the city and of its districts"]


def test_ticks_of_a_chart_were_paragraphs() -> None:
    ticks = [Put(80, 400 + 30 * n, str(500 - 100 * n), 6) for n in range(6)]
    cleaned = laid_out(document([[*prose(FERRY, 60, 80, 460), *ticks]]))
    assert "500 400 300 200 100 0" in texts(cleaned)
