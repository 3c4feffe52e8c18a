"""Presentations: slides and shapes in the order in which they are shown."""

from __future__ import annotations

from pathlib import Path

from ingest_assets_tests.corpus.office import pptx, shape, slide_xml
from ingest_assets_tests.extract.office_reading import codes, markdown, parsed

INCH = 914_400


def box(text: str, x: float, y: float, width: float = 3, height: float = 0.5) -> str:
    return shape(text, (int(x * INCH), int(y * INCH), int(width * INCH), int(height * INCH)))


def paragraphs(shapes: str, folder: Path) -> list[str]:
    read = parsed(pptx(slide_xml(shapes)), "pptx", folder)
    assert not codes(read)
    return [block.text for block in read.blocks]


def test_slides_come_in_the_order_of_the_list(tmp_path: Path) -> None:
    read = parsed(pptx(slide_xml(box("First", 1, 1)), slide_xml(box("Second", 1, 1))), "pptx", tmp_path)
    assert [(block.page, block.text) for block in read.blocks] == [(1, "First"), (2, "Second")]


def test_shapes_come_from_top_to_bottom_with_the_title_first(tmp_path: Path) -> None:
    title = shape("Title", (0, 6 * INCH, INCH, INCH), "title")
    assert paragraphs(box("low", 1, 4) + box("high", 1, 1) + title + box("beside", 5, 1.05), tmp_path) == [
        "Title",
        "high",
        "beside",
        "low",
    ]


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    shapes = (
        box("left 1", 0.5, 2)
        + box("right 1", 5, 2)
        + box("left 2", 0.5, 3)
        + box("right 2", 5, 3)
        + box("wide", 0.5, 1, 8)
    )
    assert paragraphs(shapes, tmp_path) == ["wide", "left 1", "left 2", "right 1", "right 2"]


def test_groups_tables_and_margins(tmp_path: Path) -> None:
    group = (
        f"<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/><p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>{box('deep', 1, 1)}</p:grpSp></p:grpSp>"
    )

    def cell(text: str, attributes: str = "") -> str:
        return f"<a:tc {attributes}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"

    merged = cell("Head", 'gridSpan="2"') + cell("", 'hMerge="1"')
    table = f"<a:tbl><a:tr>{merged}</a:tr><a:tr>{cell('k')}{cell('v')}</a:tr></a:tbl>"
    frame = f"<p:graphicFrame><p:nvGraphicFramePr/><a:graphic><a:graphicData>{table}</a:graphicData></a:graphic></p:graphicFrame>"
    shapes = group + frame + shape("7", None, "sldNum") + shape("Confidential", None, "ftr")
    read = parsed(pptx(slide_xml(shapes)), "pptx", tmp_path)
    assert [block.text for block in read.blocks if block.kind != "table"] == ["deep"]
    assert read.tables[0].rows == (("Head", ""), ("k", "v"))
    assert [(one.text, one.reason) for one in read.removed] == [("Confidential", "running_footer")]


def test_soft_breaks_are_spaces(tmp_path: Path) -> None:
    breaks = box("one", 1, 1).replace(
        "<a:r><a:t>one</a:t></a:r>", "<a:r><a:t>one_x000B_two</a:t></a:r><a:br/><a:r><a:t>three</a:t></a:r>"
    )
    assert paragraphs(breaks, tmp_path) == ["one two three"]


def test_notes_are_labelled_and_hidden_slides_flagged(tmp_path: Path) -> None:
    notes = slide_xml(shape("Remember the ferry", None, "body") + shape("4", None, "sldNum"), root="notes")
    read = parsed(
        pptx(slide_xml(box("Seen", 1, 1)), slide_xml(box("Unseen", 1, 1), attributes='show="0"'), notes={0: notes}),
        "pptx",
        tmp_path,
    )
    text = markdown(read)
    assert "Notes: Remember the ferry" in text
    assert "Slide 2 (hidden slide)" in text
    assert [block.text for block in read.blocks if "hidden" in block.flags] == ["Slide 2 (hidden slide)", "Unseen"]
    assert not codes(read)


def test_bullets_and_automatic_numbers(tmp_path: Path) -> None:
    body = shape("first\nsecond", None, "body")
    numbers = box("a\nb", 1, 3).replace("<a:p>", '<a:p><a:pPr><a:buAutoNum type="alphaLcParenR"/></a:pPr>')
    read = parsed(pptx(slide_xml(body + numbers)), "pptx", tmp_path)
    assert [(block.kind, block.marker) for block in read.blocks] == [
        ("list_item", "a)"),
        ("list_item", "b)"),
        ("list_item", "-"),
        ("list_item", "-"),
    ]
