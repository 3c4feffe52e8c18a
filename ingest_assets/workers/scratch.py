"""The pool's folder for temporary files, gone after the run, and after the next run when this one was killed."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "ingest-workers-"
LOCK = "lock"


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder, locked while its owner lives, so that a later run can tell leftovers from folders in use."""
    base = Path(tempfile.gettempdir())
    remove_leftovers(base)
    folder, lock = _locked(base)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _locked(base: Path) -> tuple[Path, int]:
    """Between making the lock and holding it another run may take the folder for a leftover and remove it: then a new one."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=base))
        with suppress(FileNotFoundError):
            lock = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            fcntl.flock(lock, fcntl.LOCK_EX)
            if (folder / LOCK).exists():
                return folder, lock
            os.close(lock)


def remove_leftovers(base: Path) -> None:
    """Remove the folders of supervisors that were killed. A folder just born may have no lock yet: it is left alone."""
    for folder in base.glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)
