"""Where a deployment's files lie: sources to read, the lake to write. One folder, ``data`` by default, ``INGEST_DATA`` elsewhere."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from ingest_assets.planning import source_keys


@dataclass(frozen=True, slots=True)
class Workspace:
    """``data/sources/<source>/`` are the sources, ``data/lake`` holds blobs and tables."""

    data: Path

    @property
    def sources(self) -> Path:
        """The folder whose subfolders are the sources."""
        return self.data / "sources"

    @property
    def lake(self) -> Path:
        """The store's root."""
        return self.data / "lake"

    def source_folders(self) -> dict[str, Path]:
        """Partition key → folder of every source that is there now. Keys are safe in URLs and file names."""
        if not self.sources.is_dir():
            return {}
        names = sorted(
            entry.name
            for entry in self.sources.iterdir()
            if entry.is_dir() and not entry.is_symlink() and not entry.name.startswith(".")
        )
        return {key: self.sources / name for key, name in source_keys(names).items()}


def workspace(data: Path | None = None) -> Workspace:
    """The workspace at ``data``, else at ``$INGEST_DATA``, else at ``./data``."""
    return Workspace((data or Path(os.environ.get("INGEST_DATA", "data"))).absolute())
