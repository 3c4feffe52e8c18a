"""``not_tabular``: rows that do not agree are kept, and the doubt is recorded."""

from __future__ import annotations

from ingest_assets.problems import Problem, Severity
from ingest_assets_tests.corpus.texts import HARBOUR, extraction


def test_not_tabular() -> None:
    read = extraction(f"{HARBOUR * 2}\n\n{HARBOUR.replace(',', '')}\nname", "csv")
    (finding,) = read.findings
    assert (finding.code, finding.severity) == (Problem.NOT_TABULAR, Severity.NOTE)
    assert "lock keeper" in read.blocks[0].text


def test_a_quote_that_never_closes_loses_no_row() -> None:
    rows = "\n".join(f"{number},bolt,{number * 2}" for number in range(40))
    read = extraction(f'id,name,qty\n"1,bolt,2\n{rows}\n', "csv")
    assert Problem.NOT_TABULAR in {finding.code for finding in read.findings}
    assert ("39", "bolt", "78") in read.tables[0].rows
