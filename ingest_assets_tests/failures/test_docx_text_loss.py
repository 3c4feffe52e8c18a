"""``docx_text_loss``: text in an element that the reader does not know is missed, and the count says so."""

from __future__ import annotations

from pathlib import Path

from ingest_assets_tests.corpus.office import WORDS, docx, par, run
from ingest_assets_tests.extract.office_reading import codes, judged


def test_docx_text_loss(tmp_path: Path) -> None:
    document = judged(docx(par(WORDS) + par(f"<w:unknownWrapper>{run(WORDS)}</w:unknownWrapper>")), "a.docx", tmp_path)
    assert document.verdict.state == "quarantined"
    assert "docx_text_loss" in codes(document)
