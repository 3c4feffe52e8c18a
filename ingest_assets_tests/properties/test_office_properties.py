"""Whatever the bytes: an extraction or a named fault, never an exception; cells in = cells out."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest_assets.extract.rtf.document import read_rtf
from ingest_assets.extract.spreadsheet.number_format import shown
from ingest_assets.extract.spreadsheet.sheet import HiddenRanges, Sheet
from ingest_assets.extract.spreadsheet.workbook import sheet_drafts
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.office import docx, numbered, numbering, odf, par, pptx, rows, shape, slide_xml, xlsx
from ingest_assets_tests.extract.office_reading import parsed

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
SHEET_XML = (
    '<cols><col min="1" max="2" hidden="1"/></cols>'
    + rows(["a", 1.5])
    + '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>'
)
ODS_XML = (
    '<table:table><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3">'
    "<text:p>1</text:p></table:table-cell></table:table-row></table:table>"
)
RTF_PIECES = st.sampled_from(
    [b"{", b"}", b"\\par ", b"\\cell ", b"\\row ", b"\\trowd\\cellx10 ", b"\\u-1 ?", b"\\u55357 ", b"\\'e", b"\\'ef", b"\\bin9 ", b"\\f1 ",
     b"{\\fonttbl{\\f1\\fcharset128 x;}}", b"{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt ", b"{\\footnote ", b"{\\*\\x ", b"\\intbl ", b"\\pard ",
     b"\\\n", b"\\", b"word ", b"\xff", b"{\\listtext 1.}", b"{\\upr{", b"{\\*\\ud ", b"\\uc99999999 ", b"\\cellx-5 "]
)  # fmt: skip
CODES = st.text(alphabet='0#?.,%/E+-;[]"\\_*@ymdhsGeneral$<>=1 ', max_size=12)
XML_EDITS = st.tuples(
    st.integers(0, 4000), st.sampled_from(['"', "<", ">", "&#0;", "9" * 30, "-1", "", "w:", "é", "</w:p>", 'r:id="x"'])
)


@QUICK
@given(st.lists(RTF_PIECES, max_size=60))
def test_any_rtf_gives_an_extraction(pieces: list[bytes]) -> None:
    read = read_rtf(b"{\\rtf1\\ansi " + b"".join(pieces), Settings())
    assert all(block.table is None or block.table < len(read.tables) for block in read.blocks)
    assert all(len({len(row) for row in table.rows}) == 1 for table in read.tables)


@QUICK
@given(st.floats(allow_nan=False), CODES)
def test_any_number_has_a_text_under_any_format(value: float, code: str) -> None:
    assert shown(value, code) or math.isinf(value)


@QUICK
@given(st.sampled_from(["docx", "xlsx", "pptx", "odt", "ods"]), st.lists(XML_EDITS, min_size=1, max_size=3))
def test_damaged_xml_never_raises(kind: str, edits: list[tuple[int, str]]) -> None:
    def damaged(text: str) -> str:
        for place, piece in edits:
            cut = place % (len(text) + 1)
            text = text[:cut] + piece + text[cut + len(piece) :]
        return text

    data = {
        "docx": lambda: docx(damaged(par("Words.") + numbered("one", 1)), parts={"n": ("numbering", damaged(numbering({0: ("decimal", "%1.")})))}),
        "xlsx": lambda: xlsx(damaged(SHEET_XML)),
        "pptx": lambda: pptx(damaged(slide_xml(shape("Words", (1, 2, 3, 4), "body")))),
        "odt": lambda: odf("text", damaged('<text:p>a<text:s text:c="3"/></text:p><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list>')),
        "ods": lambda: odf("spreadsheet", damaged(ODS_XML)),
    }[kind]()  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        read = parsed(data, kind, Path(folder))
    assert read.pages or read.findings


@QUICK
@given(
    st.dictionaries(
        st.tuples(st.integers(0, 12), st.integers(0, 9)), st.text(alphabet="abc", min_size=1, max_size=3), max_size=30
    ),
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2)), max_size=3),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2)), max_size=3),
)
def test_cells_in_are_cells_out(
    cells: dict[tuple[int, int], str], hidden_rows: list[tuple[int, int]], hidden_columns: list[tuple[int, int]]
) -> None:
    sheet = Sheet(name="S")
    for (row, column), text in cells.items():
        sheet.put(row, column, text)
    sheet.hidden_rows = HiddenRanges((first, first + more) for first, more in hidden_rows)
    sheet.hidden_columns = HiddenRanges((first, first + more) for first, more in hidden_columns)
    drafts = list(sheet_drafts(sheet, 1))
    out = [draft.text for draft in drafts if draft.kind == "paragraph"]
    out += [cell for draft in drafts if draft.table for row in draft.table.rows for cell in row if cell]
    assert sorted(out) == sorted(cells.values())
