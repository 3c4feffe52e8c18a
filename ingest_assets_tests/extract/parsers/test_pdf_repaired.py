"""The route native_repaired: what triage proposed is applied, or declined when the picture disagrees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ingest_assets.extract.parsers.pdf_repaired import PARSER, lines_to_check
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import Extraction, PageTriage, RawFile, Sniffed, Span
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.settings import Settings
from ingest_assets.triage.page import triage_page
from ingest_assets_tests.corpus.broken_pdfs import ENGLISH, RUSSIAN, lying, text_pdf, unmapped, written

SNIFFED = Sniffed(
    format="pdf",
    media_type="application/pdf",
    format_evidence="magic",
    declared_extension="pdf",
    extension_mismatch=False,
)


def read(data: bytes, folder: Path, **changes: Any) -> tuple[PageTriage, Extraction]:
    """Triage and repair of the first page; ``changes`` go over the signals, as a wrong proposal would."""
    path, settings = written(data, folder), Settings()
    with PdfPages(path) as pdf:
        page = triage_page(pdf, 1, settings.triage)
        page = replace(page, signals={**page.signals, **changes}, route="native_repaired")
        request = ReadRequest(
            raw=RawFile(raw_sha256="0" * 64, size_bytes=len(data), name="page.pdf"),
            path=path,
            sniffed=SNIFFED,
            settings=settings,
            scratch=folder,
            pages=(page,),
            pdf=pdf,
        )
        return page, PARSER.read(request)


def test_a_lossless_repair_is_taken_without_a_look(tmp_path: Path) -> None:
    data = lying(text_pdf(RUSSIAN), lambda char: char.encode("cp1251").decode("cp1252"))
    _, extraction = read(data, tmp_path)
    page = extraction.pages[0]
    assert page.content is not None
    assert [span.text.strip() for span in page.content.spans] == list(RUSSIAN)
    assert (page.route, page.page_class, page.signals["repair_agreement"]) == ("native_repaired", "broken_text", 1.0)


def test_a_repair_by_glyphs_agrees_with_the_picture(tmp_path: Path) -> None:
    _, extraction = read(unmapped(text_pdf()), tmp_path)
    page = extraction.pages[0]
    assert page.content is not None
    assert page.content.spans[0].text.strip() == ENGLISH[0]
    assert float(str(page.signals["repair_agreement"])) >= 0.9


def test_a_repair_that_the_picture_denies_is_declined(tmp_path: Path) -> None:
    _, extraction = read(text_pdf(), tmp_path, repair="shift:+2", repair_lossless=False)
    assert extraction.pages == ()


def test_the_lines_checked_are_those_that_changed() -> None:
    same = Span(text="a line that was right before and is long", bbox=(0, 0, 99, 9), origin=(0, 8), size=9)
    new = replace(same, text="mended line")
    number = replace(same, text="sum 1234.50")
    sideways = replace(same, text="a mended line that stands sideways", direction=(0.0, -1.0))
    found = lines_to_check([same, new, sideways, number], {same.text})
    assert found == [new, number]
    assert lines_to_check([same], {same.text}) == []
