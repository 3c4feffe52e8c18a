"""``duplicate_bytes``: two names with the same bytes are one document with two locations, and say so."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from ingest_assets.problems import Problem, Severity
from ingest_assets.raw.raw_files import Look, documents, listing, scan
from ingest_assets.store.blobs import Blobs


def test_duplicate_bytes(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("a.txt", "b.txt", "other.txt"):
        (source / name).write_text("same" if name != "other.txt" else "other")
    look = Look(now=datetime(2026, 11, 30), is_system_file=lambda name: False)
    scanned = scan(listing(source, look), [], Blobs(tmp_path / "lake"), look)
    first, other = documents("web", scanned.locations)
    assert first.names == ("a.txt", "b.txt")
    (finding,) = first.findings
    assert (finding.code, finding.severity) == (Problem.DUPLICATE_BYTES, Severity.NOTE)
    assert "b.txt" in finding.detail
    assert other.findings == ()
