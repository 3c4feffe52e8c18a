"""Many fonts map the glyph of the hyphen to U+00AD: what is printed in a cell is a hyphen all the same."""

from __future__ import annotations

import pytest

from ingest_assets_tests.corpus.pdf_writer import PdfWriter
from ingest_assets_tests.corpus.texts import whole_way


@pytest.mark.parametrize("cell", ["Кол-во", "2026-031", "-845"])
def test_a_printed_hyphen_stays_in_its_cell(cell: str) -> None:
    writer = PdfWriter()
    writer.paragraph("The list of the harbour office names what was handed over on the northern quay.")
    writer.table([["Article", "Value"], ["Rope", cell], ["Chart", "18"]], [200, 120])
    document = whole_way(bytes(writer.document.tobytes()), "list.pdf")
    assert document.cleaned.tables[0].rows[1] == ("Rope", cell)
