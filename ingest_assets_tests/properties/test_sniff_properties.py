"""Any bytes under any name give a sniff result, never an exception; any text survives the code pages."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest_assets.code_pages.decode import canonical, codec_of, decode
from ingest_assets.code_pages.detect import detect
from ingest_assets.code_pages.mojibake import repair
from ingest_assets.sniff.names import FORMATS
from ingest_assets_tests.corpus import sniff as made
from ingest_assets_tests.corpus.encodings import TEXTS

SEEDS = [
    made.PDF,
    made.ooxml(),
    made.ole({"WordDocument": b"\xec\xa5"}),
    made.tarred({"a": b"x"}),
    made.MAIL,
    made.ROWS,
    b"<html><head><meta charset=koi8-r>",
    b'<?xml version="1.0" encoding="utf-8"?><a/>',
    b'{"a": [1, 2]}',
    TEXTS["ru"].encode("cp1251"),
    TEXTS["ja"].encode("cp932"),
    TEXTS["de"].encode("utf-16-le"),
    b"\x1b$B$3\x1b(B",
]
NAMES = st.sampled_from(
    ["", "a", "a.pdf", "a.docx", "a.csv", "a.json", "a.html", "a.md", "a.tsv", "..", "a.\0", "ж.txt", "a/b.xls"]
)
HEADERS = st.sampled_from([None, "text/html; charset=utf-8", "text/html; charset=koi8-r", "; charset='"])


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A small file of some format, cut, spliced and scribbled on."""
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for position, value in draw(st.lists(st.tuples(st.integers(0, len(data) - 1), st.integers(0, 255)), max_size=8)):
        data[position] = value
    cut = draw(st.integers(0, len(data)))
    return bytes(data[:cut]) + draw(st.binary(max_size=40)) + bytes(data[cut : draw(st.integers(cut, len(data)))])


@settings(max_examples=250, deadline=None)
@given(data=st.one_of(st.binary(max_size=600), damaged()), name=NAMES, http=HEADERS)
def test_any_bytes_are_sniffed(data: bytes, name: str, http: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = made.sniffed(data, name, http=http, folder=Path(folder))
    assert found.format in FORMATS
    assert (found.encoding is None) == (found.encoding_source is None)
    if found.encoding is not None:
        assert canonical(found.encoding) == found.encoding
        decode(data, found.encoding)


@settings(max_examples=150, deadline=None)
@given(data=st.binary(max_size=300))
def test_any_bytes_have_an_encoding_that_decodes(data: bytes) -> None:
    found = detect(data)
    assert 0 < found.confidence <= 1
    assert canonical(found.encoding) == found.encoding
    decode(data, found.encoding)


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=200))
def test_utf8_text_is_never_taken_for_a_code_page(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = made.sniffed(("letters first " + text).encode(), "a.txt", folder=Path(folder))
    assert found.encoding in ("utf-8", "iso-2022-jp", "iso-2022-kr", "hz-gb-2312", "utf-16le", "utf-16be", None)


@settings(max_examples=150, deadline=None)
@given(
    text=st.sampled_from(sorted(TEXTS)),
    start=st.integers(0, 60),
    page=st.sampled_from(["windows-1252", "macintosh", "cp437"]),
)
def test_repair_undoes_what_broke_it(text: str, start: int, page: str) -> None:
    meant = TEXTS[text][start:]
    found = repair(decode(meant.encode(), page))
    assert found is None or found.text == meant
    assert codec_of(page)
