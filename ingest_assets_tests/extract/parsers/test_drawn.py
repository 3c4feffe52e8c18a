"""Formats whose pages are drawn: DjVu and PostScript scans go through OCR, XPS pages through the layout, Kindle books through the HTML walk."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus import drawn
from ingest_assets_tests.corpus.texts import HARBOUR, extraction, whole_way


@pytest.mark.skipif(shutil.which("cjb2") is None, reason="DjVuLibre is not installed")
def test_a_djvu_scan_is_read_by_ocr(tmp_path: Path) -> None:
    document = whole_way(drawn.scanned_djvu(tmp_path), "scan.djvu")
    (page,) = document.extraction.pages
    assert (document.verdict.state, page.route, page.parser) == ("indexed", "ocr", "tesseract")
    assert drawn.LINE in document.chunks[0].text


def test_a_picture_in_postscript_is_read_by_ocr() -> None:
    document = whole_way(drawn.scanned_postscript(), "scan.ps")
    (page,) = document.extraction.pages
    assert (document.verdict.state, page.route) == ("indexed", "ocr")
    assert drawn.LINE in document.chunks[0].text


def test_an_xps_page_is_laid_out_like_one_of_a_pdf() -> None:
    document = whole_way(drawn.xps(*HARBOUR.split(". ")), "print.xps")
    (page,) = document.extraction.pages
    assert (document.verdict.state, page.route, page.parser) == ("indexed", "native", "xps")
    assert document.cleaned.blocks[0].bbox is not None
    assert "wrote the height of the water into the book" in document.chunks[0].text


def test_an_xps_that_is_cut_is_named() -> None:
    read = extraction(drawn.xps("words")[:-200], "xps")
    assert [finding.code for finding in read.findings] == [Problem.BROKEN_ZIP]


def test_a_kindle_book_is_read() -> None:
    document = whole_way(drawn.mobi(f"<html><body><h1>Tides</h1><p>{HARBOUR}</p></body></html>"), "book.mobi")
    assert (document.sniffed.format, document.verdict.state) == ("mobi", "indexed")
    assert HARBOUR in document.chunks[0].text


def test_a_locked_kindle_book_is_encrypted() -> None:
    read = extraction(drawn.mobi("<p>words</p>", locked=True), "mobi")
    assert [finding.code for finding in read.findings] == [Problem.ENCRYPTED]
