"""A short numbered heading with a number of its own behind it is a heading, not an item of a list."""

from __future__ import annotations

from ingest_assets_tests.corpus.pdf_writer import PdfWriter
from ingest_assets_tests.corpus.texts import whole_way

BODY = "The lease begins on the first day of March and runs for eleven months, and either party may end it in writing."


def test_short_numbered_headings() -> None:
    writer = PdfWriter()
    for title in ("1. Subject (1)", "2. Term (1)", "3. Rent (1)"):
        writer.heading(title, 13)
        writer.paragraph(BODY)
    document = whole_way(bytes(writer.document.tobytes()), "lease.pdf")
    assert [block.text for block in document.cleaned.blocks if block.kind == "heading"] == [
        "1. Subject (1)",
        "2. Term (1)",
        "3. Rent (1)",
    ]
