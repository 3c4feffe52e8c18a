"""A new publication: the difference to the last one goes into a copy of its index, and the pointer is replaced last.

One writer at a time, whoever they are; a killed one leaves a folder that no pointer names. An index that is missing, damaged or of another
analysis is built anew from the lake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from ingest_assets.planning import difference
from ingest_assets.search.engine import ANALYSIS, created, entry, opened
from ingest_assets.search.entries import Searchable, commits, digest, records, searchable, without_chunks
from ingest_assets.search.manifest import Line, Manifest, read_manifest, write_manifest
from ingest_assets.search.near import signature
from ingest_assets.search.publication import IndexMissingError, Publication, Shelf, files_of, now, remembered
from ingest_assets.store.lock import pointer_lock
from ingest_assets.store.store import Store
from ingest_assets.thresholds.search import SearchLimits


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What a publication did. ``rebuilt`` says why the index was built anew, "" when it was brought up to date.

    ``documents_without_chunks`` are indexed, but nothing of them can be found.
    """

    number: int
    documents: int
    chunks: int
    near_duplicates: int | None
    added: int
    changed: int
    removed: int
    documents_without_chunks: int
    rebuilt: str = ""


@dataclass(frozen=True, slots=True)
class Base:
    """What the new index starts from."""

    publication: Publication
    manifest: Manifest
    rebuilt: str

    @property
    def number(self) -> int | None:
        """The publication whose index is taken over."""
        return None if self.rebuilt else self.publication.number


def publish(
    store: Store, limits: SearchLimits, *, rebuild: bool = False, before_pointer: Callable[[], None] = lambda: None
) -> Published:
    """Bring the index up to date with the lake. ``before_pointer`` is called when all is written and nothing of it counts yet."""
    shelf = Shelf(store.root)
    with pointer_lock(store.root, "search"):
        base = _base(shelf, limits, rebuild=rebuild)
        at = commits(store)
        with store.connect() as lake:
            wanted = {one.key: one for one in searchable(lake)}
            empty = without_chunks(lake)
            known = {key: (value, "") for key, value in base.manifest.fingerprints.items()}
            change = difference({key: one.fingerprint for key, one in wanted.items()}, known)
            if not (change.todo or change.drop or base.rebuilt):
                return _unchanged(shelf, base.publication, at, empty)
            todo = [wanted[key] for key in change.todo]
            number = _next(shelf, base.publication)
            folder = shelf.seed(number, base.number)
            manifest = _written(folder, lake, base, todo, gone=change.drop, limits=limits)
        near = write_manifest(shelf, number, manifest, limits)
        new = Publication(
            number=number,
            made_at=now(),
            analysis=ANALYSIS,
            documents=len(manifest.lines),
            chunks=sum(len(lines) for lines in manifest.lines.values()),
            sources=at,
            files=files_of(folder, {} if base.rebuilt else base.publication.files),
            past=remembered(base.publication, limits.manifests),
        )
        before_pointer()
        shelf.write(new)
        shelf.sweep(new, indexes=limits.generations)
    changed = sum(one.key in known for one in todo)
    return Published(
        number=number,
        documents=new.documents,
        chunks=new.chunks,
        near_duplicates=near,
        added=len(todo) - changed,
        changed=changed,
        removed=len(change.drop),
        documents_without_chunks=empty,
        rebuilt=base.rebuilt,
    )


def is_behind(store: Store) -> bool:
    """True when the lake has commits that the publication was not made from, or when there is none."""
    try:
        return dict(Shelf(store.root).current().sources) != commits(store)
    except IndexMissingError:
        return True


def _base(shelf: Shelf, limits: SearchLimits, *, rebuild: bool) -> Base:
    """The last publication when its files are whole, else none and the reason."""
    publication = Publication()
    try:
        publication = shelf.current()
        if rebuild:
            return Base(publication, Manifest(), "asked for")
        if publication.number and publication.analysis != ANALYSIS:
            return Base(publication, Manifest(), f"analysis {publication.analysis} → {ANALYSIS}")
        size = sum(length for length, _ in publication.files.values())
        shelf.check(publication, checksums=size <= limits.verify_bytes)
        opened(shelf.index_folder(publication.number))
        return Base(publication, read_manifest(shelf.manifest_file(publication.number)), "")
    except IndexMissingError as error:
        return Base(publication, Manifest(), str(error))


def _next(shelf: Shelf, publication: Publication) -> int:
    """A number that was never used, also after the pointer was lost."""
    used = [int(path.stem.partition("-")[2]) for path in shelf.folder.glob("manifest-*.parquet")]
    return max([publication.number, *used]) + 1


def _unchanged(shelf: Shelf, publication: Publication, at: Mapping[str, tuple[int, int]], empty: int) -> Published:
    if dict(publication.sources) != dict(at):
        shelf.write(_at(publication, at))
    return Published(
        number=publication.number,
        documents=publication.documents,
        chunks=publication.chunks,
        near_duplicates=None,
        added=0,
        changed=0,
        removed=0,
        documents_without_chunks=empty,
    )


def _at(publication: Publication, at: Mapping[str, tuple[int, int]]) -> Publication:
    return replace(publication, sources=at)


def _written(
    folder: Path,
    lake: duckdb.DuckDBPyConnection,
    base: Base,
    todo: Sequence[Searchable],
    *,
    gone: Sequence[str],
    limits: SearchLimits,
) -> Manifest:
    """Delete what is gone or changed, add what is new or changed, commit."""
    index = created(folder) if base.rebuilt else opened(folder)
    writer = index.writer(limits.writer_bytes, 1)
    lines = dict(base.manifest.lines)
    for key in (*gone, *(one.key for one in todo)):
        if lines.pop(key, None) is not None:
            writer.delete_documents_by_term("document", key)
    for document, found in records(lake, todo):
        for record in found:
            shown, text = entry(record, limits)
            writer.add_document(shown)
            mark = signature(text.stems, limits).tobytes()
            line = Line(document.key, document.fingerprint, record["chunk_id"], digest(record), mark)
            lines.setdefault(document.key, []).append(line)
    writer.commit()
    writer.wait_merging_threads()
    return Manifest(lines)
