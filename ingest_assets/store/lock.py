"""File locks of a store: the kernel frees them when their holder dies, so nothing stays locked after kill -9."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER = "_locks"


class SourceBusyError(RuntimeError):
    """Another run works on this source; ``dagster job execute`` and orphaned workers bypass Dagster's own queue."""


@contextmanager
def source_lock(root: Path, source: str) -> Iterator[None]:
    """Hold a source for a whole run. Raises SourceBusyError at once when another process (or thread) holds it."""
    descriptor = _open(root, f"{source}.run")
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip() or "unknown"
            raise SourceBusyError(f"another run (process {holder}) holds the source {source!r}") from error
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)


@contextmanager
def pointer_lock(root: Path, name: str) -> Iterator[None]:
    """Hold one pointer while it is read, changed and replaced; waits for its turn."""
    descriptor = _open(root, f"{name}.pointer")
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _open(root: Path, name: str) -> int:
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    return os.open(folder / name, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
