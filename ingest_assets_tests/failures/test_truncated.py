"""``truncated``: a ZIP without its directory, or an OLE2 file without its own, is named for what is left of it."""

from __future__ import annotations

from ingest_assets.problems import Problem, Severity
from ingest_assets_tests.corpus.office import docx, par, run
from ingest_assets_tests.corpus.texts import whole_way


def test_truncated() -> None:
    whole = docx(par(run("The berth is free.")))
    document = whole_way(whole[: whole.find(b"PK\x01\x02")], "letter.docx")
    assert document.sniffed.format == "docx"
    finding = document.sniffed.findings[0]
    assert (finding.code, finding.severity) == (Problem.TRUNCATED, Severity.NOTE)
    assert document.verdict.state in ("indexed", "quarantined")
