"""The route native_repaired: what triage proposed is applied, or declined when the picture disagrees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pymupdf

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


def type3_page(codes: bytes) -> bytes:
    """A page with the word "FILE" in a Type 3 font without a map, shown by ``codes``; its four glyphs are lines and boxes."""
    strokes = {
        "F": b"50 0 m 50 700 l 450 700 l S 50 350 m 400 350 l S",
        "I": b"250 0 m 250 700 l S",
        "L": b"50 700 m 50 0 l 450 0 l S",
        "E": b"450 0 m 50 0 l 50 700 l 450 700 l S 50 350 m 400 350 l S",
    }
    document = pymupdf.open()
    page = document.new_page()
    names = [f"c{code}" for code in codes]
    procs = []
    for name, stroke in zip(names, strokes.values(), strict=True):
        xref = document.get_new_xref()
        document.update_object(xref, "<<>>")
        document.update_stream(xref, b"600 0 d0 90 w 1 j " + stroke)
        procs.append(f"/{name} {xref} 0 R")
    font = document.get_new_xref()
    differences = " ".join(f"{code} /{name}" for code, name in zip(codes, names, strict=True))
    document.update_object(
        font,
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 600 800]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 0/LastChar 255"
        f"/Widths[{'600 ' * 256}]/CharProcs<<{' '.join(procs)}>>/Encoding<</Differences[{differences}]>>/Resources<<>>>>",
    )
    document.xref_set_key(page.xref, "Resources", f"<</Font<</F1 {font} 0 R>>>>")
    content = document.get_new_xref()
    document.update_object(content, "<<>>")
    document.update_stream(content, b"BT /F1 24 Tf 100 600 Td <" + codes.hex().encode() + b"> Tj ET")
    document.xref_set_key(page.xref, "Contents", f"{content} 0 R")
    return bytes(document.tobytes())


def test_a_short_page_in_a_nameless_font_is_believed_only_when_its_picture_agrees(tmp_path: Path) -> None:
    triaged, extraction = read(type3_page(b"FILE"), tmp_path)
    assert triaged.signals["faults"] == ["nameless_font"]
    assert [(page.route, page.page_class) for page in extraction.pages] == [("native", "clean_digital")]
    triaged, extraction = read(type3_page(b"7+%-"), tmp_path)
    assert (triaged.page_class, extraction.pages) == ("broken_text", ())
