"""``ole_text_loss``: a doc whose text stream is large and whose visible text is not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest_assets.extract.office_program import converted
from ingest_assets.thresholds.formats import Formats
from ingest_assets_tests.corpus.office import WORDS, docx, par, run
from ingest_assets_tests.extract.office_reading import codes, judged


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_ole_text_loss(tmp_path: Path) -> None:
    """The words are there, but hidden: LibreOffice drops them, and nothing else would notice."""
    source, scratch = tmp_path / "source.docx", tmp_path / "made"
    source.write_bytes(docx(par("Seen.") + par(run(WORDS * 400, "<w:vanish/>"))))
    scratch.mkdir()
    made = converted(source, extension="docx", target="doc", scratch=scratch, formats=Formats())
    document = judged(made.read_bytes(), "a.doc", tmp_path)
    assert document.sniffed.format == "doc"
    assert document.verdict.state == "quarantined"
    assert "ole_text_loss" in codes(document)
