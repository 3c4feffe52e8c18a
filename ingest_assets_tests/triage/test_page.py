"""Class and route of one page: from bytes to the verdict."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from ingest_assets.model import PageTriage, Sniffed
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.pdf.repair.content import mended_content
from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets.triage.triage import triage
from ingest_assets_tests.corpus.broken_pdfs import (
    ENGLISH,
    RUSSIAN,
    add_lines,
    lying,
    mixed_pdf,
    picture_of,
    scan_pdf,
    text_pdf,
    triaged,
    unmapped,
    written,
)

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
PERMUTED = str.maketrans(ALPHABET, "".join(random.Random(1).sample(ALPHABET, 26)))
LOOK_ALIKES = str.maketrans("асеорхуАВСЕНКМОРТХ", "aceopxyABCEHKMOPTX")
NOISY = [line.replace("e", "c").replace("a", "o") for line in ENGLISH]
FOOTER = "Scanned with a telephone application; please visit our page on the net for more of it."


def verdict(page: PageTriage) -> tuple[str, str]:
    return page.page_class, page.route


@pytest.mark.parametrize("lines", [ENGLISH, RUSSIAN], ids=["en", "ru"])
def test_healthy_text_is_native(lines: tuple[str, ...], tmp_path: Path) -> None:
    page = triaged(text_pdf(lines), tmp_path)
    assert verdict(page) == ("clean_digital", "native")
    assert page.signals["faults"] == []
    assert page.findings == ()


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (RUSSIAN, lambda c: c.encode("cp1251").decode("cp1252")),
        (RUSSIAN, lambda c: c.encode("koi8_r").decode("cp1251")),
        (RUSSIAN, lambda c: c.encode("utf_8").decode("latin_1")),
        (RUSSIAN, lambda c: c.translate(LOOK_ALIKES)),
        (ENGLISH, lambda c: chr(ord(c) + 1) if c.isalpha() else c),
        (ENGLISH, lambda c: c.translate(PERMUTED)),
        (ENGLISH, lambda c: "\ufffd"),
        (ENGLISH, lambda c: chr(0xF000 + ord(c))),
        (ENGLISH, lambda c: "!" if c == "f" else c),
        (ENGLISH, lambda c: "\u0166" if c == "d" else c),
    ],
    ids=["latin1", "koi8", "utf8", "look-alikes", "shifted", "permuted", "unmapped", "private", "mark", "letter"],
)
def test_a_lying_layer_is_broken_and_mended(
    lines: tuple[str, ...], wrong: Callable[[str], str], tmp_path: Path
) -> None:
    data = lying(text_pdf(lines), wrong)
    page = triaged(data, tmp_path)
    assert verdict(page) == ("broken_text", "native_repaired")
    with PdfPages(written(data, tmp_path)) as pdf:
        content = mended_content(pdf, 1, str(page.signals["repair"]))
    assert content is not None
    assert [span.text.strip() for span in content.spans] == list(lines)


def test_a_few_words_of_utf8_read_as_windows_1252_are_seen(tmp_path: Path) -> None:
    lines = [*ENGLISH[:4], "Für die Lieferung später über Köln gelten dieselben Regeln wie für die Abholung."]
    data = text_pdf([line.encode("utf_8").decode("cp1252") for line in lines])
    page = triaged(data, tmp_path)
    assert verdict(page) == ("broken_text", "native_repaired")
    with PdfPages(written(data, tmp_path)) as pdf:
        content = mended_content(pdf, 1, str(page.signals["repair"]))
    assert content is not None
    assert content.spans[-1].text.strip() == lines[-1]


def test_a_font_without_a_map_is_read_by_its_own_table(tmp_path: Path) -> None:
    page = triaged(unmapped(text_pdf()), tmp_path)
    assert verdict(page) == ("broken_text", "native_repaired")
    assert page.signals["repair"] == "glyphs:font"
    assert page.signals["repair_lossless"] is False


@pytest.mark.parametrize("lines", [ENGLISH, RUSSIAN], ids=["en", "ru"])
def test_glued_words_get_their_blanks_back(lines: tuple[str, ...], tmp_path: Path) -> None:
    page = triaged(text_pdf([line.replace(" ", "") for line in lines]), tmp_path)
    assert verdict(page) == ("broken_text", "native_repaired")
    assert str(page.signals["repair"]).startswith("spaces:")


def test_a_scan_goes_to_ocr(tmp_path: Path) -> None:
    assert verdict(triaged(scan_pdf(), tmp_path)) == ("scan", "ocr")


def test_a_scanners_footer_does_not_make_text_of_a_scan(tmp_path: Path) -> None:
    assert verdict(triaged(scan_pdf(footer=FOOTER), tmp_path)) == ("scan", "ocr")


def test_a_good_ocr_layer_stays_and_a_bad_one_does_not(tmp_path: Path) -> None:
    good = triaged(scan_pdf(layer=ENGLISH), tmp_path)
    assert verdict(good) == ("scan", "native")
    assert good.signals["ocr_layer"] == "kept"
    assert verdict(triaged(scan_pdf(layer=NOISY), tmp_path)) == ("scan", "ocr")


def test_a_layer_over_a_white_picture_is_nothing_a_reader_sees(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_image(page.rect, stream=picture_of(text_pdf([])))
    add_lines(page, ENGLISH, render_mode=3)
    assert verdict(triaged(document.tobytes(), tmp_path)) == ("blank", "none")


def test_text_and_a_picture_of_text_are_mixed(tmp_path: Path) -> None:
    assert verdict(triaged(mixed_pdf(), tmp_path)) == ("mixed", "ocr")


def test_outlined_text_is_a_scan(tmp_path: Path) -> None:
    svg = pymupdf.open("pdf", text_pdf())[0].get_svg_image(text_as_path=True)
    data = pymupdf.open("svg", svg.encode()).convert_to_pdf()
    assert verdict(triaged(data, tmp_path)) == ("scan", "ocr")


def _frame(page: pymupdf.Page) -> None:
    for row in range(20):
        page.draw_rect(pymupdf.Rect(50, 50 + row * 30, 550, 80 + row * 30))


def _edges(page: pymupdf.Page) -> None:
    page.draw_rect(pymupdf.Rect(0, 0, 12, 842), color=None, fill=(0, 0, 0))
    for y in (200, 600):
        page.draw_circle((40, y), 7, color=None, fill=(0, 0, 0))


@pytest.mark.parametrize(
    "draw",
    [lambda page: None, _frame, _edges, lambda page: page.insert_text((60, 60), "    "),
     lambda page: page.insert_text((60, 60), "nobody sees this line of text", color=(1, 1, 1))],
    ids=["empty", "empty form", "scanner edge", "white space", "hidden only"],
)  # fmt: skip
def test_blank(draw: Callable[[pymupdf.Page], object], tmp_path: Path) -> None:
    document = pymupdf.open()
    draw(document.new_page())
    assert verdict(triaged(document.tobytes(), tmp_path)) == ("blank", "none")


def test_a_photo_beside_text_is_no_reason_for_ocr(tmp_path: Path) -> None:
    noise = random.Random(0).randbytes(40 * 50 * 3)
    photo = pymupdf.Pixmap(pymupdf.csRGB, 40, 50, noise, 0)  # a grainy texture
    document = pymupdf.open()
    page = document.new_page()
    add_lines(page, ENGLISH)
    page.insert_image(pymupdf.Rect(60, 400, 540, 800), stream=photo.tobytes("png"))
    assert verdict(triaged(document.tobytes(), tmp_path)) == ("clean_digital", "native")


def test_hidden_text_is_told_once(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    add_lines(page, ENGLISH)
    page.insert_text((60, 500), "secret order", color=(1, 1, 1))
    found = triaged(document.tobytes(), tmp_path)
    assert [finding.code for finding in found.findings] == [Problem.HIDDEN_TEXT]
    assert found.signals["hidden_characters"] == len("secret order".replace(" ", "")) + 1


def test_every_page_of_a_document_gets_its_own_verdict(tmp_path: Path) -> None:
    document = pymupdf.open("pdf", text_pdf())
    for data in (scan_pdf(), lying(text_pdf(), lambda c: "\ufffd")):
        document.insert_pdf(pymupdf.open("pdf", data))
    path = written(document.tobytes(), tmp_path)
    sniffed = Sniffed(
        format="pdf",
        media_type="application/pdf",
        format_evidence="magic",
        declared_extension="pdf",
        extension_mismatch=False,
    )
    with PdfPages(path) as pdf:
        pages = triage(path, sniffed, Settings(), pdf).pages
    assert [page.page_class for page in pages] == ["clean_digital", "scan", "broken_text"]
