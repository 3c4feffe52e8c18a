"""Two runs that began in the same moment: one removed the other's new folder as a leftover, and that run failed with FileNotFoundError."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest

from ingest_assets.workers import scratch


def test_a_folder_that_is_removed_before_it_is_locked_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    real, removed = fcntl.flock, list[Path]()

    def late(lock: int, operation: int) -> None:
        if operation == fcntl.LOCK_EX and not removed:
            removed.extend(tmp_path.iterdir())
            scratch.remove_leftovers(tmp_path)
        real(lock, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    with scratch.scratch_folder() as folder:
        (folder / "1").mkdir()
        assert folder.is_dir()
        assert removed
        assert folder not in removed
    assert list(tmp_path.iterdir()) == []
