"""Back to the publication before: its index and manifest are still there, so only the pointer moves.

The next publication adds what the lake holds since, as always: a rollback buys the time to put the lake right.
"""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.search.engine import opened
from ingest_assets.search.manifest import read_manifest
from ingest_assets.search.publication import IndexMissingError, Publication, Shelf, files_of
from ingest_assets.store.lock import pointer_lock
from ingest_assets.store.store import Store


def rollback(store: Store) -> Publication:
    """Make the previous publication count again. Raises IndexMissingError when none is kept or its files are damaged.

    The commits of the lake stay those of the publication that is left, so that no sensor publishes the same again.
    """
    shelf = Shelf(store.root)
    with pointer_lock(store.root, "search"):
        current = shelf.current()
        if not current.past:
            raise IndexMissingError(f"before publication {current.number} there is none")
        before = current.past[-1]
        folder = shelf.index_folder(before.number)
        if not folder.is_dir():
            raise IndexMissingError(f"the index of publication {before.number} is no longer kept")
        manifest = read_manifest(shelf.manifest_file(before.number))
        opened(folder)
        restored = replace(
            current,
            number=before.number,
            made_at=before.made_at,
            documents=len(manifest.lines),
            chunks=sum(len(lines) for lines in manifest.lines.values()),
            files=files_of(folder, {}),
            restored=True,
            past=current.past[:-1],
        )
        shelf.write(restored)
    return restored
