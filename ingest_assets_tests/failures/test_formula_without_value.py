"""``formula_without_value``: the formula itself is shown and counted; noted, not held."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.problems import Severity
from ingest_assets_tests.corpus.office import WORDS, rows, xlsx
from ingest_assets_tests.extract.office_reading import judged


def test_formula_without_value(tmp_path: Path) -> None:
    sheet = rows(["Total", WORDS]).replace("</row>", '<c r="C1"><f>SUM(B1:B2)</f></c></row>')
    document = judged(xlsx(sheet), "a.xlsx", tmp_path)
    (finding,) = [one for one in document.findings if one.code == "formula_without_value"]
    assert (finding.severity, finding.detail) == (Severity.NOTE, "1 formulas")
    assert document.verdict.state == "indexed"
    assert document.cleaned.tables[0].rows == (("Total", WORDS, "=SUM(B1:B2)"),)
