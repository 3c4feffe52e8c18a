"""Rows of one dataset of one source: appended in small parts, merged, compacted; the newest row of a document counts.

Method: design note execution.md section 4. A commit is a part (temp, fsync, rename), then the pointer. Both happen under the pointer's
lock, so parallel writers lose nothing, and a killed writer leaves at most a file that no pointer names.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from ingest_assets.store.files import staged
from ingest_assets.store.lock import pointer_lock
from ingest_assets.store.pointer import Part, Pointer, Retired, folder_of, read_pointer, sweep, write_pointer
from ingest_assets.store.schemas import DATASETS
from ingest_assets.thresholds.store import StoreSizes

INDEX_COLUMNS = ["raw_sha256", "fingerprint", "output_hash", "sequence", "dropped"]
DICTIONARY = ["source", "fingerprint", "run"]
BUCKETS = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One document in one dataset. ``columns`` are the dataset's own columns (``schemas.py``), ``payload`` its packed record."""

    raw_sha256: str
    fingerprint: str
    output_hash: str = ""
    payload: bytes = b""
    columns: Mapping[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class Table:
    """One dataset of one source. Keep one object for many calls: it remembers where rows lie until the pointer moves."""

    root: Path
    dataset: str
    source: str
    run: str
    sizes: StoreSizes
    _indexed: Pointer | None = None
    _index: pl.DataFrame = field(default_factory=pl.DataFrame)

    @property
    def folder(self) -> Path:
        """The source's folder in this dataset."""
        return folder_of(self.root, self.dataset, self.source)

    def pointer(self) -> Pointer:
        """The parts that count now."""
        return read_pointer(self.folder)

    def append(self, rows: Sequence[Row]) -> None:
        """Commit rows: when this returns they survive kill -9 and power loss."""
        if rows:
            self._commit([self._values(row) for row in rows])

    def drop(self, documents: Iterable[str]) -> None:
        """Commit that documents left the source. Their bytes and (in history datasets) their rows stay."""
        gone = [{"raw_sha256": document, "dropped": True} for document in sorted(set(documents))]
        if gone:
            self._commit(gone)

    def index(self) -> pl.DataFrame:
        """The row that counts of each document: raw_sha256, fingerprint, output_hash, and its place (part, row)."""
        pointer = self.pointer()
        if pointer != self._indexed:
            self._index, self._indexed = _newest(self.folder, pointer), pointer
        return self._index

    def load(self, documents: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """(raw_sha256, packed payload) of those documents that are present; one row group in memory at a time."""
        index, pointer = self.index(), self._indexed or Pointer()
        wanted = index.filter(pl.col("raw_sha256").is_in(list(set(documents))))
        for (part,), rows in wanted.sort("part", "row").group_by("part", maintain_order=True):
            path = self.folder / pointer.parts[int(str(part))].path
            yield from _payloads(path, rows["row"].to_list())

    def begin(self) -> None:
        """Remove what killed and earlier runs left."""
        if not self.folder.exists():
            return
        with pointer_lock(self.root, f"{self.dataset}.{self.source}"):
            before = self.pointer()
            after = sweep(self.folder, before, self.run)
            if after != before:
                write_pointer(self.root, self.folder, after)

    def compact(self, *, force: bool = False) -> bool:
        """Rewrite the base, bucket by bucket, when enough rows lie in small parts. Returns whether it did."""
        with pointer_lock(self.root, f"{self.dataset}.{self.source}"):
            pointer = self.pointer()
            due = pointer.delta_rows > self.sizes.compact_share * max(1, pointer.base_rows) and len(pointer.parts) > 1
            if not (due or (force and pointer.parts)):
                return False
            base = self._compacted(pointer)
            write_pointer(self.root, self.folder, self._replaced(pointer, pointer.parts, base))
            return True

    def _values(self, row: Row) -> dict[str, object]:
        own = {name: row.columns.get(name) for name in DATASETS[self.dataset].columns}
        unknown = row.columns.keys() - own.keys()
        if unknown:
            raise KeyError(f"{self.dataset} has no columns {sorted(unknown)}")
        keys = {"raw_sha256": row.raw_sha256, "fingerprint": row.fingerprint, "output_hash": row.output_hash}
        return {**own, **keys, "payload": row.payload, "dropped": False}

    def _commit(self, values: list[dict[str, object]]) -> None:
        with pointer_lock(self.root, f"{self.dataset}.{self.source}"):
            pointer = self.pointer()
            sequence = pointer.sequence + 1
            now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
            stamp = {"source": self.source, "run": self.run, "written_at": now, "sequence": sequence}
            table = pa.Table.from_pylist([{**value, **stamp} for value in values], schema=self._schema)
            part = self._written([table], f"bucket=new/part-{sequence:08d}-{self.run}.parquet", level=0)
            pointer = replace(pointer, sequence=sequence, parts=(*pointer.parts, part))
            write_pointer(self.root, self.folder, self._merged(pointer))

    def _merged(self, pointer: Pointer) -> Pointer:
        """Join the parts of a level when there are many: the number of parts grows with the logarithm of the commits."""
        level = 0
        while True:
            same = tuple(part for part in pointer.parts if part.level == level)
            if len(same) < self.sizes.merge_parts:
                return pointer
            name = f"bucket=new/merge-{level + 1}-{pointer.sequence:08d}-{self.run}.parquet"
            tables = (group for part in same for group in _row_groups(self.folder / part.path))
            joined = self._written(tables, name, level=level + 1)
            pointer = self._replaced(pointer, same, (joined,))
            level += 1

    def _compacted(self, pointer: Pointer) -> tuple[Part, ...]:
        """The rows that count, sorted into as many buckets (by the hash's first byte) as their number asks for."""
        places = _places(self.folder, pointer)
        if not DATASETS[self.dataset].history:
            places = _only_newest(places)
        count = _bucket_count(len(places), self.sizes.bucket_rows)
        places = places.with_columns(
            bucket=pl.col("raw_sha256").str.slice(0, 2).str.to_integer(base=16, strict=False).fill_null(0)
            * count
            // BUCKETS
        )
        parts = []
        for (bucket,), rows in places.sort("bucket", "part", "row").group_by("bucket", maintain_order=True):
            name = f"bucket={int(str(bucket)):02x}/part-{pointer.sequence:08d}-{self.run}.parquet"
            tables = _picked(self.folder, pointer, rows)
            parts.append(self._written(tables, name, level=-1))
        return tuple(parts)

    def _replaced(self, pointer: Pointer, old: Sequence[Part], new: Sequence[Part]) -> Pointer:
        gone = {part.path for part in old} - {part.path for part in new}
        parts = tuple(part for part in pointer.parts if part not in old)
        retired = tuple(Retired(path=path, run=self.run) for path in sorted(gone))
        return replace(pointer, parts=(*parts, *new), retired=(*pointer.retired, *retired))

    def _written(self, tables: Iterable[pa.Table], name: str, *, level: int) -> Part:
        rows = 0
        with (
            staged(self.folder / name, root=self.root) as staging,
            pq.ParquetWriter(staging, self._schema, compression="zstd", use_dictionary=DICTIONARY) as writer,
        ):
            for table in tables:
                writer.write_table(_fitted(table, self._schema), row_group_size=self.sizes.row_group_rows)
                rows += table.num_rows
        return Part(path=name, rows=rows, level=level)

    @property
    def _schema(self) -> pa.Schema:
        return DATASETS[self.dataset].schema


def _places(folder: Path, pointer: Pointer) -> pl.DataFrame:
    """Every row of every part with its key columns and its place."""
    frames = [_empty_places()]
    for number, part in enumerate(pointer.parts):
        frame = pl.DataFrame(pq.read_table(folder / part.path, columns=INDEX_COLUMNS, partitioning=None))
        place = [pl.lit(number, dtype=pl.Int64).alias("part"), pl.int_range(pl.len(), dtype=pl.Int64).alias("row")]
        frames.append(frame.with_columns(place))
    return pl.concat(frames)


def _only_newest(places: pl.DataFrame) -> pl.DataFrame:
    newest = places.sort("sequence", "row").unique("raw_sha256", keep="last", maintain_order=True)
    return newest.filter(~pl.col("dropped"))


def _newest(folder: Path, pointer: Pointer) -> pl.DataFrame:
    return _only_newest(_places(folder, pointer)).drop("sequence", "dropped")


def _empty_places() -> pl.DataFrame:
    names = {"raw_sha256": pl.String, "fingerprint": pl.String, "output_hash": pl.String}
    return pl.DataFrame(
        schema={**names, "sequence": pl.Int64, "dropped": pl.Boolean, "part": pl.Int64, "row": pl.Int64}
    )


def _fitted(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """Rows of an older version in today's columns: new columns are null, retired ones go."""
    return table if table.schema.equals(schema) else pa.Table.from_pylist(table.to_pylist(), schema=schema)


def _bucket_count(rows: int, per_bucket: int) -> int:
    """A power of two, at most 256."""
    count = 1
    while count < BUCKETS and count * per_bucket < rows:
        count *= 2
    return count


def _row_groups(path: Path) -> Iterator[pa.Table]:
    with pq.ParquetFile(path) as file:
        for group in range(file.num_row_groups):
            yield file.read_row_group(group)


def _rows_of(path: Path, rows: Sequence[int], columns: list[str] | None = None) -> Iterator[pa.Table]:
    """The rows at these places (ascending), read a row group at a time."""
    waiting, first = list(rows), 0
    with pq.ParquetFile(path) as file:
        for group in range(file.num_row_groups):
            size = file.metadata.row_group(group).num_rows
            here = [row - first for row in waiting if row < first + size]
            waiting, first = waiting[len(here) :], first + size
            if here:
                yield file.read_row_group(group, columns=columns).take(pa.array(here, pa.int64()))


def _payloads(path: Path, rows: Sequence[int]) -> Iterator[tuple[str, bytes]]:
    for table in _rows_of(path, rows, ["raw_sha256", "payload"]):
        yield from zip(table["raw_sha256"].to_pylist(), table["payload"].to_pylist(), strict=True)


def _picked(folder: Path, pointer: Pointer, places: pl.DataFrame) -> Iterator[pa.Table]:
    for (part,), rows in places.group_by("part", maintain_order=True):
        yield from _rows_of(folder / pointer.parts[int(str(part))].path, rows["row"].to_list())
