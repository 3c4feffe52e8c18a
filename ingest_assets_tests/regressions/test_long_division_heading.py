"""A bold title with its division's number is a heading also beyond 200 characters, as laws and specifications have them."""

from __future__ import annotations

from ingest_assets_tests.corpus.pdf_writer import A4, MARGIN, PdfWriter, wrapped
from ingest_assets_tests.corpus.texts import whole_way

BODY = "The lease begins on the first day of March and runs for eleven months, and either party may end it in writing."
LONG = (
    "Requirements for the central subsystem, for the subsystem that keeps registers, reference books and classifiers, for the "
    "exchange of records with neighbouring systems of the regions, and for the people who are to serve all of them"
)


def headings_of(title: str) -> list[str]:
    writer = PdfWriter()
    for number in range(1, 4):
        writer.heading(f"1.{number}. Term", 11)
        writer.paragraph(BODY)
    writer.y += 12
    for line in wrapped(title, writer.bold, 11, A4[0] - 2 * MARGIN):
        writer.y += 14
        writer.page.insert_text((MARGIN, writer.y), line, fontname="bold", fontsize=11)
    writer.y += 8
    writer.paragraph(BODY)
    document = whole_way(bytes(writer.document.tobytes()), "specification.pdf")
    return [block.text for block in document.cleaned.blocks if block.kind == "heading"]


def test_long_numbered_title_is_a_heading() -> None:
    title = f"1.4. {LONG}"
    assert len(title) > 200
    assert title in headings_of(title)


def test_title_of_more_than_twice_the_length_is_none() -> None:
    title = f"1.4. {LONG}, {LONG.lower()}"
    assert len(title) > 400
    assert title not in headings_of(title)
