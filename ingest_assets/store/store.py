"""One lake: blobs, rows of every stage, locations of every source, and queries over all of them."""

from __future__ import annotations

import datetime
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from ingest_assets.store import query
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.files import clean_staging
from ingest_assets.store.lock import source_lock
from ingest_assets.store.manifest import Manifest
from ingest_assets.store.schemas import DATASETS
from ingest_assets.store.tables import Row, Table
from ingest_assets.thresholds.store import StoreSizes


def new_run() -> str:
    """A run's id: sortable by time, unique."""
    return f"{datetime.datetime.now(datetime.UTC):%Y%m%dT%H%M%S}-{uuid.uuid4().hex[:6]}"


@dataclass(slots=True)
class Store:
    """A store's root as one run sees it. Datasets ("stages") are the keys of ``schemas.DATASETS``."""

    root: Path
    run: str = field(default_factory=new_run)
    sizes: StoreSizes = field(default_factory=StoreSizes)
    _tables: dict[tuple[str, str], Table] = field(default_factory=dict)

    @property
    def blobs(self) -> Blobs:
        """The raw bytes."""
        return Blobs(self.root, self.sizes)

    def sources(self) -> list[str]:
        """Every source the store knows."""
        return query.sources(self.root)

    def lock(self, source: str) -> AbstractContextManager[None]:
        """Hold a source for a run; raises SourceBusyError when another run holds it."""
        return source_lock(self.root, source)

    def begin(self, source: str) -> None:
        """At the start of a run, under the source's lock: remove what killed runs left."""
        clean_staging(self.root, self.sizes)
        for stage in DATASETS:
            self.table(stage, source).begin()

    def present(self, stage: str, source: str) -> dict[str, tuple[str, str]]:
        """raw_sha256 → (fingerprint, output_hash) of every row that counts."""
        index = self.table(stage, source).index()
        keys, *pair = (index[name].to_list() for name in ("raw_sha256", "fingerprint", "output_hash"))
        return dict(zip(keys, zip(*pair, strict=True), strict=True))

    def append(self, stage: str, source: str, rows: Iterable[Row]) -> int:
        """Commit rows in batches, so that a killed run continues after the last one; returns how many.

        A batch is full after so many rows or seconds. What came before an exception (or Ctrl-C) of ``rows`` is committed as well.
        """
        table, batch = self.table(stage, source), list[Row]()
        count, due = 0, time.monotonic() + self.sizes.commit_seconds
        try:
            for row in rows:
                batch.append(row)
                count += 1
                if len(batch) >= self.sizes.commit_rows or time.monotonic() > due:
                    full, batch = batch, []
                    table.append(full)
                    due = time.monotonic() + self.sizes.commit_seconds
        finally:
            table.append(batch)
        return count

    def load(self, stage: str, source: str, documents: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """(raw_sha256, packed payload) of the documents that are present, in the store's order; ``codec`` unpacks."""
        return self.table(stage, source).load(documents)

    def drop(self, stage: str, source: str, documents: Iterable[str]) -> None:
        """The documents left the source: their rows no longer count."""
        self.table(stage, source).drop(documents)

    def compact(self, source: str, *, force: bool = False) -> None:
        """At the end of a run: rewrite what lies in too many small parts."""
        for stage in DATASETS:
            self.table(stage, source).compact(force=force)

    def manifest(self, source: str) -> Manifest:
        """The locations of a source."""
        return Manifest(self.root, source, self.run)

    def connect(self) -> duckdb.DuckDBPyConnection:
        """DuckDB with the views of ``views.py`` over what counts now."""
        return query.connect(self.root)

    def table(self, stage: str, source: str) -> Table:
        """One dataset of one source. KeyError for a stage that does not exist."""
        if stage not in DATASETS:
            raise KeyError(f"no such stage: {stage!r} (there are {', '.join(DATASETS)})")
        key = (stage, source)
        if key not in self._tables:
            self._tables[key] = Table(self.root, stage, source, self.run, self.sizes)
        return self._tables[key]
