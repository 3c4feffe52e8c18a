"""``unknown_ole``: a container of no known program is never handed to Word's parser."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.sniff import ole
from ingest_assets_tests.corpus.texts import whole_way


def test_unknown_ole() -> None:
    document = whole_way(ole({"Unheard of": b"x"}), "report.doc")
    assert document.verdict.state == "quarantined"
    assert [(finding.code, finding.detail) for finding in document.sniffed.findings] == [
        (Problem.UNKNOWN_OLE, "no known stream")
    ]


def test_a_damaged_directory_says_so() -> None:
    document = whole_way(ole({"Unheard of": b"x"})[:600], "report.doc")
    assert [(finding.code, finding.detail) for finding in document.sniffed.findings] == [
        (Problem.UNKNOWN_OLE, "damaged directory")
    ]
