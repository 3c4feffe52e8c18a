"""``cid_leak``: glyph numbers in the text are no words."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way


def test_cid_leak() -> None:
    document = whole_way(
        b"The account of Mr (cid:12)(cid:7)(cid:33) was closed in March by the office. " * 3, "page.txt"
    )
    assert document.verdict.state == "quarantined"
    assert Problem.CID_LEAK in {finding.code for finding in document.findings}


def test_a_text_without_glyph_numbers_passes() -> None:
    assert (
        whole_way(
            b"The keeper lights the lamp at dusk and writes the hour into the book. " * 3, "page.txt"
        ).verdict.state
        == "indexed"
    )
