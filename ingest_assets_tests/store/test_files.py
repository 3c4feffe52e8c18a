"""Atomic writes and blobs."""

from __future__ import annotations

import hashlib
import io
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest_assets.store.blobs import Blobs, ChangedError
from ingest_assets.store.files import STAGING, clean_staging, staged, write_atomically
from ingest_assets.thresholds.store import StoreSizes


def fail_halfway(path: Path) -> None:
    path.write_bytes(b"new, half")
    raise RuntimeError


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(tmp_path: Path) -> None:
    path = tmp_path / "data" / "file"
    write_atomically(path, b"old", root=tmp_path)
    with pytest.raises(RuntimeError), staged(path, root=tmp_path) as staging:
        fail_halfway(staging)
    assert path.read_bytes() == b"old"
    assert list((tmp_path / STAGING).iterdir()) == []


def test_leftovers_go_and_work_in_progress_stays(tmp_path: Path) -> None:
    (tmp_path / STAGING).mkdir()
    leftover, fresh = tmp_path / STAGING / ".dead.tmp", tmp_path / STAGING / ".fresh.tmp"
    leftover.write_text("half")
    fresh.write_text("just born, not yet locked")
    old = time.time() - 3600
    os.utime(leftover, (old, old))
    with staged(tmp_path / "file", root=tmp_path) as working:
        working.write_bytes(b"whole")
        os.utime(working, (old, old))
        assert clean_staging(tmp_path, StoreSizes()) == 1
    assert (tmp_path / "file").read_bytes() == b"whole"
    assert [path.name for path in (tmp_path / STAGING).iterdir()] == [".fresh.tmp"]


def test_blobs_are_stored_once_under_their_hash(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    sha = blobs.put(b"content")
    assert sha == hashlib.sha256(b"content").hexdigest()
    before = blobs.path(sha).stat()
    assert blobs.put(b"content") == sha
    assert blobs.put_stream(io.BytesIO(b"content")).raw_sha256 == sha
    assert blobs.path(sha).stat().st_ino == before.st_ino
    assert blobs.path(sha) == tmp_path / "raw" / "sha256" / sha[:2] / sha[2:4] / sha


def test_a_stream_is_stored_in_pieces(tmp_path: Path) -> None:
    blob = Blobs(tmp_path, StoreSizes(chunk_bytes=7)).put_stream(io.BytesIO(b"x" * 100))
    assert (blob.raw_sha256, blob.size_bytes) == (hashlib.sha256(b"x" * 100).hexdigest(), 100)
    assert Blobs(tmp_path).path(blob.raw_sha256).read_bytes() == b"x" * 100


def test_a_torn_blob_is_written_again(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    sha = blobs.put(b"content")
    blobs.path(sha).write_bytes(b"con")
    blobs.put(b"content")
    assert blobs.path(sha).read_bytes() == b"content"


class Growing(io.BytesIO):
    """A file that its owner writes to between the two passes."""

    def seek(self, offset: int, whence: int = 0, /) -> int:
        super().seek(0, 2)
        self.write(b"more")
        return super().seek(offset, whence)


def test_a_file_that_changes_while_it_is_read_is_not_stored(tmp_path: Path) -> None:
    with pytest.raises(ChangedError):
        Blobs(tmp_path).put_stream(Growing(b"content"))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_what_comes_in_pieces_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    assert blobs.put_chunks([b"con", b"", b"tent"]).raw_sha256 == hashlib.sha256(b"content").hexdigest()
    assert blobs.path(hashlib.sha256(b"content").hexdigest()).read_bytes() == b"content"

    def broken() -> Iterator[bytes]:
        yield b"half"
        raise ConnectionError("the line is dead")

    with pytest.raises(ConnectionError):
        blobs.put_chunks(broken())
    assert not blobs.has(hashlib.sha256(b"half").hexdigest())
    assert list((tmp_path / STAGING).iterdir()) == []
