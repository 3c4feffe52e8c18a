"""Raw bytes, written once and found by their sha256: ``raw/sha256/ab/cd/<sha256>``."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from ingest_assets.store.files import STAGING, staged, write_atomically
from ingest_assets.thresholds.store import StoreSizes


@dataclass(frozen=True, slots=True)
class Blob:
    """What was stored."""

    raw_sha256: str
    size_bytes: int


class ChangedError(OSError):
    """A file was written to while it was read; the next run reads it again."""


@dataclass(frozen=True, slots=True)
class Blobs:
    """The blobs below a store's root. Any number of processes may put at the same time."""

    root: Path
    sizes: StoreSizes = field(default_factory=StoreSizes)

    def path(self, raw_sha256: str) -> Path:
        """Where the bytes of this hash lie, or would lie."""
        return self.root / "raw" / "sha256" / raw_sha256[:2] / raw_sha256[2:4] / raw_sha256

    def has(self, raw_sha256: str) -> bool:
        """Are the bytes stored?"""
        return self.path(raw_sha256).is_file()

    def put(self, data: bytes) -> str:
        """Store bytes unless they are there; returns their sha256."""
        raw_sha256 = hashlib.sha256(data).hexdigest()
        if not self._is_whole(raw_sha256, len(data)):
            write_atomically(self.path(raw_sha256), data, root=self.root)
        return raw_sha256

    def put_stream(self, stream: BinaryIO) -> Blob:
        """Store the rest of an open file unless its bytes are there.

        Raises ChangedError when its owner writes to it meanwhile.
        """
        start = stream.tell()
        blob = self._read(stream)
        if self._is_whole(blob.raw_sha256, blob.size_bytes):
            return blob
        stream.seek(start)
        with staged(self.path(blob.raw_sha256), root=self.root) as staging, staging.open("wb") as target:
            if self._read(stream, target) != blob:
                raise ChangedError(f"changed while it was read ({blob.size_bytes} bytes at first)")
        return blob

    def put_chunks(self, chunks: Iterable[bytes]) -> Blob:
        """Store what comes in pieces, over a network for instance. Nothing is left of it when ``chunks`` raises."""
        folder = self.root / STAGING
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as whole:
            for chunk in chunks:
                whole.write(chunk)
            whole.seek(0)
            return self.put_stream(whole)

    def _read(self, stream: BinaryIO, target: BinaryIO | None = None) -> Blob:
        digest, size = hashlib.sha256(), 0
        while chunk := stream.read(self.sizes.chunk_bytes):
            digest.update(chunk)
            size += len(chunk)
            if target is not None:
                target.write(chunk)
        return Blob(digest.hexdigest(), size)

    def _is_whole(self, raw_sha256: str, size: int) -> bool:
        try:
            return self.path(raw_sha256).stat().st_size == size
        except FileNotFoundError:
            return False
