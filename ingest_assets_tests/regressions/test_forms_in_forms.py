"""Forms that draw forms, ten times each, nine levels deep: the engine took 90 CPU s and the page was lost with its text."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from ingest_assets.clean.clean import clean
from ingest_assets.model import ExtractedPage, Extraction
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.lake import sniffed

TEXT = "The keeper writes down the height of the water"


def nested(path: Path, levels: int, times: int) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), TEXT)
    inner = 0
    for _ in range(levels):
        form = document.get_new_xref()
        names = f"<</XObject<</X {inner} 0 R>>>>" if inner else "<<>>"
        document.update_object(form, f"<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources{names}>>")
        document.update_stream(form, b"/X Do " * times if inner else b"0 0 1 1 re f")
        inner = form
    resources = int(document.xref_get_key(page.xref, "Resources")[1].split()[0])
    document.xref_set_key(resources, "XObject", f"<</X {inner} 0 R>>")
    stream = document.get_new_xref()
    document.update_object(stream, "<<>>")
    document.update_stream(stream, b"/X Do")
    document.xref_set_key(page.xref, "Contents", f"[{page.get_contents()[0]} 0 R {stream} 0 R]")
    document.save(path)


def test_the_page_keeps_its_own_text_and_says_what_is_left_out(tmp_path: Path) -> None:
    nested(tmp_path / "a.pdf", 10, 10)
    with PdfPages(tmp_path / "a.pdf") as pdf:
        content = pdf.content(1)
    assert [span.text.strip() for span in content.spans] == [TEXT]
    assert content.forms_left_out == 1
    page = ExtractedPage(
        page=1, page_class="clean_digital", route="native", parser="", parser_version="", characters=0, content=content
    )
    findings = clean(Extraction(pages=(page,)), sniffed(), Settings()).findings
    assert [finding.code for finding in findings] == [Problem.BUDGET_EXCEEDED]


def test_forms_of_honest_files_are_drawn(tmp_path: Path) -> None:
    nested(tmp_path / "a.pdf", 4, 10)
    with PdfPages(tmp_path / "a.pdf") as pdf:
        content = pdf.content(1)
    assert (content.forms_left_out, content.path_count) == (0, 1000)


def test_a_form_that_draws_itself_ends(tmp_path: Path) -> None:
    nested(tmp_path / "a.pdf", 2, 10)
    with pymupdf.open(tmp_path / "a.pdf") as document:
        (outer, *_), (inner, *_) = document.get_page_xobjects(0)
        document.xref_set_key(inner, "Resources", f"<</XObject<</X {outer} 0 R>>>>")
        document.update_stream(inner, b"/X Do")
        document.save(tmp_path / "b.pdf")
    with PdfPages(tmp_path / "b.pdf") as pdf:
        assert [span.text.strip() for span in pdf.content(1).spans] == [TEXT]


def test_forms_that_share_others_are_looked_at_once_each(tmp_path: Path) -> None:
    """Thirty levels of two forms, each drawing both of the next level: a thousand million ways through sixty forms."""
    nested(tmp_path / "a.pdf", 2, 1)
    with pymupdf.open(tmp_path / "a.pdf") as document:
        below: list[int] = []
        for _ in range(30):
            level = [document.get_new_xref(), document.get_new_xref()]
            names = "".join(f"/X{number} {xref} 0 R" for number, xref in enumerate(below))
            for xref in level:
                document.update_object(
                    xref, f"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<<{names}>>>>>>"
                )
                document.update_stream(xref, b"/X0 Do /X1 Do" if below else b"0 0 1 1 re f")
            below = level
        resources = int(document.xref_get_key(document[0].xref, "Resources")[1].split()[0])
        document.xref_set_key(resources, "XObject", f"<</X {below[0]} 0 R>>")
        document.save(tmp_path / "b.pdf")
    with PdfPages(tmp_path / "b.pdf") as pdf:
        assert [span.text.strip() for span in pdf.content(1).spans] == [TEXT]
        assert pdf.forms_left_out(1) > 0
