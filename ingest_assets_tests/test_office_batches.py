"""Old office documents in one child: everybody comes out, and who does not is blamed by name."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest_assets.conversion import Request, convert
from ingest_assets.extract.office_program import converted_batch
from ingest_assets.settings import Settings
from ingest_assets.thresholds.formats import Formats
from ingest_assets_tests.corpus.office import docx, par
from ingest_assets_tests.corpus.sniff import ole
from ingest_assets_tests.corpus.texts import HARBOUR
from ingest_assets_tests.extract.parsers.test_libreoffice import saved_as

needs_office = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")


@needs_office
def test_one_bad_document_costs_its_batch_nothing_but_time(tmp_path: Path) -> None:
    letter = saved_as(docx(par(HARBOUR)), "docx", "doc", tmp_path)
    source, out = tmp_path / "source", tmp_path / "out"
    source.mkdir()
    for number in range(3):
        (source / f"letter{number}.doc").write_bytes(letter + bytes(number))
    (source / "bad.doc").write_bytes(ole({"WordDocument": b"\xec\xa5\xc1\0" + bytes(3000)}))
    report = convert(Request(paths=[source], out=out, settings=Settings(), workers=1))
    assert report.states == {"indexed": 3, "quarantined": 1}
    assert report.problems.keys() == {"corrupt"}
    assert all(HARBOUR in (out / f"letter{number}.doc.md").read_text("utf-8") for number in range(3))
    letters = sum(report.timings[f"letter{number}.doc"]["cpu_s"] for number in range(3))
    assert letters < report.timings["bad.doc"]["cpu_s"]  # only the bad one has started the program for itself


@needs_office
def test_what_did_not_come_out_is_none(tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_text(r"{\rtf1 words}")
    bad.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000))
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    sources = [(bad, "doc"), (good, "rtf")]
    found = converted_batch(sources, target="odt", scratch=scratch, formats=Formats())
    assert [path is not None for path in found] == [False, True]
