"""Running lines, page numbers, line numbers, side bars, watermarks: out of the text and into the list of removed lines."""

from __future__ import annotations

from ingest_assets_tests.clean.layout.reading import laid_out, removed, texts
from ingest_assets_tests.corpus import layout_pdfs
from ingest_assets_tests.corpus.layout_pdfs import FERRY, MAYOR, STOREHOUSE, Put, document, prose


def test_running_lines_go_and_are_listed() -> None:
    cleaned = laid_out(layout_pdfs.running_pages())
    text = " ".join(texts(cleaned))
    assert "Northwind" not in text
    assert "Confidential" not in text
    gone = [(one.text, one.reason, one.page) for one in cleaned.removed]
    assert gone.count(("Northwind Trading GmbH", "running_header", 1)) == 1
    assert ("Confidential, page 3 of 6", "running_footer", 3) in gone
    assert len(gone) == 12


def test_a_note_above_the_footer_stays() -> None:
    assert " ".join(texts(laid_out(layout_pdfs.running_pages()))).count("Note: remark") == 6


def test_the_words_of_a_header_stay_inside_the_text() -> None:
    pages = [
        [Put(60, 40, "Harbour survey"), *prose(f"Harbour survey of part {n}. " + FERRY, 60, 200, 460)] for n in range(4)
    ]
    assert " ".join(texts(laid_out(document(pages)))).count("Harbour survey") == 4


def test_first_lines_that_differ_stay() -> None:
    titles = ("Annex to the contract", "List of machines", "Minutes of dissent")
    pages = [[Put(60, 50, title), *prose(FERRY, 60, 120, 460)] for title in titles]
    text = " ".join(texts(laid_out(document(pages))))
    assert all(title in text for title in titles)


def test_mirrored_headers_are_counted_by_odd_and_even_pages() -> None:
    pages = [
        [Put(60 if n % 2 else 400, 40, "The reader" if n % 2 else "The mill"), *prose(f"{n} " + FERRY, 60, 120, 460)]
        for n in range(1, 7)
    ]
    assert set(removed(laid_out(document(pages))).values()) == {"running_header"}


def test_roman_page_numbers_rise_with_the_page() -> None:
    pages = [[*prose(FERRY, 60, 120, 460), Put(290, 815, number)] for number in ("iii", "iv", "v", "vi")]
    assert removed(laid_out(document(pages))) == dict.fromkeys(("iii", "iv", "v", "vi"), "page_number")


def test_line_numbers_of_a_draft() -> None:
    cleaned = laid_out(layout_pdfs.numbered_draft())
    assert texts(cleaned) == [f"{FERRY} {MAYOR}"]
    assert cleaned.tables == ()
    reasons = [one.reason for one in cleaned.removed]
    assert set(reasons) == {"line_number"}
    assert len(reasons) >= 5


def test_a_side_bar_of_one_page_is_taken_out_and_the_text_stays_whole() -> None:
    cleaned = laid_out(layout_pdfs.side_bar())
    assert texts(cleaned) == [f"{FERRY} {MAYOR}", STOREHOUSE]
    assert removed(cleaned) == dict.fromkeys(
        ("DOI: 10.1/x", "Editor: A. Bee", "Submitted: May", "Licence: CC"), "side_bar"
    )


def test_margin_notes_on_several_pages_stay_behind_the_text() -> None:
    notes = [Put(40, 120 + 11 * n, text, 7) for n, text in enumerate(("see the older", "survey of", "the harbour"))]
    pages = [[*notes, *prose(" ".join([FERRY, MAYOR]), 190, 120, 340)] for _ in range(2)]
    cleaned = laid_out(document(pages))
    assert [block.page for block in cleaned.blocks if "older" in block.text] == [1, 2]


def test_title_blocks_of_framed_sheets_go_and_the_frame_is_no_table() -> None:
    cleaned = laid_out(layout_pdfs.title_blocks())
    assert cleaned.tables == ()
    assert texts(cleaned) == [f"Лист {n}. {STOREHOUSE}" for n in (1, 2, 3)]
    assert {one.reason for one in cleaned.removed} == {"running_footer"}
    assert sum(one.text == "АБВГ.425180.001 ПЗ" for one in cleaned.removed) == 3


def test_a_leaning_word_across_the_text_is_a_watermark() -> None:
    cleaned = laid_out(layout_pdfs.watermarked())
    assert texts(cleaned) == [STOREHOUSE, STOREHOUSE]
    assert [(one.text, one.reason) for one in cleaned.removed] == [("DRAFT", "watermark")] * 2


def test_hidden_and_doubled_text_is_listed_with_its_reason() -> None:
    assert removed(laid_out(layout_pdfs.cropped()))["outside the crop box"] == "hidden_off_page"
    doubled = laid_out(layout_pdfs.fake_bold())
    assert [one.reason for one in doubled.removed] == ["duplicate"] * 3
    assert " ".join(texts(doubled)).count("Still unpaid balance") == 1
