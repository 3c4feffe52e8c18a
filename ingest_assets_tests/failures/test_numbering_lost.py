"""``numbering_lost``: a paragraph names a list that the file does not define; noted, not held."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.problems import Severity
from ingest_assets_tests.corpus.office import WORDS, docx, numbered, par
from ingest_assets_tests.extract.office_reading import judged


def test_numbering_lost(tmp_path: Path) -> None:
    document = judged(docx(par(WORDS * 3) + numbered("Clause", 9)), "a.docx", tmp_path)
    (finding,) = [one for one in document.findings if one.code == "numbering_lost"]
    assert finding.severity is Severity.NOTE
    assert document.verdict.state == "indexed"
