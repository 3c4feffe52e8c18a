"""The locations of a source: which names hold which bytes. One file per source, rewritten when something changed."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ingest_assets.store.files import staged
from ingest_assets.store.lock import pointer_lock
from ingest_assets.store.pointer import Part, Retired, folder_of, read_pointer, sweep, write_pointer
from ingest_assets.store.schemas import LOCATION_SCHEMA, LOCATIONS

DATASET = "locations"


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """One name in a source. ``raw_sha256`` of what is never read (a link, a lock file) stands for its rule and name."""

    path: bytes
    name: str
    size_bytes: int
    mtime_ns: int
    raw_sha256: str
    http_content_type: str | None = None
    headers_mtime_ns: int | None = None
    skip_rule: str | None = None
    problem: str | None = None
    detail: str | None = None
    etag: str | None = None
    headers: str | None = None
    first_seen: datetime.datetime


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of one source."""

    root: Path
    source: str
    run: str

    @property
    def folder(self) -> Path:
        """The source's folder."""
        return folder_of(self.root, DATASET, self.source)

    def signature(self) -> str:
        """What the last scan's listing looked like; "" when it must not be trusted."""
        return read_pointer(self.folder).notes.get("signature", "")

    def seen_at(self) -> datetime.datetime | None:
        """When a run last looked at the source, UTC without zone; None before the first."""
        moment = read_pointer(self.folder).seen_at
        return datetime.datetime.fromisoformat(moment).replace(tzinfo=None) if moment else None

    def load(self, paths: Collection[bytes] | None = None) -> list[Location]:
        """The locations as the last scan left them, all or those of some paths; [] before the first."""
        names = [name for name in LOCATIONS if name != "source"]
        chosen = None if paths is None else pc.field("path").isin(pa.array(list(paths), pa.binary()))
        found: list[Location] = []
        for part in read_pointer(self.folder).parts:
            there = set(pq.read_schema(self.folder / part.path).names)  # an older part lacks newer columns
            columns = pq.read_table(
                self.folder / part.path,
                columns=[name for name in names if name in there],
                partitioning=None,
                filters=chosen,
            )
            values = zip(*(column.to_pylist() for column in columns.columns), strict=True)
            found.extend(Location(**dict(zip(columns.column_names, row, strict=True))) for row in values)
        return found

    def save(self, locations: Sequence[Location], *, seen_at: datetime.datetime, signature: str = "") -> None:
        """Replace the manifest. Readers see the old one or the new one. ``signature`` is the scan's."""
        with pointer_lock(self.root, f"{DATASET}.{self.source}"):
            pointer = sweep(self.folder, read_pointer(self.folder), self.run)
            name = f"bucket=00/part-{pointer.sequence + 1:08d}-{self.run}.parquet"
            with staged(self.folder / name, root=self.root) as staging:
                pq.write_table(_table(self.source, locations), staging, compression="zstd")
            retired = tuple(Retired(path=part.path, run=self.run) for part in pointer.parts)
            new = replace(
                pointer,
                sequence=pointer.sequence + 1,
                parts=(Part(path=name, rows=len(locations), level=-1),),
                retired=(*pointer.retired, *retired),
                seen_at=seen_at.isoformat(),
                notes={"signature": signature},
            )
            write_pointer(self.root, self.folder, new)

    def touch(self, *, seen_at: datetime.datetime) -> None:
        """The source was looked at and nothing has changed."""
        with pointer_lock(self.root, f"{DATASET}.{self.source}"):
            write_pointer(self.root, self.folder, replace(read_pointer(self.folder), seen_at=seen_at.isoformat()))


def _table(source: str, locations: Iterable[Location]) -> pa.Table:
    rows = list(locations)
    columns = {name: [getattr(row, name) for row in rows] for name in LOCATIONS if name != "source"}
    return pa.table({"source": [source] * len(rows), **columns}, schema=LOCATION_SCHEMA)
