"""``too_large``: over the limit of cells, or nested deeper than a reader goes."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets.thresholds.limits import Limits
from ingest_assets_tests.corpus.office import odf
from ingest_assets_tests.corpus.texts import extraction, whole_way


def test_too_large() -> None:
    rows = "\n".join(f"{number},bolt,{number}" for number in range(100))
    document = whole_way(f"id,name,qty\n{rows}\n".encode(), "parts.csv", replace(Settings(), limits=Limits(cells=60)))
    assert document.verdict.state == "quarantined"
    assert Problem.TOO_LARGE in {finding.code for finding in document.findings}


def test_json_deeper_than_the_reader() -> None:
    read = extraction("[" * 60_000 + "]" * 60_000, "json")
    assert [finding.code for finding in read.findings] == [Problem.TOO_LARGE]


def test_a_filled_cell_repeated_over_a_whole_sheet() -> None:
    cell = '<table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>'
    row = f'<table:table-row table:number-rows-repeated="1048576">{cell}</table:table-row>'
    read = extraction(odf("spreadsheet", f'<table:table table:name="s">{row}</table:table>'), "ods")
    assert [finding.code for finding in read.findings] == [Problem.TOO_LARGE]
