"""Where a deployment's files lie: sources to read, the lake to write. One folder, ``data`` by default, ``INGEST_DATA`` elsewhere."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ingest_assets.places import MissingVariableError, address_list, object_store
from ingest_assets.planning import source_keys
from ingest_assets.raw.folder import Folder
from ingest_assets.raw.place import Place
from ingest_assets.settings import Settings
from ingest_assets.sources import SourcesFileError, read_sources

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

    def source_names(self) -> dict[str, str]:
        """Partition key → name for people, of every source that is there now or is declared elsewhere. Keys are safe in URLs and file names."""
        names = sorted(entry.name for entry in self._subfolders())
        here = source_keys([name for name in names if not self._is_elsewhere(name)])
        declared = source_keys(list(self._read.sources) if self._read is not None else [])
        elsewhere = {key: name for key, name in declared.items() if self._is_elsewhere(name)}
        return dict(sorted({**here, **elsewhere}.items()))

    def source_folders(self) -> dict[str, Path]:
        """Partition key → folder, of the sources that are folders."""
        found = {}
        for key, name in self.source_names().items():
            declared = self.declared.get(key)
            if declared is None or declared.kind == "folder":
                found[key] = Path(declared.path) if declared and declared.path else self.sources / name
        return found

    def place(self, source: str) -> Place:
        """Where a source's documents lie. Raises KeyError when there is no such source, SourcesFileError when its credentials are missing."""
        name, declared = self.source_names()[source], self.declared.get(source)
        if declared is None or declared.kind == "folder":
            return Folder(self.source_folders()[source])
        settings = self.settings(source)
        if declared.kind == "urls":
            return address_list(declared, self.data, settings)
        try:
            return object_store(declared, settings)
        except MissingVariableError as error:
            raise SourcesFileError(f"{self.data / 'sources.toml'}: sources.{name}.credentials: {error}") from error

    def title(self, source: str) -> str:
        """Where a source lies, for people."""
        try:
            return self.place(source).title
        except SourcesFileError as error:
            return str(error)

    def poll_minutes(self, source: str) -> int | None:
        """Minutes between two polls of a source that is fetched, 0 for none; None for folders, which are looked at each time."""
        declared = self.declared.get(source)
        if declared is None or declared.kind == "folder":
            return None
        if declared.poll_minutes is not None:
            return declared.poll_minutes
        fetching = self.settings(source).fetching
        return fetching.url_poll_minutes if declared.kind == "urls" else fetching.object_poll_minutes

    def owners(self, source: str) -> list[str]:
        """Teams and mail addresses."""
        declared = self.declared.get(source)
        return list(declared.owners) if declared is not None else []

    def settings(self, source: str | None = None) -> Settings:
        """What a run over this source may do; without a source the settings that all share."""
        if self._read is None:
            return Settings()
        return self._read.applied(self.declared.get(source) if source is not None else None)

    def settings_of(self, path: Path) -> Settings:
        """The settings of the source that a file or folder lies in; outside of every source those that all share."""
        place = path.absolute()
        inside = [key for key, folder in self.source_folders().items() if place.is_relative_to(folder)]
        return self.settings(inside[0] if inside else None)

    def schedule(self, source: str) -> str:
        """nightly, weekly, manual or a cron expression."""
        declared = self.declared.get(source)
        return declared.schedule if declared is not None else "nightly"

    def priority(self, source: str) -> int:
        """Higher runs first."""
        declared = self.declared.get(source)
        return declared.priority if declared is not None else 0

    @cached_property
    def _read(self) -> SourcesFile | None:
        return read_sources(self.data / "sources.toml")

    def _is_elsewhere(self, name: str) -> bool:
        declared = self._read.sources.get(name) if self._read is not None else None
        return declared is not None and (declared.kind != "folder" or declared.path is not None)

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
