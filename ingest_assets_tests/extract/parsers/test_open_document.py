"""OpenDocument: spaces are elements, deleted text stands at the top, one blank cell may stand for a billion."""

from __future__ import annotations

from pathlib import Path

from ingest_assets_tests.corpus.office import flat_odf, odf
from ingest_assets_tests.extract.office_reading import codes, markdown, parsed


def test_text_inline_elements(tmp_path: Path) -> None:
    body = (
        '<text:h text:outline-level="2">Heading</text:h>'
        '<text:p>two<text:s text:c="3"/>words<text:tab/>and<text:line-break/>more <text:a xlink:href="https://example.org">link</text:a>'
        '<text:note text:note-class="footnote"><text:note-citation>9</text:note-citation><text:note-body>'
        "<text:p>The note.</text:p></text:note-body></text:note></text:p>"
        "<text:p>Kept<office:annotation><dc:creator>Ann</dc:creator><text:p>A remark</text:p></office:annotation>.</text:p>"
        "<text:p><draw:frame><draw:text-box><text:p>Framed</text:p></draw:text-box></draw:frame></text:p>"
    )
    text = markdown(parsed(odf("text", body), "odt", tmp_path))
    for expected in (
        "## Heading",
        "two words and more [link](https://example.org)[^1]",
        "[^1]: The note.",
        "Kept.",
        "Framed",
        "Comment by Ann: A remark",
    ):
        assert expected in text


def test_tracked_deletion_is_dropped(tmp_path: Path) -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted sentence here.</text:p>"
        "</text:deletion></text:changed-region></text:tracked-changes>"
        "<text:p>Rent is 1150 euro.</text:p>"
    )
    read = parsed(odf("text", body), "odt", tmp_path)
    assert [block.text for block in read.blocks] == ["Rent is 1150 euro."]
    assert not codes(read)


def test_list_labels_and_hidden_text(tmp_path: Path) -> None:
    styles = (
        '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'
        '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:display-levels="2"/></text:list-style>'
        '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>'
    )
    body = (
        '<text:list text:style-name="L"><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p>'
        "<text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item></text:list>"
        '<text:p>Seen <text:span text:style-name="H">unseen</text:span></text:p>'
    )
    read = parsed(odf("text", body, styles=styles), "odt", tmp_path)
    assert [(block.marker, block.level) for block in read.blocks if block.kind == "list_item"] == [
        ("1.", 1),
        ("2.", 1),
        ("2.a)", 2),
    ]
    assert [(one.text, one.reason) for one in read.removed] == [("unseen", "hidden_display_none")]


def test_flat_files_read_the_same(tmp_path: Path) -> None:
    body = "<text:p>The same words.</text:p>"
    assert parsed(flat_odf("text", body), "fodt", tmp_path).blocks == parsed(odf("text", body), "odt", tmp_path).blocks


def cell(text: str, attributes: str = "") -> str:
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


def test_sheet_repeats_types_and_spans(tmp_path: Path) -> None:
    rows = [
        cell("rep") + cell("7", 'office:value-type="float" office:value="7" table:number-columns-repeated="3"'),
        cell("day") + cell("05.07.11", 'office:value-type="date" office:date-value="2011-07-05"'),
        cell("span", "")
        + cell("wide", 'table:number-columns-spanned="2"')
        + "<table:covered-table-cell/>"
        + cell("after"),
        cell("sum") + '<table:table-cell table:formula="of:=SUM([.B1:.B2])"/>',
    ]
    lines = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    blank = '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    read = parsed(odf("spreadsheet", f'<table:table table:name="S">{lines}{blank}</table:table>'), "ods", tmp_path)
    (table,) = read.tables
    assert table.rows == (
        ("rep", "7", "7", "7"),
        ("day", "2011-07-05", "", ""),
        ("span", "wide", "", "after"),
        ("sum", "=SUM([.B1:.B2])", "", ""),
    )
    assert [(span.row, span.column, span.colspan) for span in table.spans] == [(2, 1, 2)]
    assert codes(read) == {"formula_without_value"}


def test_note_of_a_cell_stands_apart(tmp_path: Path) -> None:
    noted = "<table:table-cell><office:annotation><dc:creator>Bo</dc:creator><text:p>Check</text:p></office:annotation><text:p>42</text:p></table:table-cell>"
    read = parsed(
        odf("spreadsheet", f'<table:table table:name="S"><table:table-row>{noted}</table:table-row></table:table>'),
        "ods",
        tmp_path,
    )
    assert [block.text for block in read.blocks] == ["S", "42", "Note on A1 by Bo: Check"]


def test_slides_by_position_with_notes(tmp_path: Path) -> None:
    def frame(text: str, y: float, attributes: str = "") -> str:
        return (
            f'<draw:frame svg:x="1cm" svg:y="{y}cm" svg:width="9cm" svg:height="2cm" {attributes}><draw:text-box>'
            f"<text:p>{text}</text:p></draw:text-box></draw:frame>"
        )

    page = frame("lower", 9) + frame("upper", 2) + frame("Title", 12, 'presentation:class="title"')
    page += "<presentation:notes>" + frame("Say this", 3, 'presentation:class="notes"') + "</presentation:notes>"
    read = parsed(odf("presentation", f'<draw:page draw:name="p">{page}</draw:page>'), "odp", tmp_path)
    assert [block.text for block in read.blocks] == ["Title", "upper", "lower", "Notes: Say this"]
