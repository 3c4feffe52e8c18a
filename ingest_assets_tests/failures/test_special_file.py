"""``special_file``: a pipe is a skipped document, never opened."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from ingest_assets.problems import Problem, Severity, SkipRule
from ingest_assets.raw.raw_files import Look, documents, listing, scan
from ingest_assets.store.blobs import Blobs


def test_special_file(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    os.mkfifo(source / "odd")
    look = Look(now=datetime(2026, 11, 30), is_system_file=lambda name: False)
    scanned = scan(listing(source, look), [], Blobs(tmp_path / "lake"), look)
    (document,) = documents("web", scanned.locations)
    (finding,) = document.findings
    assert (finding.code, finding.severity) == (Problem.SPECIAL_FILE, Severity.NOTE)
    assert document.skip_rule is SkipRule.SPECIAL_FILE
    assert not (tmp_path / "lake").exists()
