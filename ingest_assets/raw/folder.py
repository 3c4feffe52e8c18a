"""A source that is a folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ingest_assets.raw.place import ReadFailedError, Received, SourceMissingError
from ingest_assets.raw.walk import Entry, open_inside, walk
from ingest_assets.store.blobs import Blobs, ChangedError
from ingest_assets.store.manifest import Location


@dataclass(slots=True)
class Folder:
    """A folder of this machine, or mounted."""

    path: Path
    is_folder: bool = True
    asks_each_time: bool = False

    @property
    def title(self) -> str:
        """Its path."""
        return str(self.path)

    def entries(self) -> Iterator[Entry]:
        """Walk it. Raises SourceMissingError when the folder itself cannot be listed."""
        for entry in walk(self.path):
            if not entry.path:
                raise SourceMissingError(f"the folder of the source cannot be listed: {self.path}")
            yield entry

    def read(self, entry: Entry, known: Location | None, blobs: Blobs) -> Received:
        """Hash and store. A file that its owner writes to is read a second time, then left to the next run."""
        del known
        for last in (False, True):
            try:
                with open_inside(self.path, entry.path) as stream:
                    return Received(blob=blobs.put_stream(stream))
            except ChangedError as error:
                if last:
                    raise ReadFailedError(str(error)) from error
            except OSError as error:
                raise ReadFailedError(f"{type(error).__name__}: {error.strerror or error}") from error
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Nothing is held."""
