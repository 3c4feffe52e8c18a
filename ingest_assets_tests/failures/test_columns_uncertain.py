"""``columns_uncertain``: a value between two columns is kept where it stands nearest, and the doubt is recorded."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.model import RawFile
from ingest_assets.pipeline import read_document
from ingest_assets.problems import Problem, Severity
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.table_pdfs import PROSE, Look, TablePages

ROWS = [
    ("Line", "2021", "2022", "2023"),
    ("Rent of the quay", "120", "125", "131"),
    ("Licences", "", "", ""),
    ("Services", "88", "92", "97"),
    ("Sales", "300", "310", "325"),
    ("Pilots", "41", "44", "46"),
]


def read(folder: Path, x: float) -> tuple[object, list[tuple[Problem, Severity, int | None]]]:
    pages = TablePages()
    pages.paragraph(PROSE)
    top = pages.y
    pages.table(ROWS, Look(style="none", widths=(110, 70, 70, 70), right=frozenset({1, 2, 3})))
    pages.text(x, top + 2 * 18.8 + 12.5, "14")
    pages.paragraph(PROSE)
    path, scratch = folder / "lonely.pdf", folder / "scratch"
    scratch.mkdir(exist_ok=True)
    pages.document.save(path)
    raw = RawFile(raw_sha256="0" * 64, size_bytes=path.stat().st_size, name="lonely.pdf")
    document = read_document(raw, path, scratch, Settings())
    found = (*document.findings, *document.cleaned.findings, *document.verdict.findings)
    doubts = [(one.code, one.severity, one.page) for one in found if one.code is Problem.COLUMNS_UNCERTAIN]
    assert document.verdict.state == "indexed"
    return document.cleaned.tables[0].rows[2], doubts


def test_columns_uncertain(tmp_path: Path) -> None:
    _, doubts = read(tmp_path, 248)
    assert (Problem.COLUMNS_UNCERTAIN, Severity.NOTE, 1) in doubts


def test_a_value_in_line_with_its_column_is_certain(tmp_path: Path) -> None:
    row, doubts = read(tmp_path, 372 - 10.01)
    assert row == ("Licences", "", "", "14")
    assert doubts == []
