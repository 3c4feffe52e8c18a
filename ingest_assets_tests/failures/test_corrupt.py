"""``corrupt``: the bytes name a format and do not hold to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets_tests.corpus.office import WORDS, docx, odf, par, rows, story, xlsx
from ingest_assets_tests.extract.office_reading import codes, judged, parsed


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.docx", docx(par(WORDS)).replace(b"PK", b"PK", 1)),
        ("a.xlsx", xlsx(rows([WORDS]).replace("</row>", ""))),
        ("a.odt", odf("text", f"<text:p>{WORDS}")),
    ],
)
def test_corrupt_xml(name: str, data: bytes, tmp_path: Path) -> None:
    if name == "a.docx":
        data = docx("</w:p>" + story("p", WORDS))
    document = judged(data, name, tmp_path)
    assert document.verdict.state == "quarantined"
    assert "corrupt" in codes(document)


def test_flipped_bytes_in_a_member(tmp_path: Path) -> None:
    data = bytearray(docx(par(WORDS * 50)))
    place = data.index(b"word/document.xml") + 60
    data[place : place + 40] = bytes(40)
    assert codes(parsed(bytes(data), "docx", tmp_path)) == {"corrupt"}


def test_workbook_that_no_reader_opens(tmp_path: Path) -> None:
    assert codes(parsed(b"\x09\x08\x10\x00\x00\x06\x05\x00" + bytes(50), "xls", tmp_path)) == {"corrupt"}
