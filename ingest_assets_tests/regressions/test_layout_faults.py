"""Faults of reading and layout that happened once; each test is named after what went wrong."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.clean.layout.layout import lay_out
from ingest_assets.clean.mojibake import is_suspect, repaired
from ingest_assets.model import Block, Cleaned
from ingest_assets.thresholds.layout import Layout
from ingest_assets_tests.clean.layout.reading import content, extracted, laid_out, removed, texts
from ingest_assets_tests.corpus.layout_pdfs import FERRY, MAYOR, STOREHOUSE, Put, document, prose, sideways, wrapped


def test_first_lines_that_differ_by_a_number_were_taken_for_a_header() -> None:
    pages = [prose(f"Article {n} begins here. {FERRY}", 60, 50, 460) for n in (1, 2)]
    cleaned = laid_out(document(pages))
    assert removed(cleaned) == {}
    assert all(f"Article {n} begins here" in " ".join(texts(cleaned)) for n in (1, 2))


def test_a_line_that_left_room_for_the_next_word_was_not_joined_over_the_page() -> None:
    first = [
        Put(
            60,
            760,
            "The lamps of the old quarter were seen by everybody from all the hills across the bay each evening by e",
        )
    ]
    wide = [Put(60, 700 + 13 * n, line) for n, line in enumerate(wrapped(FERRY, 470))]
    second = [Put(60, 80, "burned until the last lamp was out."), *prose(MAYOR, 60, 120, 470)]
    assert any("by e burned until" in text for text in texts(laid_out(document([[*wide, *first], second]))))


def test_line_numbers_stuck_to_large_headings() -> None:
    lines = wrapped(FERRY + " " + MAYOR, 400)
    puts = [Put(100, 160 + 14 * n, line) for n, line in enumerate(lines)]
    numbers = [Put(88, 160 + 14 * n, str(n + 2), 6) for n in range(len(lines))]
    cleaned = laid_out(
        document([[Put(100, 120, "Statement of need", 17, bold=True), Put(88, 120, "1", 6), *puts, *numbers]])
    )
    assert texts(cleaned, "heading") == ["Statement of need"]


def test_the_last_line_of_a_side_bar_joined_the_heading_beside_it() -> None:
    bar = [
        Put(40, 120 + 11 * n, text, 7)
        for n, text in enumerate(("DOI: 10.1/x", "Editor: A. Bee", "Licence: free (CC BY)"))
    ]
    main = [
        *prose(FERRY, 112, 100, 420, step=11),
        Put(112, 142.2, "Statement of need", 14, bold=True),
        *prose(MAYOR, 112, 170, 420),
    ]
    assert texts(laid_out(document([[*bar, *main], prose(FERRY, 60, 100, 460)])), "heading") == ["Statement of need"]


def test_words_torn_at_letters_of_a_second_font() -> None:
    page = content(document([[Put(60, 100, "Yarg", 12), Put(81.3, 100, "ı", 12, bold=True), Put(84.6, 100, "c", 12)]]))
    assert len(page.spans) == 3
    assert texts(
        laid_out(document([[Put(60, 100, "Yarg", 12), Put(82, 100, "ı", 12, bold=True), Put(85.4, 100, "c", 12)]]))
    ) == ["Yargıc"]


def test_vertical_characters_were_taken_for_columns_of_a_table() -> None:
    extraction = extracted(document([[Put(500, 90, "x")]]))
    page = extraction.pages[0]
    assert page.content is not None
    (sample,) = page.content.spans
    columns = ("会議は三時に始まります", "資料を机の上に置いてください")
    spans = tuple(
        replace(sample, text=sign, size=16, origin=(x, y), bbox=(x, y - 14, x + 16, y + 2))
        for x, column in zip((500.0, 468.0), columns, strict=True)
        for y, sign in zip(range(90, 900, 18), column, strict=False)
    )
    laid = lay_out([replace(page, content=replace(page.content, spans=spans))], {}, Layout())
    assert "".join(block.text.replace(" ", "") for block in laid.blocks) == "".join(columns)
    assert laid.tables == ()


def test_lines_that_run_off_the_page_were_cut_inside_a_word() -> None:
    line = "The supplier keeps a register of every batch that leaves the plant and names the day of dispatch of each of them"
    puts = [Put(60, 100, line, 13), *prose(FERRY, 60, 300, 400)]
    assert texts(laid_out(document([puts])))[0] == line


def test_a_number_after_a_broken_name_began_a_paragraph() -> None:
    lines = ["Меры против COVID-", "19 отменены."]
    puts = [Put(60, 100 + 13 * n, text) for n, text in enumerate(lines)]
    assert texts(laid_out(document([[*puts, *prose(STOREHOUSE, 60, 200, 400)]])))[0] == "Меры против COVID-19 отменены."


def test_leaning_text_alone_on_a_page_had_no_frame() -> None:
    page = extracted(sideways()).pages[0]
    assert page.content is not None
    leaning = tuple(replace(span, direction=(0.7, -0.7)) for span in page.content.spans)
    laid = lay_out([replace(page, content=replace(page.content, spans=leaning))], {}, Layout())
    assert sum(len(block.text) for block in laid.blocks) + sum(len(one.text) for one in laid.removed) > 300


def test_mojibake_is_undone_by_paragraph_and_recorded() -> None:
    broken = STOREHOUSE.encode("cp1251").decode("cp1252")
    blocks = tuple(Block(kind="paragraph", text=text, page=1) for text in (STOREHOUSE, broken))
    cleaned = repaired(Cleaned(blocks=blocks))
    assert [block.text for block in cleaned.blocks] == [STOREHOUSE, STOREHOUSE]
    (record,) = cleaned.metadata["mojibake_repair"]  # type: ignore[misc, str-unpack, attr-defined]  # a list, as JSON
    assert record["paragraph"] == 1
    assert record["applied"] is True


def test_healthy_paragraphs_are_not_sent_to_the_repair() -> None:
    assert not is_suspect(STOREHOUSE)
    assert not is_suspect(FERRY)
    assert is_suspect(STOREHOUSE.encode("utf-8").decode("cp1251", "replace"))
