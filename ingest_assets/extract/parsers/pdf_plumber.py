"""The other PDF engine: pdfplumber reads files whose page tree or cross-reference table MuPDF cannot follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pdfplumber
from pdfminer.pdfexceptions import PDFException
from pdfplumber.utils.exceptions import PdfminerException

from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import ExtractedPage, Extraction, PageContent, Route, Rule, Span

FAULTS = (PdfminerException, PDFException, TypeError, ValueError, KeyError)
"""What pdfplumber and pdfminer raise on damaged files (execution.md section 1: PdfminerException on 127 of 1,539, TypeError on 30)."""
PAGES = 200  # pages read this way: a parse costs 90 ms a page, and a lying page tree must not cost minutes


class PdfPlumber:
    """Has no route of its own: ``extract`` asks it when MuPDF finds no pages."""

    name = "pdf_plumber"
    revision = 1
    engines = ("pdfplumber", "pdfminer.six")
    formats = frozenset({"pdf"})
    routes: frozenset[Route] = frozenset()
    settings: tuple[str, ...] = ()

    def read(self, request: ReadRequest) -> Extraction:
        """Every page with words; none when this engine cannot read the file either."""
        try:
            with pdfplumber.open(request.path) as document:
                return Extraction(pages=tuple(_pages(document)))
        except FAULTS:
            return Extraction()


def _pages(document: Any) -> Iterator[ExtractedPage]:
    for number, page in enumerate(document.pages[:PAGES], 1):
        content = _content(page, number)
        yield ExtractedPage(
            page=number,
            page_class="clean_digital",
            route="native",
            parser="",
            parser_version="",
            characters=sum(len(span.text) for span in content.spans),
            signals={"engine": "pdfplumber"},
            content=content,
        )


def _content(page: Any, number: int) -> PageContent:
    # Hidden text: pdfplumber returns what lies off the page, so the page is cropped to its box first (triage-ocr.md section 4).
    cropped = page.crop(page.bbox, strict=False).dedupe_chars()
    words = cropped.extract_words(x_tolerance_ratio=0.15, extra_attrs=["fontname", "size"])
    return PageContent(
        page=number,
        width=float(page.width),
        height=float(page.height),
        spans=tuple(_span(word) for word in words),
        rules=tuple(_rule(line) for line in cropped.lines if line["x0"] == line["x1"] or line["top"] == line["bottom"]),
    )


def _span(word: dict[str, Any]) -> Span:
    return Span(
        text=word["text"],
        bbox=(word["x0"], word["top"], word["x1"], word["bottom"]),
        origin=(word["x0"], word["bottom"]),
        size=word["size"],
        font=word["fontname"],
        bold="bold" in word["fontname"].lower(),
    )


def _rule(line: dict[str, Any]) -> Rule:
    return Rule(x0=line["x0"], y0=line["top"], x1=line["x1"], y1=line["bottom"], width=line["linewidth"] or 0.0)


PARSER = PdfPlumber()
