"""RTF: the code page switches with the font, and much of the file is no text."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.model import Extraction
from ingest_assets_tests.extract.office_reading import codes, markdown, parsed

FONTS = (
    rb"{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fnil\fcharset204 Arial Cyr;}{\f2\fnil\fcharset128 Gothic;}"
    rb"{\f3\fnil\fcharset2 Symbol;}{\f4\fcharset204\cpg65001 U;}}"
)


def read(body: bytes, folder: Path, head: bytes = rb"\ansi\ansicpg1252") -> Extraction:
    return parsed(rb"{\rtf1" + head + FONTS + body + b"}", "rtf", folder)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"\f0 Price \f1 \'f0\'f3\'e1\f0  caf\'e9\par", "Price руб café"),
        (rb"\f2\'93\'fa\'96\'7b\par", "日本"),
        (rb"\f3 a\f0  b\par", "α b"),
        (rb"\f4\'d0\'9f\par", "П"),
        (rb"\uc1 A\u1055?\u-10179?\u-8704?Z\par", "AП😀Z"),
        (rb"{\uc2\u8364 xx}{\uc0\u233 }\u946\'3f!\par", "€éβ!"),
        (rb"a{\v hidden}b{\deleted gone}c\par", "abc"),
        (rb"{\upr{ansi}{\*\ud{unicode}}}\par", "unicode"),
        (rb"x\bin6 }}{{\y\par", "x"),
        (rb"{\*\unknown junk}{\pict 89504e47}kept\~now\_x\-y\par", "kept now‑xy"),
        (rb"{\field{\*\fldinst HYPERLINK \"https://example.org\"}{\fldrslt here}}\par".replace(b'\\"', b'"'), "[here](https://example.org)"),
        (rb"{\shp{\*\shpinst{\sp{\sn t}{\sv 1}}{\shptxt boxed}}{\shprslt boxed}}\par", "boxed"),
    ],
)  # fmt: skip
def test_text(body: bytes, text: str, tmp_path: Path) -> None:
    found = read(body, tmp_path)
    assert " ".join(block.text for block in found.blocks) == text
    assert not codes(found)


def test_western_font_in_a_russian_document(tmp_path: Path) -> None:
    found = read(rb"\f0 \'cf\'f0\'e8\'e2\'e5\'f2 caf\'e9\par", tmp_path, rb"\ansi\ansicpg1251")
    assert found.blocks[0].text.startswith("Привет")


def test_table_with_a_cell_over_two_columns(tmp_path: Path) -> None:
    body = rb"\trowd\cellx2000\cellx4000\cellx6000\intbl A\cell B\cell C\cell\row\trowd\cellx4000\cellx6000\intbl wide\cell D\cell\row\pard After.\par"
    found = read(body, tmp_path)
    assert found.tables[0].rows == (("A", "B", "C"), ("wide", "", "D"))
    assert [(span.row, span.column, span.colspan) for span in found.tables[0].spans] == [(1, 0, 2)]
    assert [block.kind for block in found.blocks] == ["table", "paragraph"]


def test_lists_headings_notes_and_margins(tmp_path: Path) -> None:
    body = (
        rb"{\stylesheet{\s1 heading 1;}}{\info{\title Plan}}{\header Secret\par}\pard\s1 Scope\par"
        rb"\pard{\listtext 2.\tab}Second item\par\pard{\pntext\f3\'b7\tab}dot\par\pard Note{\super\chftn}{\footnote \chftn  Under.} here\par"
    )
    found = read(body, tmp_path)
    assert [(b.kind, b.marker, b.text) for b in found.blocks] == [
        ("heading", "", "Scope"), ("list_item", "2.", "Second item"), ("list_item", "-", "dot"),
        ("paragraph", "", "Note[^1] here"), ("footnote", "1", "Under."),
    ]  # fmt: skip
    assert [(one.text, one.reason) for one in found.removed] == [("Secret", "running_header")]
    assert found.metadata["title"] == "Plan"


def test_groups_may_be_deep_or_never_closed(tmp_path: Path) -> None:
    deep = b"{" * 50_000 + b"deep words" + b"}" * 50_000
    assert "deep words" in markdown(read(deep + rb"\par", tmp_path))
    assert "open words" in markdown(parsed(rb"{\rtf1\ansi {\b open words\par", "rtf", tmp_path))
