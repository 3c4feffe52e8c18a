"""The OCR parser on files: which words, where, by which route."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
import pytest

from ingest_assets.extract.ocr import attempts, second_script, spot_check
from ingest_assets.extract.ocr.engine import recognise
from ingest_assets.extract.parsers.tesseract import PARSER
from ingest_assets.model import Document
from ingest_assets_tests.corpus.scans import (
    DPI,
    ENGLISH,
    RUSSIAN,
    Pixels,
    codes,
    encoded,
    mixed_pdf,
    photograph,
    read,
    rendered,
    scan_pdf,
    stamped,
    text_of,
    tiff,
)

RUSSIAN_PAGE, ENGLISH_PAGE = (rendered(f"<p>{text}</p>", height=100) for text in (RUSSIAN, ENGLISH))


def spans(document: Document, page: int = 1) -> list[str]:
    content = document.extraction.pages[page - 1].content
    assert content is not None
    return [span.text for span in content.spans]


def test_a_scanned_pdf_is_indexed_with_its_words_in_place(tmp_path: Path) -> None:
    document = read(scan_pdf([RUSSIAN_PAGE]), tmp_path, name="scan.pdf")
    (page,) = document.extraction.pages
    assert (document.verdict.state, page.page_class, page.route, page.parser) == ("indexed", "scan", "ocr", "tesseract")
    assert page.confidence is not None
    assert page.confidence > 90
    assert page.content is not None
    assert page.content.width == pytest.approx(420, abs=1)
    first = page.content.spans[0]
    assert (first.text, first.route) == ("Покупатель", "ocr")
    x0, y0, x1, y1 = (round(value * DPI / 72) for value in first.bbox)
    ink = RUSSIAN_PAGE[y0:y1, x0:x1] < 128
    assert ink.any(axis=0).mean() > 0.7
    assert first.bbox[3] - 4 < first.origin[1] < first.bbox[3]  # the "р" hangs below the baseline
    assert 8 < first.size < 14
    assert "в письменном виде до конца года" in text_of(document)
    assert "+tesseract-" in page.parser_version
    assert "+rus-" in page.parser_version


def test_every_frame_of_a_tiff_is_a_page(tmp_path: Path) -> None:
    document = read(tiff([ENGLISH_PAGE, np.full_like(ENGLISH_PAGE, 255), RUSSIAN_PAGE]), tmp_path, name="three.tif")
    assert [(page.page, page.page_class, page.route) for page in document.extraction.pages] == [
        (1, "scan", "ocr"),
        (2, "blank", "none"),
        (3, "scan", "ocr"),
    ]
    assert document.verdict.state == "indexed"


def test_a_page_turned_by_rotate_and_one_lying_on_its_side_read_alike(tmp_path: Path) -> None:
    pages = scan_pdf([np.rot90(ENGLISH_PAGE).copy()], rotation=90), scan_pdf([np.rot90(ENGLISH_PAGE).copy()])
    for data, turned in zip(pages, (0.0, 90.0), strict=True):
        document = read(data, tmp_path, name="turned.pdf")
        content = document.extraction.pages[0].content
        assert content is not None
        assert content.turned == turned
        assert content.width > content.height
        assert "unloads them at his own cost" in text_of(document)


def test_image_words_of_a_mixed_page_stand_between_the_native_ones(tmp_path: Path) -> None:
    above = (
        "<p>The first native paragraph says that both parties have read the contract and agree to every word of it.</p>"
    )
    below = (
        "<p>The second native paragraph closes the page and says nothing new about the goods or about their price.</p>"
    )
    document = read(mixed_pdf(above, RUSSIAN_PAGE, below), tmp_path, name="mixed.pdf")
    (page,) = document.extraction.pages
    assert (page.page_class, page.route) == ("mixed", "ocr")
    assert page.content is not None
    assert {span.route for span in page.content.spans} == {"native", "ocr"}
    text = text_of(document)
    places = [text.find(words) for words in ("first native", "Покупатель обязуется", "second native")]
    assert -1 not in places
    assert places == sorted(places)
    assert text.count("first native") == 1


def test_the_grid_of_a_scanned_table_reaches_the_table_finder(tmp_path: Path) -> None:
    rows = "".join(f"<tr><td>Труба стальная {n}</td><td>{n * 125}</td><td>{n * 3400}</td></tr>" for n in range(2, 6))
    table = rendered(
        f"<p>Счёт на оплату</p><table><tr><td>Товар</td><td>Количество</td><td>Сумма</td></tr>{rows}</table>"
    )
    document = read(encoded(table), tmp_path, name="table.png")
    (found,) = document.cleaned.tables
    assert found.rows[0] == ("Товар", "Количество", "Сумма")
    assert found.rows[2] == ("Труба стальная 3", "375", "10200")


def test_a_scan_of_600_dpi_is_read_at_300_in_its_own_points(tmp_path: Path) -> None:
    fine = rendered("<p>Payment follows within thirty days of the invoice.</p>", width=300, height=50, dpi=600)
    document = read(encoded(fine, dpi=600), tmp_path, name="fine.png")
    content = document.extraction.pages[0].content
    assert content is not None
    assert content.width == pytest.approx(300, abs=1)
    assert "within thirty days of the invoice" in text_of(document)
    assert 8 < content.spans[0].size < 14


def test_a_picture_without_text_is_skipped(tmp_path: Path) -> None:
    document = read(encoded(photograph()), tmp_path, name="clouds.png")
    assert (document.verdict.state, document.verdict.skip_rule) == ("skipped", "image_without_text")


def test_a_cut_image_is_held_as_corrupt_with_what_it_gave(tmp_path: Path) -> None:
    data = encoded(np.vstack([ENGLISH_PAGE] * 3), "jpeg", quality=95)
    document = read(data[: len(data) * 2 // 3], tmp_path, name="cut.jpg")
    assert document.verdict.state == "quarantined"
    assert "corrupt" in codes(document)


def test_versions_change_with_the_language_data() -> None:
    assert any(version.startswith("rus-") for version in PARSER.program_versions())


def test_the_same_page_reads_the_same_twice(tmp_path: Path) -> None:
    data = encoded(stamped(ENGLISH_PAGE, 130))
    first, second = (read(data, tmp_path) for _ in range(2))
    assert first.extraction == second.extraction
    assert spans(first) == spans(second)


def test_a_contract_of_forty_pages_with_one_scanned_page_makes_one_ocr_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[int, ...]] = []

    def counted(raster: Pixels, *arguments: Any, **options: Any) -> Any:
        calls.append(raster.shape)
        return recognise(raster, *arguments, **options)

    for module in (attempts, second_script, spot_check):
        monkeypatch.setattr(module, "recognise", counted)
    contract = pymupdf.open()
    for number in range(40):
        page = contract.new_page()
        if number == 22:
            page.insert_image(pymupdf.Rect(60, 60, 480, 210), stream=encoded(rendered(ENGLISH)))
        else:
            page.insert_htmlbox(pymupdf.Rect(60, 60, 500, 700), f"<p>{number + 1}. {ENGLISH}</p><p>{RUSSIAN}</p>")
    document = read(bytes(contract.tobytes()), tmp_path)
    assert len(calls) == 1
    assert [page.page for page in document.extraction.pages if page.route != "native"] == [23]
    assert document.extraction.pages[22].route == "ocr"
    assert document.verdict.state == "indexed"
    shares = {measure.name: measure.value for measure in document.verdict.scorecard}
    assert shares["ocr_share"] == pytest.approx(1 / 40)
