"""Ways out: every searchable chunk as JSON lines or Parquet, and what has changed since a publication, for a store that is kept in step."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ingest_assets.search.entries import records, searchable
from ingest_assets.search.manifest import digests
from ingest_assets.search.publication import IndexMissingError, Shelf
from ingest_assets.store.files import staged
from ingest_assets.store.store import Store

ROWS = 5000  # chunks in memory at a time: some ten megabytes
TEXT, TEXTS = pa.string(), pa.list_(pa.string())
REGIONS = pa.list_(pa.struct([("page", pa.int64()), ("bbox", pa.list_(pa.float64()))]))
COLUMNS = pa.schema(
    {
        "chunk_id": TEXT,
        "source": TEXT,
        "raw_sha256": TEXT,
        "locations": TEXTS,
        "format": TEXT,
        "modified": TEXT,
        "text": TEXT,
        "heading_path": TEXTS,
        "pages": pa.list_(pa.int64()),
        "regions": REGIONS,
        "routes": TEXTS,
        "parsers": TEXTS,
        "language": TEXT,
        "grade": TEXT,
        "model_generated": pa.bool_(),
        "flags": TEXTS,
        "tables": pa.list_(pa.int64()),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Identities of chunks, sorted. ``since`` is 0 for a full export: forget everything, then add."""

    publication: int
    since: int
    added: tuple[str, ...]
    changed: tuple[str, ...]
    deleted: tuple[str, ...]


def changes(root: Path, since: int = 0) -> Changes:
    """What has changed from a publication to the one that counts. A publication whose manifest is gone gives a full export.

    Raises IndexMissingError when nothing is published.
    """
    shelf = Shelf(root)
    publication = shelf.current()
    if publication.number == 0:
        raise IndexMissingError("no search index has been published yet")
    after = digests(shelf.manifest_file(publication.number))
    before: dict[str, str] = {}
    known = (
        since in {publication.number, *(one.number for one in publication.past)}
        and shelf.manifest_file(since).is_file()
    )
    if known:
        before = digests(shelf.manifest_file(since))
    return Changes(
        publication=publication.number,
        since=since if known else 0,
        added=tuple(sorted(after.keys() - before.keys())),
        changed=tuple(sorted(chunk for chunk, digest in after.items() if before.get(chunk, digest) != digest)),
        deleted=tuple(sorted(before.keys() - after.keys())),
    )


def chunks(root: Path, wanted: Collection[str] | None = None) -> Iterator[dict[str, Any]]:
    """Chunks of the publication that counts as flat records (``COLUMNS``), all or those named, document by document.

    Chunks whose document changed in the lake since are left out: the next publication brings their successors.
    """
    shelf = Shelf(root)
    publication = shelf.current()
    if publication.number == 0:
        raise IndexMissingError("no search index has been published yet")
    published = digests(shelf.manifest_file(publication.number)).keys()
    chosen = published if wanted is None else published & set(wanted)
    with Store(root).connect() as lake:
        documents = list(searchable(lake)) if chosen else []
        for _, found in records(lake, documents):
            for record in found:
                if record["chunk_id"] in chosen:
                    yield _shaped(record)


def write_jsonl(root: Path, path: Path, *, since: int | None = None) -> Changes:
    """One JSON object a line. With ``since`` each has an ``op``: add, change or delete; the first line tells the publications."""
    told = changes(root, since or 0)
    op = {**dict.fromkeys(told.added, "add"), **dict.fromkeys(told.changed, "change")}
    with staged(path) as staging, staging.open("w", encoding="utf-8", errors="replace") as out:
        if since is not None:
            out.write(
                json.dumps(
                    {"op": "begin", "publication": told.publication, "since": told.since, "full": told.since == 0}
                )
                + "\n"
            )
            out.writelines(json.dumps({"op": "delete", "chunk_id": chunk}) + "\n" for chunk in told.deleted)
        for record in chunks(root, op):
            line = record if since is None else {"op": op[record["chunk_id"]], **record}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
    return told


def write_parquet(root: Path, path: Path) -> int:
    """All searchable chunks in one file; returns their number."""
    count, batch = 0, list[dict[str, Any]]()
    with staged(path) as staging, pq.ParquetWriter(staging, COLUMNS, compression="zstd") as writer:
        for record in chunks(root):
            batch.append(record)
            count += 1
            if len(batch) == ROWS:
                writer.write_table(pa.Table.from_pylist(batch, schema=COLUMNS))
                batch = []
        writer.write_table(pa.Table.from_pylist(batch, schema=COLUMNS))
    return count


def _shaped(record: dict[str, Any]) -> dict[str, Any]:
    regions = [{"page": page, "bbox": box} for page, box in record["regions"]]
    return {name: regions if name == "regions" else record[name] for name in COLUMNS.names}
