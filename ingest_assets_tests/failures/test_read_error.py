"""``read_error``: a file that cannot be read is a held document with the system's own words, and is tried again."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from ingest_assets.problems import Problem, Severity
from ingest_assets.raw import folder as folder_source
from ingest_assets.raw.raw_files import Look, documents, listing, scan
from ingest_assets.store.blobs import Blobs


def test_read_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root nothing is forbidden and this disk is sound, so the refusal is made at the one place that opens files."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "bad.txt").write_text("bad")
    (source / "good.txt").write_text("good")
    opened = folder_source.open_inside

    def refused(folder: Path, path: bytes) -> object:
        if path == b"bad.txt":
            raise OSError(5, "Input/output error")
        return opened(folder, path)

    look = Look(now=datetime(2026, 11, 30), is_system_file=lambda name: False)
    monkeypatch.setattr(folder_source, "open_inside", refused)
    scanned = scan(listing(source, look), [], Blobs(tmp_path / "lake"), look)
    bad, good = documents("web", scanned.locations)
    (finding,) = bad.findings
    assert (finding.code, finding.severity) == (Problem.READ_ERROR, Severity.HOLD)
    assert "Input/output error" in finding.detail
    assert good.findings == ()
    monkeypatch.setattr(folder_source, "open_inside", opened)
    again = scan(listing(source, look), scanned.locations, Blobs(tmp_path / "lake"), look)
    assert [document.findings for document in documents("web", again.locations)] == [(), ()]
