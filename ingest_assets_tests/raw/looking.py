"""Look at a place of any kind, as a run does."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ingest_assets.raw.place import Place
from ingest_assets.raw.raw_files import Look, RawDocument, Scan, documents, listing, scan
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.manifest import Location
from ingest_assets.thresholds.fetching import Fetching
from ingest_assets.thresholds.limits import Limits

NOW = datetime.datetime(2026, 11, 30, 2, 0)
FAST = Fetching(delay_seconds=0.0, pause_seconds=0.01, connect_seconds=2.0, read_seconds=1.0, wait_seconds=1.0)
"""Patience for servers on this machine."""


@dataclass(slots=True)
class Looker:
    """Looks one after the other; each knows what the one before found."""

    lake: Path
    known: tuple[Location, ...] = ()
    limits: Limits = field(default_factory=Limits)

    def __call__(
        self, place: Place, checkpoint: Callable[[Sequence[Location]], None] | None = None, seconds: float = 60.0
    ) -> Scan:
        """Look once more."""
        look = Look(now=NOW, is_system_file=lambda name: False, limits=self.limits, checkpoint_seconds=seconds)
        listed = listing(place, look)
        found = scan(listed, self.known, Blobs(self.lake), look, checkpoint or (lambda locations: None))
        self.known = found.locations
        return found

    def documents(self) -> dict[str, RawDocument]:
        """The documents by name, as they stand."""
        return {document.raw.name: document for document in documents("web", self.known)}

    def bytes_of(self, name: str) -> bytes:
        """What is stored of a document."""
        return Blobs(self.lake).path(self.documents()[name].raw.raw_sha256).read_bytes()
