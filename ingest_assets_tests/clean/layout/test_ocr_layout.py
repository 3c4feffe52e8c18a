"""The same layout over words that OCR measured: sizes by ink, one span a word."""

from __future__ import annotations

from ingest_assets.clean.layout.layout import lay_out
from ingest_assets.model import ExtractedPage, PageContent, Span
from ingest_assets.thresholds.layout import Layout
from ingest_assets_tests.corpus.layout_pdfs import FERRY, MAYOR, wrapped

TALL = frozenset("bdfhklt")
LOW = frozenset("gjpqy,")


def read_words(text: str, x: float, y: float, width: float, first_line: int) -> list[Span]:
    """Words as an OCR engine gives them: boxes of the ink, so that a word without tall letters looks small."""
    spans: list[Span] = []
    for number, line in enumerate(wrapped(text, width)):
        at, base = x, y + 13 * number
        for word in line.split():
            up = 7.0 if TALL.intersection(word.lower()) or not word.islower() else 4.8
            down = 2.1 if LOW.intersection(word) else 0.0
            end = at + 4.4 * len(word)
            spans.append(
                Span(
                    text=word, bbox=(at, base - up, end, base + down), origin=(at, base), size=up + down,
                    line=first_line + number, words=((at, end),), route="ocr", confidence=93.0,
                )
            )  # fmt: skip
            at = end + 3
    return spans


def page(spans: list[Span]) -> ExtractedPage:
    content = PageContent(page=1, width=595, height=842, spans=tuple(spans))
    return ExtractedPage(
        page=1, page_class="scan", route="ocr", parser="tesseract", parser_version="", characters=9, content=content
    )


def test_two_columns_of_uneven_ink_are_two_paragraphs() -> None:
    spans = [*read_words(FERRY, 60, 100, 225, 0), *read_words(MAYOR, 330, 100, 225, 50)]
    laid = lay_out([page(spans)], {}, Layout())
    assert [block.text for block in laid.blocks] == [FERRY, MAYOR]
    assert {block.route for block in laid.blocks} == {"ocr"}
    assert {block.parser for block in laid.blocks} == {"tesseract"}


def test_small_ink_is_no_superscript() -> None:
    spans = read_words("12 are on a sea voyage", 60, 100, 300, 0)
    laid = lay_out([page(spans)], {}, Layout())
    assert [block.text for block in laid.blocks] == ["12 are on a sea voyage"]
