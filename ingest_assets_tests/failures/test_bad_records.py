"""``bad_records``: one bad line does not take the others with it."""

from __future__ import annotations

from ingest_assets.problems import Problem, Severity
from ingest_assets_tests.corpus.texts import extraction, text_of


def test_bad_records() -> None:
    read = extraction(
        '{"id": 1, "text": "first"}\n{"id": 2, "text": "bro\n\n{"id": 3, "text": "third", "more": 1}\n', "jsonl"
    )
    (finding,) = read.findings
    assert (finding.code, finding.severity) == (Problem.BAD_RECORDS, Severity.NOTE)
    assert finding.detail.startswith("1 bad of 3 records; lines [2]")
    assert "first" in text_of(read)
    assert "third" in text_of(read)


def test_no_good_record_holds_the_document() -> None:
    read = extraction('{"a": [1, 2,}', "json")
    assert [finding.severity for finding in read.findings] == [Severity.HOLD]
    assert read.blocks[0].text == '{"a": [1, 2,}'
