"""Random letters that the page shows are its text, whatever the dictionary says; letters that it does not show are not."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.extract.ocr.layer_proof import agreement, is_doubted_for_its_words
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.registry import parser_named
from ingest_assets.model import ExtractedPage, Extraction, PageContent, RawFile, Sniffed, Span
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.broken_pdfs import lying, text_pdf, triaged, written

PDF = Sniffed(
    format="pdf", media_type="application/pdf", format_evidence="", declared_extension="pdf", extension_mismatch=False
)


def mash() -> list[str]:
    """Lines of a person who tries a keyboard, as in the test files of office programs."""
    chance = random.Random(4)
    words = ["".join(chance.choices("wefrgtdsa", k=chance.randint(4, 12))) for _ in range(60)]
    return [" ".join(words[at : at + 6]) for at in range(0, 60, 6)]


def shifted(text: str) -> str:
    return "".join(chr((ord(letter) - 97 + 3) % 26 + 97) if letter.islower() else letter for letter in text)


def read(data: bytes, folder: Path) -> tuple[ExtractedPage, Extraction]:
    page = triaged(data, folder)
    assert (page.page_class, page.route, is_doubted_for_its_words(page)) == ("broken_text", "ocr", True)
    path = written(data, folder)
    with PdfPages(path) as pdf:
        request = ReadRequest(
            raw=RawFile(raw_sha256="0" * 64, size_bytes=len(data), name="page.pdf"),
            path=path,
            sniffed=PDF,
            settings=Settings(),
            scratch=folder,
            pages=(page,),
            pdf=pdf,
        )
        found = parser_named("tesseract").read(request)
    return found.pages[0], found


def test_letters_that_the_page_shows_stand_where_ocr_is_not_believed(tmp_path: Path) -> None:
    page, found = read(text_pdf(mash()), tmp_path)
    assert (page.route, page.page_class, found.findings) == ("native", "clean_digital", ())
    assert page.content is not None
    assert " ".join(span.text for span in page.content.spans).split() == " ".join(mash()).split()
    share = page.signals["layer_agreement"]
    assert isinstance(share, float)
    assert share >= Settings().ocr.layer_agreement


def test_letters_that_it_does_not_show_stay_out(tmp_path: Path) -> None:
    page, found = read(lying(text_pdf(mash()), shifted), tmp_path)
    assert (page.route, page.signals["layer_agreement"]) == ("ocr", 0.0)
    assert [one.code for one in found.findings] == ["ocr_low_confidence"]


def seen(text: str) -> list[Word]:
    return [Word(text=text, confidence=90.0, bbox=(0, 0, 100, 10), line=1, block=1)]


def layer(text: str) -> PageContent:
    span = Span(text=text, bbox=(0, 0, 100, 10), origin=(0, 10), size=10, words=((0, 100),))
    return PageContent(page=1, width=100, height=100, spans=(span,))


@pytest.mark.parametrize(
    ("said", "shown", "share"),
    [
        ("remontoir", "remontoir", 1.0),
        ("qqqqsozl", "9999502i", 1.0),
        ("ёлка", "елка", 1.0),
        ("abcdefghijkzzmno", "abcdefghijkyymno", 0.0),  # one letter, always another
        ("abcdefghi", "abcdefghx", 0.89),
        ("", "abc", 0.0),
        ("abc", "", 0.0),
    ],
)
def test_how_far_they_agree(said: str, shown: str, share: float) -> None:
    assert round(agreement(layer(said), seen(shown), 72), 2) == share


def test_what_ocr_did_not_see_counts_against_the_layer() -> None:
    below = replace(layer("abcd").spans[0], bbox=(0, 50, 100, 60))
    page = layer("abcd")
    assert agreement(replace(page, spans=(*page.spans, below)), seen("abcd"), 72) == 0.5
    hidden = replace(below, hidden="white")
    assert agreement(replace(page, spans=(*page.spans, hidden)), seen("abcd"), 72) == 1.0


def test_a_layer_without_its_blanks_is_not_shown() -> None:
    """Its letters are right, and glued words are no text."""
    words = [
        replace(seen(part)[0], bbox=(40 * n, 0, 40 * n + 30, 10)) for n, part in enumerate(("lamps", "were", "lit"))
    ]
    spaced = Span(
        text="lamps were lit", bbox=(0, 0, 110, 10), origin=(0, 10), size=10, words=((0, 30), (40, 70), (80, 110))
    )
    page = layer("lampswerelit")
    assert agreement(page, words, 72) == 0.0
    assert agreement(replace(page, spans=(spaced,)), words, 72) == 1.0
