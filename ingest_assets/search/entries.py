"""What may be searched: chunks of documents whose newest verdict is ``indexed``, as the lake holds them at one moment."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb
import pyarrow as pa

from ingest_assets.search.engine import document_key
from ingest_assets.store.pointer import folder_of, read_pointer
from ingest_assets.store.store import Store

BATCH = 200  # documents fetched at a time: their chunks are some megabytes
WANTED = """
    create or replace temp table _wanted as
    select i.source, i.raw_sha256, i.output_hash, g.format, g.lost_pages, place.locations, place.modified
    from _indexed i
    join _gated g using (source, raw_sha256)
    join (
        select f.source, f.raw_sha256, list(distinct f.name order by f.name) as locations,
            max(coalesce(f.mtime_ns, top.mtime_ns)) as modified
        from raw_files f
        left join _locations top on top.source = f.source and top.name = split_part(f.name, '!/', 1)
        group by all
    ) place using (source, raw_sha256)
    where g.state = 'indexed' and len(i.chunks) > 0
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searchable:
    """A document whose chunks belong into the index. ``fingerprint`` changes with anything that its entries show."""

    source: str
    raw_sha256: str
    fingerprint: str
    format: str
    locations: tuple[str, ...]
    modified: str | None
    lost_pages: frozenset[int]

    @property
    def key(self) -> str:
        """The document's key in the index."""
        return document_key(self.source, self.raw_sha256)


def commits(store: Store) -> dict[str, tuple[int, int]]:
    """Source → commit numbers of its gate and of its chunks. Read before the rows, so that a later commit is noticed."""
    return {
        source: (_sequence(store, "gated", source), _sequence(store, "indexed", source)) for source in store.sources()
    }


def _sequence(store: Store, dataset: str, source: str) -> int:
    return read_pointer(folder_of(store.root, dataset, source)).sequence


def searchable(lake: duckdb.DuckDBPyConnection) -> Iterator[Searchable]:
    """Every document that is indexed now and still has a name."""
    lake.execute(WANTED)
    rows = lake.execute(
        "select source, raw_sha256, output_hash, format, lost_pages, locations, modified from _wanted order by all"
    )
    while found := rows.fetchmany(1000):
        for source, sha, output, file_format, lost, locations, modified in found:
            date = (
                None
                if not modified
                else datetime.datetime.fromtimestamp(modified / 1e9, datetime.UTC).date().isoformat()
            )
            shown = json.dumps([output, file_format, lost, locations, date], ensure_ascii=True)
            yield Searchable(
                source=source,
                raw_sha256=sha,
                fingerprint=hashlib.sha256(shown.encode()).hexdigest()[:16],
                format=file_format,
                locations=tuple(locations),
                modified=date,
                lost_pages=frozenset(lost or ()),
            )


def without_chunks(lake: duckdb.DuckDBPyConnection) -> int:
    """Documents that are indexed and have not one chunk: empty ones, and those whose cutting failed."""
    found = lake.execute(
        "select count(*) from _gated g left join _indexed i using (source, raw_sha256) where g.state = 'indexed' and coalesce(len(i.chunks), 0) = 0"
    ).fetchall()
    return int(found[0][0])


def records(
    lake: duckdb.DuckDBPyConnection, documents: Sequence[Searchable]
) -> Iterator[tuple[Searchable, list[dict[str, Any]]]]:
    """The chunks of documents as flat records. Text of pages that the newest verdict has lost stays out."""
    for start in range(0, len(documents), BATCH):
        batch = {(one.source, one.raw_sha256): one for one in documents[start : start + BATCH]}
        chosen = pa.table({"source": [key[0] for key in batch], "raw_sha256": [key[1] for key in batch]})
        lake.register("_chosen", chosen)
        rows = lake.execute(
            "select source, raw_sha256, chunks from _indexed semi join _chosen using (source, raw_sha256)"
        ).fetchall()
        for source, sha, chunks in rows:
            document = batch[source, sha]
            yield (
                document,
                [_record(document, chunk) for chunk in chunks if not document.lost_pages & set(chunk["pages"])],
            )


def _record(document: Searchable, chunk: Mapping[str, Any]) -> dict[str, Any]:
    regions = [
        [region["page"], [round(value, 2) for value in region["bbox"]] if region["bbox"] else None]
        for region in chunk["regions"]
    ]
    return {
        **chunk,
        "regions": regions,
        "grade": chunk.get("grade"),
        "source": document.source,
        "raw_sha256": document.raw_sha256,
        "format": document.format,
        "locations": list(document.locations),
        "modified": document.modified,
    }


def digest(record: Mapping[str, Any]) -> str:
    """Equal exactly when nothing that an entry shows has changed."""
    return hashlib.sha256(json.dumps(record, ensure_ascii=True, sort_keys=True).encode()).hexdigest()[:16]
