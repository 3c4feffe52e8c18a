"""``depth_limit``: a container in a container in a container, once too often."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest_assets.pipeline import read_document
from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.texts import raw_file


def test_depth_limit() -> None:
    path_too_deep = replace(raw_file(b"deep", "a!b!c!d!e.txt"), depth=5)
    with TemporaryDirectory() as folder:
        (Path(folder) / "blob").write_bytes(b"deep")
        document = read_document(path_too_deep, Path(folder) / "blob", Path(folder), Settings())
    assert document.verdict.state == "quarantined"
    assert Problem.DEPTH_LIMIT in {finding.code for finding in document.findings}
