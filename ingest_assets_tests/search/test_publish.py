"""Publications: by difference, atomic, one writer, rebuilt when damaged, the same as one built anew."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ingest_assets.search.export import changes, chunks
from ingest_assets.search.publication import IndexMissingError, Shelf
from ingest_assets.search.publish import is_behind, publish
from ingest_assets.search.search import Search
from ingest_assets.store.store import Store
from ingest_assets.thresholds.search import SearchLimits
from ingest_assets_tests.corpus.chunk_lake import PAPERS, Paper, changed, write_chunks, write_lake, write_verdicts

LIMITS = SearchLimits()
KILLED = """
import os, signal, sys
from pathlib import Path
from ingest_assets.search.publish import publish
from ingest_assets.store.store import Store
from ingest_assets.thresholds.search import SearchLimits
publish(Store(Path(sys.argv[1])), SearchLimits(), before_pointer=lambda: os.kill(os.getpid(), signal.SIGKILL))
"""


def everything(root: Path) -> list[tuple[str, str]]:
    """All that can be found, through the engine."""
    return sorted(
        (hit.found.chunk_id, hit.found.text)
        for hit in Search(root, replace(LIMITS, near=2.0)).find("source:harbour", limit=1000)
    )


def test_a_publication_counts_what_it_holds(tmp_path: Path) -> None:
    done = publish(write_lake(tmp_path), LIMITS)
    assert (done.number, done.documents, done.chunks, done.added, done.changed, done.removed) == (1, 3, 4, 3, 0, 0)
    assert len(everything(tmp_path)) == 4


def test_an_unchanged_lake_makes_no_new_publication(tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    assert is_behind(store)
    publish(store, LIMITS)
    assert not is_behind(store)
    assert publish(store, LIMITS).number == 1


def test_the_difference_gives_what_a_new_index_gives(tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    publish(store, LIMITS)
    new = Paper(name="new.txt", texts=("A barge carries coal.",), format="txt")
    now = [
        changed(PAPERS[0], "The rent is waived."),
        replace(PAPERS[1], state="quarantined"),
        PAPERS[2],
        replace(PAPERS[3], state="indexed"),
        new,
    ]
    write_lake(tmp_path, now)
    done = publish(store, LIMITS)
    assert (done.added, done.changed, done.removed, done.rebuilt) == (2, 1, 1, "")
    by_difference = everything(tmp_path)
    assert publish(store, LIMITS, rebuild=True).rebuilt == "asked for"
    assert everything(tmp_path) == by_difference
    assert sorted((record["chunk_id"], record["text"]) for record in chunks(tmp_path)) == by_difference


def test_renamed_files_change_only_their_entries(tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    publish(store, LIMITS)
    located = store.manifest("harbour").load()
    moved = [replace(one, path=b"moved.png", name="moved.png") if one.name == "scan.png" else one for one in located]
    store.manifest("harbour").save(moved, seen_at=moved[0].first_seen)
    done = publish(store, LIMITS)
    assert (done.added, done.changed, done.removed) == (0, 1, 0)
    assert Search(tmp_path).find("lamp")[0].found.locations == ("moved.png",)


def test_killed_before_the_pointer_the_old_index_answers(tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    publish(store, LIMITS)
    before = everything(tmp_path)
    write_chunks(store, "harbour", [changed(PAPERS[0], "The rent is doubled.")])
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False, env=os.environ)
    assert killed.returncode == -signal.SIGKILL
    assert Shelf(tmp_path).index_folder(2).exists()
    assert Shelf(tmp_path).current().number == 1
    assert everything(tmp_path) == before
    assert publish(store, LIMITS).changed == 1
    assert [hit.found.text for hit in Search(tmp_path).find("doubled")] == ["The rent is doubled."]


@pytest.mark.parametrize(
    ("suffix", "how"),
    [
        (".term", "cut"),
        (".store", "flipped"),
        (".idx", "gone"),
        (".pos", "flipped"),
        ("meta.json", "cut"),
        ("meta.json", "gone"),
    ],
)
def test_a_damaged_index_is_named_and_built_anew(suffix: str, how: str, tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    publish(store, LIMITS)
    before = everything(tmp_path)
    path = next(path for path in Shelf(tmp_path).index_folder(1).iterdir() if path.name.endswith(suffix))
    data = path.read_bytes()
    path.unlink()  # never cut in place: an index that is still mapped into this process would end it
    if how != "gone":
        path.write_bytes(data[: len(data) // 2] if how == "cut" else bytes([data[0] ^ 0xFF]) + data[1:])
    if how != "flipped":
        with pytest.raises(IndexMissingError):
            Search(tmp_path)
    assert "damaged" in publish(store, LIMITS).rebuilt
    assert everything(tmp_path) == before


@pytest.mark.parametrize("name", ["_current.json", "manifest-00000001.parquet"])
def test_a_damaged_pointer_or_manifest_is_built_anew(name: str, tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    publish(store, LIMITS)
    before = everything(tmp_path)
    (Shelf(tmp_path).folder / name).write_bytes(b"{]")
    done = publish(store, LIMITS)
    assert done.rebuilt
    assert done.number == 2
    assert everything(tmp_path) == before


def test_only_two_indexes_are_kept(tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    for number in range(4):
        write_chunks(store, "harbour", [changed(PAPERS[0], f"Text number {number}.")])
        publish(store, LIMITS)
    assert [path.name for path in sorted(Shelf(tmp_path).folder.glob("index-*"))] == [
        "index-00000003",
        "index-00000004",
    ]
    assert len(list(Shelf(tmp_path).folder.glob("manifest-*"))) == 4


def test_an_indexed_document_without_chunks_is_counted(tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    write_chunks(store, "harbour", [changed(PAPERS[0])])
    assert publish(store, LIMITS).documents_without_chunks == 1


def test_an_export_tells_what_has_changed_since(tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    publish(store, LIMITS)
    first = changes(tmp_path)
    assert (first.since, len(first.added), first.deleted) == (0, 4, ())
    write_chunks(store, "harbour", [changed(PAPERS[1], PAPERS[1].texts[0], "A new clause.")])
    write_verdicts(store, "harbour", [replace(PAPERS[2], state="quarantined")])
    publish(store, LIMITS)
    told = changes(tmp_path, since=1)
    assert (told.publication, told.since, len(told.added), len(told.changed), len(told.deleted)) == (2, 1, 1, 0, 2)
    replayed = (set(first.added) - set(told.deleted)) | set(told.added)
    assert replayed == {record["chunk_id"] for record in chunks(tmp_path)}
    assert changes(tmp_path, since=99).since == 0
    assert publish(Store(tmp_path), LIMITS).number == 2
