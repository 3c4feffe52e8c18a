"""Atomic writes: temp file in a sibling ``_tmp`` folder, fsync, rename, fsync of the folder. All or nothing is seen."""

from __future__ import annotations

import fcntl
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ingest_assets.thresholds.store import StoreSizes

STAGING = "_tmp"
"""Beside the data, never among it: a reader that lists a folder must not meet half a file."""


def write_atomically(path: Path, data: bytes, *, root: Path | None = None) -> None:
    """Write a whole file; ``root`` as in ``staged``."""
    with staged(path, root=root) as staging:
        staging.write_bytes(data)


@contextmanager
def staged(path: Path, *, root: Path | None = None) -> Iterator[Path]:
    """A file to write to, renamed to ``path`` when the block ends well and removed when it does not.

    ``root`` is the store whose staging folder is used; without one (results for people) it is a hidden file beside it.
    The staging file is locked while its writer lives, so that leftovers can be told from work in progress.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = path.parent if root is None else root / STAGING
    folder.mkdir(parents=True, exist_ok=True)
    staging = folder / f".{uuid.uuid4().hex}.tmp"
    descriptor = os.open(staging, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield staging
        os.fsync(descriptor)
        staging.replace(path)
        _sync_folder(path.parent)
    except BaseException:
        staging.unlink(missing_ok=True)
        raise
    finally:
        os.close(descriptor)


def clean_staging(root: Path, sizes: StoreSizes) -> int:
    """Remove what killed writers left; returns the number of files. Safe while other writers work."""
    count = 0
    with suppress(FileNotFoundError):
        for entry in os.scandir(root / STAGING):
            with suppress(FileNotFoundError):
                count += _removed(Path(entry.path), older_than=time.time() - sizes.staging_seconds)
    return count


def _removed(path: Path, *, older_than: float) -> bool:
    if path.stat().st_mtime > older_than:
        return False
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
