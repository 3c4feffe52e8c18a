"""Where a deployment's files lie: sources to read, the lake to write. One folder, ``data`` by default, ``INGEST_DATA`` elsewhere."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ingest_assets.planning import source_keys
from ingest_assets.settings import Settings
from ingest_assets.sources import read_sources

if TYPE_CHECKING:
    from ingest_assets.declared_source import DeclaredSource, SourcesFile


@dataclass(frozen=True)
class Workspace:
    """``data/sources/<source>/`` are the sources, ``data/sources.toml`` (optional) what is special about them, ``data/lake`` the store."""

    data: Path

    @property
    def sources(self) -> Path:
        """The folder whose subfolders are the sources."""
        return self.data / "sources"

    @property
    def lake(self) -> Path:
        """The store's root."""
        return self.data / "lake"

    @property
    def reports(self) -> Path:
        """Where reports for people are written."""
        return self.lake / "reports"

    @cached_property
    def declared(self) -> dict[str, DeclaredSource]:
        """Partition key → what sources.toml says of it. Raises SourcesFileError."""
        found = self._read.sources if self._read is not None else {}
        return {key: found[name] for key, name in source_keys(list(found)).items()}

    def source_folders(self) -> dict[str, Path]:
        """Partition key → folder of every source that is there now, or is declared elsewhere. Keys are safe in URLs and file names."""
        names = sorted(entry.name for entry in self._subfolders())
        here = {key: self.sources / name for key, name in source_keys(names).items()}
        elsewhere = {key: Path(source.path) for key, source in self.declared.items() if source.path is not None}
        return dict(sorted({**here, **elsewhere}.items()))

    def source_names(self) -> dict[str, str]:
        """Partition key → name for people: the folder's, or the declared one."""
        elsewhere = source_keys(list(self._read.sources) if self._read is not None else [])
        return {key: elsewhere.get(key, folder.name) for key, folder in self.source_folders().items()}

    def settings(self, source: str | None = None) -> Settings:
        """What a run over this source may do; without a source the settings that all share."""
        if self._read is None:
            return Settings()
        return self._read.applied(self.declared.get(source) if source is not None else None)

    def schedule(self, source: str) -> str:
        """nightly, weekly or manual."""
        declared = self.declared.get(source)
        return declared.schedule if declared is not None else "nightly"

    def priority(self, source: str) -> int:
        """Higher runs first."""
        declared = self.declared.get(source)
        return declared.priority if declared is not None else 0

    @cached_property
    def _read(self) -> SourcesFile | None:
        return read_sources(self.data / "sources.toml")

    def _subfolders(self) -> list[Path]:
        if not self.sources.is_dir():
            return []
        return [
            entry
            for entry in self.sources.iterdir()
            if entry.is_dir() and not entry.is_symlink() and not entry.name.startswith(".")
        ]


def workspace(data: Path | None = None) -> Workspace:
    """The workspace at ``data``, else at ``$INGEST_DATA``, else at ``./data``."""
    return Workspace((data or Path(os.environ.get("INGEST_DATA", "data"))).absolute())
