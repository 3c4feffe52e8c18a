"""Word documents: what stands outside ``w:p/w:t`` of the body is read, what a reader does not see is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets_tests.corpus.office import WORD_TYPE, docx, numbered, numbering, package, par, run, story
from ingest_assets_tests.extract.office_reading import codes, markdown, parsed

LIST = {0: ("decimal", "%1."), 1: ("decimal", "%1.%2"), 2: ("lowerLetter", "(%3)")}


def text_of(body: str, folder: Path, **parts: tuple[str, str]) -> str:
    read = parsed(docx(body, parts=parts), "docx", folder)
    assert not codes(read)
    return markdown(read)


def test_labels_are_counted_through_plain_paragraphs(tmp_path: Path) -> None:
    body = (
        numbered("Subject", 1) + numbered("Term", 1) + numbered("Start", 1, 1) + par("Between") + numbered("End", 1, 1)
    )
    body += numbered("by notice", 1, 2) + numbered("by breach", 1, 2) + numbered("Payment", 1)
    read = parsed(docx(body, parts={"n": ("numbering", numbering(LIST))}), "docx", tmp_path)
    labels = [block.marker for block in read.blocks if block.kind == "list_item"]
    assert labels == ["1.", "2.", "2.1", "2.2", "(a)", "(b)", "3."]


def test_start_override_has_its_own_counters(tmp_path: Path) -> None:
    extra = '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/></w:lvlOverride></w:num>'
    body = numbered("one", 1) + numbered("four", 2) + numbered("two", 1) + numbered("five", 2)
    read = parsed(docx(body, parts={"n": ("numbering", numbering(LIST, extra))}), "docx", tmp_path)
    assert [block.marker for block in read.blocks] == ["1.", "4.", "2.", "5."]


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        ("upperRoman", ["I", "II", "III", "IV"]),
        ("russianLower", ["а", "б", "в", "г"]),
        ("decimalZero", ["01", "02", "03", "04"]),
        ("ordinal", ["1st", "2nd", "3rd", "4th"]),
    ],
)
def test_number_formats(kind: str, labels: list[str], tmp_path: Path) -> None:
    body = "".join(numbered(f"item {n}", 1) for n in range(4))
    read = parsed(docx(body, parts={"n": ("numbering", numbering({0: (kind, "%1")}))}), "docx", tmp_path)
    assert [block.marker for block in read.blocks] == labels


def test_numbered_heading_carries_its_label_in_its_text(tmp_path: Path) -> None:
    styles = story(
        "styles",
        '<w:style w:type="paragraph" w:styleId="h1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
    )
    read = parsed(
        docx(
            par("Scope", '<w:pStyle w:val="h1"/>'), parts={"n": ("numbering", numbering(LIST)), "s": ("styles", styles)}
        ),
        "docx",
        tmp_path,
    )
    assert [(block.kind, block.level, block.text) for block in read.blocks] == [("heading", 1, "1. Scope")]


def test_tracked_changes_are_accepted(tmp_path: Path) -> None:
    deleted = "<w:del><w:r><w:delText>900</w:delText></w:r></w:del>"
    body = par(f"{run('The rent is ')}{deleted}<w:ins>{run('1150')}</w:ins>{run(' euro.')}")
    body += par(f"<w:moveFrom>{run('Moved away.')}</w:moveFrom>")
    body += "<w:tbl><w:tr><w:tc>" + par("kept") + "</w:tc><w:tc>" + par("42") + "</w:tc></w:tr>"
    body += (
        "<w:tr><w:trPr><w:del/></w:trPr><w:tc>" + par("gone") + "</w:tc><w:tc>" + par("777") + "</w:tc></w:tr></w:tbl>"
    )
    text = text_of(body, tmp_path)
    assert "The rent is 1150 euro." in text
    assert not any(word in text for word in ("900", "Moved away", "gone", "777"))


def test_deleted_paragraph_mark_joins_the_next_paragraph(tmp_path: Path) -> None:
    read = parsed(docx(par("First half", "<w:rPr><w:del/></w:rPr>") + par("second half.")), "docx", tmp_path)
    assert [block.text for block in read.blocks] == ["First half second half."]


def test_fields_show_their_result_and_links_their_target(tmp_path: Path) -> None:
    def sign(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    link = f'{sign("begin")}<w:r><w:instrText>HYPERLINK "https://example.org/a"</w:instrText></w:r>{sign("separate")}{run("the manual")}{sign("end")}'
    reference = (
        f"{sign('begin')}<w:r><w:instrText>PAGEREF _Ref9</w:instrText></w:r>{sign('separate')}{run('12')}{sign('end')}"
    )
    text = text_of(par(f"{run('See ')}{link}{run(' on page ')}{reference}"), tmp_path)
    assert "See [the manual](https://example.org/a) on page 12" in text
    assert "PAGEREF" not in text


def test_field_that_never_ends_does_not_swallow_the_rest(tmp_path: Path) -> None:
    text = text_of(
        par('<w:r><w:fldChar w:fldCharType="begin"/></w:r>' + run("Still here.")) + par("And here."), tmp_path
    )
    assert "Still here." in text
    assert "And here." in text


def test_text_box_comes_once_with_its_table(tmp_path: Path) -> None:
    box = (
        "<w:txbxContent>"
        + par("Boxed words")
        + "<w:tbl><w:tr><w:tc>"
        + par("c1")
        + "</w:tc><w:tc>"
        + par("c2")
        + "</w:tc></w:tr></w:tbl></w:txbxContent>"
    )
    both = f"<mc:AlternateContent><mc:Choice><w:drawing>{box}</w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent>"
    read = parsed(docx(par(f"{run('Before.')}<w:r>{both}</w:r>")), "docx", tmp_path)
    assert markdown(read).count("Boxed words") == 1
    assert [table.rows for table in read.tables] == [(("c1", "c2"),)]


def test_notes_comments_and_headers_stand_apart(tmp_path: Path) -> None:
    notes = story(
        "footnotes",
        '<w:footnote w:id="7">'
        + par("Omsk excluded.")
        + '</w:footnote><w:footnote w:id="8">'
        + par("Deleted note.")
        + "</w:footnote>",
    )
    comments = story("comments", '<w:comment w:id="1" w:author="Ann">' + par("Forty?") + "</w:comment>")
    body = par(
        f'{run("Turnover")}<w:r><w:footnoteReference w:id="7"/></w:r><w:commentRangeStart w:id="1"/>{run(" grew.")}'
    )
    parts = {
        "f": ("footnotes", notes),
        "c": ("comments", comments),
        "h": ("header", story("hdr", par("Contract 17-B"))),
    }
    read = parsed(docx(body, parts=parts), "docx", tmp_path)
    text = markdown(read)
    assert "Turnover[^1] grew." in text
    assert "[^1]: Omsk excluded." in text
    assert "Comment by Ann: Forty?" in text
    assert "Deleted note" not in text
    assert [(one.text, one.reason) for one in read.removed] == [("Contract 17-B", "running_header")]


def test_hidden_runs_go_to_removed(tmp_path: Path) -> None:
    styles = story(
        "styles", '<w:style w:type="character" w:styleId="x"><w:name w:val="x"/><w:rPr><w:vanish/></w:rPr></w:style>'
    )
    body = par(
        run("Seen ")
        + run("SECRETONE", "<w:vanish/>")
        + run("SECRETTWO", '<w:rStyle w:val="x"/>')
        + run("shown", '<w:rStyle w:val="x"/><w:vanish w:val="0"/>')
    )
    read = parsed(docx(body, parts={"s": ("styles", styles)}), "docx", tmp_path)
    assert [block.text for block in read.blocks] == ["Seen shown"]
    assert {one.text for one in read.removed} == {"SECRETONE", "SECRETTWO"}


def test_symbols_never_stay_private(tmp_path: Path) -> None:
    body = par(
        run("Angle ")
        + '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>'
        + run("\uf06dg", '<w:rFonts w:ascii="Symbol"/>')
    )
    text = text_of(body, tmp_path)
    assert "Angle α" in text
    assert "μ" in text
    assert not any("\ue000" <= sign <= "\uf8ff" for sign in text)


def test_merged_cells_keep_their_columns(tmp_path: Path) -> None:
    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{par(text)}</w:tc>"

    lines = [
        cell("Head", '<w:gridSpan w:val="2"/>') + cell("H3"),
        cell("North", '<w:vMerge w:val="restart"/>') + cell("May") + cell("10"),
        cell("", "<w:vMerge/>") + cell("June") + cell("12"),
        '<w:trPr><w:gridBefore w:val="1"/></w:trPr>' + cell("July") + cell("9"),
    ]
    table = f"<w:tbl>{''.join(f'<w:tr>{line}</w:tr>' for line in lines)}</w:tbl>"
    (found,) = parsed(docx(table), "docx", tmp_path).tables
    assert found.rows == (("Head", "", "H3"), ("North", "May", "10"), ("", "June", "12"), ("", "July", "9"))
    assert {(span.row, span.column, span.rowspan, span.colspan) for span in found.spans} == {(0, 0, 1, 2), (1, 0, 2, 1)}


def test_nested_table_follows_its_table_in_reading_order(tmp_path: Path) -> None:
    inner = "<w:tbl><w:tr><w:tc>" + par("in1") + "</w:tc><w:tc>" + par("in2") + "</w:tc></w:tr></w:tbl>"
    outer = (
        "<w:tbl><w:tr><w:tc>"
        + par("out1")
        + "</w:tc><w:tc>"
        + par("before")
        + inner
        + par("after")
        + "</w:tc></w:tr></w:tbl>"
    )
    text = text_of(outer, tmp_path)
    places = [text.index(word) for word in ("out1", "before", "in1", "in2", "after")]
    assert places == sorted(places)
    assert text.count("in1") == 1


def test_formulas_become_latex(tmp_path: Path) -> None:
    def part(name: str, text: str) -> str:
        return f"<m:{name}><m:r><m:t>{text}</m:t></m:r></m:{name}>"

    fraction = f"<m:oMath><m:f>{part('num', '12')}{part('den', '35')}</m:f></m:oMath>"
    power = f"<m:oMath><m:sSup>{part('e', 'x')}{part('sup', '21')}</m:sSup></m:oMath>"
    text = text_of(par(run("Share ") + fraction + run(" of ") + power), tmp_path)
    assert r"\frac{12}{35}" in text
    assert "x^{21}" in text


def test_content_controls_are_transparent_and_prompts_dropped(tmp_path: Path) -> None:
    body = f"<w:sdt><w:sdtContent>{par('Inside')}</w:sdtContent></w:sdt>"
    body += f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{par('Click here to enter text.')}</w:sdtContent></w:sdt>"
    text = text_of(body, tmp_path)
    assert "Inside" in text
    assert "Click here" not in text


def test_imported_parts_stand_in_place(tmp_path: Path) -> None:
    body = par("Before") + '<w:altChunk r:id="web"/>' + par("Between") + '<w:altChunk r:id="old"/>' + par("After")
    parts: dict[str, tuple[str, str]] = {
        "web": ("aFChunk", "<html><body><p>From the web</p><table><tr><td>k</td><td>v</td></tr></table></body></html>"),
        "old": ("aFChunk", r"{\rtf1\ansi From RTF\par}"),
    }
    read = parsed(docx(body, parts=parts), "docx", tmp_path)
    assert [block.text for block in read.blocks if block.kind == "paragraph"] == [
        "Before",
        "From the web",
        "Between",
        "From RTF",
        "After",
    ]
    assert read.tables[0].rows == (("k", "v"),)


def test_main_part_is_found_by_relationship(tmp_path: Path) -> None:
    data = package(
        "word/document2.xml", WORD_TYPE, {"word/document2.xml": story("document", f"<w:body>{par('Found.')}</w:body>")}
    )
    assert "Found." in markdown(parsed(data, "docx", tmp_path))


def test_strict_namespace_reads_the_same(tmp_path: Path) -> None:
    strict = story("document", f"<w:body>{par('Strict text.')}</w:body>").replace(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    )
    data = package("word/document.xml", WORD_TYPE, {"word/document.xml": strict})
    assert "Strict text." in markdown(parsed(data, "docx", tmp_path))


def test_embedded_file_is_a_child(tmp_path: Path) -> None:
    read = parsed(docx(par("See the file."), parts={"e": ("package", "PK\x03\x04 a workbook")}), "docx", tmp_path)
    assert [child.member for child in read.children] == ["e.xml"]
    assert "Embedded file: e.xml" in markdown(read)


def test_deeply_nested_tables_end(tmp_path: Path) -> None:
    body = par("The innermost words.")
    for _ in range(400):
        body = f"<w:tbl><w:tr><w:tc>{body}</w:tc></w:tr></w:tbl>"
    assert markdown(parsed(docx(body), "docx", tmp_path)).count("The innermost words.") == 1
