"""``symlink``: a link is a skipped document, never followed."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from ingest_assets.problems import Problem, Severity, SkipRule
from ingest_assets.raw.raw_files import Look, documents, listing, scan
from ingest_assets.store.blobs import Blobs


def test_symlink(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "odd").symlink_to("/etc/hostname")
    look = Look(now=datetime(2026, 11, 30), is_system_file=lambda name: False)
    scanned = scan(listing(source, look), [], Blobs(tmp_path / "lake"), look)
    (document,) = documents("web", scanned.locations)
    (finding,) = document.findings
    assert (finding.code, finding.severity) == (Problem.SYMLINK, Severity.NOTE)
    assert document.skip_rule is SkipRule.SYMLINK
    assert not (tmp_path / "lake").exists()
