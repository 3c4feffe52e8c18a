"""``unknown_format``: binary data under a document's name, or under none, is held; under another name it is skipped."""

from __future__ import annotations

import pytest

from ingest_assets.problems import Problem, SkipRule
from ingest_assets_tests.corpus.texts import whole_way

NOISE = bytes(range(256)) * 20


@pytest.mark.parametrize("name", ["report.docx", "scan.pdf", "minutes"])
def test_unknown_format(name: str) -> None:
    document = whole_way(NOISE, name)
    assert document.verdict.state == "quarantined"
    assert [finding.code for finding in document.sniffed.findings] == [Problem.UNKNOWN_FORMAT]


def test_other_binary_files_are_skipped() -> None:
    document = whole_way(NOISE, "model.weights")
    assert (document.verdict.state, document.verdict.skip_rule) == ("skipped", SkipRule.BINARY)
