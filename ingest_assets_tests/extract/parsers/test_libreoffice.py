"""LibreOffice in its child: old formats read as their modern twins, locked ones refused before it starts."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ingest_assets.extract import office_program
from ingest_assets.thresholds.formats import Formats
from ingest_assets_tests.corpus.office import docx, numbered, numbering, par, rows, xlsx
from ingest_assets_tests.extract.office_reading import codes, markdown, parsed

needs_office = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")


def saved_as(data: bytes, extension: str, target: str, folder: Path) -> bytes:
    """The document as LibreOffice saves it in an old format."""
    source, scratch = folder / f"source.{extension}", folder / "made"
    source.write_bytes(data)
    scratch.mkdir()
    return office_program.converted(
        source, extension=extension, target=target, scratch=scratch, formats=Formats()
    ).read_bytes()


@needs_office
def test_doc_reads_as_its_docx(tmp_path: Path) -> None:
    lists = {"n": ("numbering", numbering({0: ("decimal", "%1."), 1: ("lowerLetter", "%2)")}))}
    grid = '<w:tblPr><w:tblW w:w="4000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>'
    table = f"<w:tbl>{grid}<w:tr><w:tc>" + par("k") + "</w:tc><w:tc>" + par("v") + "</w:tc></w:tr></w:tbl>"
    data = docx(
        par("Scope", '<w:outlineLvl w:val="0"/>')
        + numbered("one", 1)
        + numbered("inner", 1, 1)
        + numbered("two", 1)
        + table
        + par("After."),
        parts=lists,
    )
    modern = parsed(data, "docx", tmp_path)
    old = parsed(saved_as(data, "docx", "doc", tmp_path), "doc", tmp_path)
    assert not codes(old)
    assert markdown(old) == markdown(modern)
    assert {block.parser for block in old.blocks} == {"libreoffice"}


@needs_office
def test_xls_shows_the_same_as_its_xlsx(tmp_path: Path) -> None:
    cells = '<c r="A2" s="1"><v>40729</v></c><c r="B2" s="2"><v>123</v></c><c r="C2" s="3"><v>0.153</v></c><c r="D2" s="4"><v>1.5</v></c>'
    sheet = rows(["When", "Zip", "Share", "Time"]).replace("</sheetData>", f'<row r="2">{cells}</row></sheetData>')
    data = xlsx(
        sheet, rows(["apart"]), formats=["dd.mm.yyyy", "00000", "0.0%", "[h]:mm"], states=["", 'state="hidden"']
    )
    modern = parsed(data, "xlsx", tmp_path)
    assert modern.tables[0].rows[1] == ("2011-07-05", "00123", "15.3%", "36:00")
    assert markdown(parsed(saved_as(data, "xlsx", "xls", tmp_path), "xls", tmp_path)) == markdown(modern)


@needs_office
def test_nonsense_is_corrupt(tmp_path: Path) -> None:
    nonsense = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)
    assert codes(parsed(nonsense, "doc", tmp_path)) == {"corrupt"}


def test_missing_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search path is emptied: no mock stands for the program."""
    monkeypatch.setenv("PATH", str(tmp_path))
    office_program.path_of.cache_clear()
    try:
        assert codes(parsed(b"WPC", "wpd", tmp_path)) == {"missing_program"}
    finally:
        office_program.path_of.cache_clear()


@needs_office
def test_the_version_is_that_of_the_installed_program() -> None:
    printed = subprocess.run(["soffice", "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    assert office_program.office_version() in printed.split()
