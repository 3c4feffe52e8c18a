"""``frames_only``: a frameset holds no text of its own."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way
from ingest_assets_tests.corpus.web import FRAMES


def test_frames_only() -> None:
    document = whole_way(FRAMES.encode(), "index.html")
    assert document.verdict.state == "quarantined"
    assert Problem.FRAMES_ONLY in {finding.code for finding in document.findings}
