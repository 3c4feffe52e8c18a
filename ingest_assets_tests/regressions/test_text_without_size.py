"""Text without a size, or far off the page, leaves lines without spans in the engine's answer: the page was called unreadable."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from ingest_assets.pdf.pages import PdfPages


@pytest.mark.parametrize(
    "operators",
    [
        b"BT /helv 0 Tf 72 700 Td (nothing) Tj ET",
        b"BT /helv 12 Tf 0 Tz 72 700 Td (nothing) Tj ET",
        b"BT /helv 12 Tf 0 0 0 0 72 700 Tm (nothing) Tj ET",
        b"BT /helv 12 Tf 1 0 0 1 99999999999 700 Tm (nothing) Tj ET",
    ],
    ids=["size 0", "no width", "matrix of zeros", "far off"],
)
def test_the_page_around_it_is_read(operators: bytes, tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), "The height of the water")
    stream = document.get_new_xref()
    document.update_object(stream, "<<>>")
    document.update_stream(stream, operators)
    document.xref_set_key(page.xref, "Contents", f"[{page.get_contents()[0]} 0 R {stream} 0 R]")
    document.save(tmp_path / "a.pdf")
    with PdfPages(tmp_path / "a.pdf") as pdf:
        assert [span.text.strip() for span in pdf.content(1).spans if not span.hidden] == ["The height of the water"]
