"""A file's bytes without a copy: an mmap, so that a 2 GB file costs no 2 GB."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

Bytes = bytes | mmap.mmap


@contextmanager
def mapped(path: Path) -> Iterator[Bytes]:
    """The bytes of ``path`` as something that slices, finds and has a length; an empty file gives ``b""``."""
    with path.open("rb") as handle:
        if not handle.seek(0, 2):
            yield b""
            return
        with mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ) as view:
            yield view
