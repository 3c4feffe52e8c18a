"""Rows: present, load, drop, merge, compact, sweep, and writers that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ingest_assets.store.lock import SourceBusyError
from ingest_assets.store.pointer import NAME
from ingest_assets.store.store import Store
from ingest_assets.store.tables import Row, Table
from ingest_assets.thresholds.store import StoreSizes
from ingest_assets_tests.corpus.lake import NOW, location, sha, shas

SMALL = StoreSizes(commit_rows=3, merge_parts=4, bucket_rows=8, row_group_rows=5)


def row(document: str, fingerprint: str = "f", payload: bytes = b"") -> Row:
    return Row(
        raw_sha256=document,
        fingerprint=fingerprint,
        output_hash=f"h{fingerprint}",
        payload=payload or document.encode(),
    )


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path, run="run-1", sizes=SMALL)


def payloads(store: Store, documents: list[str]) -> dict[str, bytes]:
    loaded = list(store.load("sniffed", "web", documents))
    assert len(loaded) == len(dict(loaded))
    return dict(loaded)


def files(store: Store, dataset: str = "sniffed") -> set[str]:
    folder = store.root / dataset / "source=web"
    return {str(path.relative_to(folder)) for path in folder.glob("bucket=*/*.parquet")}


def test_nothing_is_present_before_the_first_commit(store: Store) -> None:
    assert store.present("sniffed", "web") == {}
    assert list(store.load("sniffed", "web", [sha(1)])) == []
    assert store.sources() == []
    store.begin("web")
    store.compact("web")


def test_rows_are_present_and_load(store: Store) -> None:
    documents = shas(10)
    assert store.append("sniffed", "web", (row(document) for document in documents)) == 10
    assert store.present("sniffed", "web") == dict.fromkeys(documents, ("f", "hf"))
    assert payloads(store, documents[:4]) == {document: document.encode() for document in documents[:4]}
    assert store.sources() == ["web"]
    assert store.present("sniffed", "other") == {}
    assert store.present("gated", "web") == {}


def test_the_newest_row_of_a_document_counts(store: Store) -> None:
    first, second = shas(2)
    store.append("sniffed", "web", [row(first, "old", b"1"), row(second, "old", b"2")])
    store.append("sniffed", "web", [row(first, "new", b"3")])
    assert store.present("sniffed", "web") == {first: ("new", "hnew"), second: ("old", "hold")}
    assert payloads(store, [first, second]) == {first: b"3", second: b"2"}


def test_a_dropped_document_is_gone_and_may_come_back(store: Store) -> None:
    first, second = shas(2)
    store.append("sniffed", "web", [row(first), row(second)])
    store.drop("sniffed", "web", [first])
    assert set(store.present("sniffed", "web")) == {second}
    assert payloads(store, [first, second]).keys() == {second}
    store.append("sniffed", "web", [row(first, "again")])
    assert set(store.present("sniffed", "web")) == {first, second}


def test_many_commits_make_few_parts(store: Store) -> None:
    documents = shas(150)
    store.append("sniffed", "web", (row(document) for document in documents))
    parts = store.table("sniffed", "web").pointer().parts
    assert sum(part.rows for part in parts) == 150
    assert len(parts) <= 9  # 50 commits: at most 3 parts on each of 3 levels
    assert payloads(store, documents) == {document: document.encode() for document in documents}


def test_compaction_keeps_what_counts_in_buckets(store: Store) -> None:
    documents = shas(50)
    store.append("sniffed", "web", (row(document, "old") for document in documents))
    store.append("sniffed", "web", (row(document, "new") for document in documents[:20]))
    store.drop("sniffed", "web", documents[:5])
    before = store.present("sniffed", "web")
    store.compact("web")
    pointer = store.table("sniffed", "web").pointer()
    assert store.present("sniffed", "web") == before
    assert payloads(store, documents).keys() == set(documents[5:])
    assert [part.path.split("/")[0] for part in pointer.parts] == [f"bucket={number:02x}" for number in range(8)]
    assert sum(part.rows for part in pointer.parts) == 45
    store.compact("web")
    assert store.table("sniffed", "web").pointer() == pointer  # nothing to do


def test_history_keeps_every_row_through_compaction(store: Store) -> None:
    document = sha(1)
    for state in ("quarantined", "indexed"):
        store.append("outcomes", "web", [Row(raw_sha256=document, fingerprint=state, columns={"state": state})])
    store.drop("outcomes", "web", [document])
    store.compact("web", force=True)
    with store.connect() as lake:
        history = lake.sql("select state from document_history order by written_at, run").fetchall()
        assert history == [("quarantined",), ("indexed",), ("gone",)]
        assert lake.sql("from outcomes").fetchall() == []


def test_rows_before_an_exception_are_committed(store: Store) -> None:
    def rows() -> Iterator[Row]:
        yield from (row(document) for document in shas(4))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.append("sniffed", "web", rows())
    assert len(store.present("sniffed", "web")) == 4


def test_slow_rows_are_committed_by_the_clock(store: Store) -> None:
    """A minute of OCR for each document: what a kill may cost is bounded in time as well."""
    slow = Store(store.root, sizes=StoreSizes(commit_seconds=0.01))
    seen = []

    def rows() -> Iterator[Row]:
        for document in shas(3):
            time.sleep(0.02)
            seen.append(len(store.present("sniffed", "web")))
            yield row(document)

    slow.append("sniffed", "web", rows())
    assert seen == [0, 1, 2]


def test_an_unknown_column_or_stage_is_refused(store: Store) -> None:
    with pytest.raises(KeyError, match="no columns"):
        store.append("sniffed", "web", [Row(raw_sha256=sha(1), fingerprint="f", columns={"colour": "red"})])
    with pytest.raises(KeyError, match="no such stage"):
        store.present("sniff", "web")


def test_replaced_parts_stay_for_one_more_run(store: Store) -> None:
    store.append("sniffed", "web", (row(document) for document in shas(20)))
    store.compact("web", force=True)
    old = files(store)
    Store(store.root, run="run-2", sizes=SMALL).begin("web")
    assert files(store) == old
    Store(store.root, run="run-3", sizes=SMALL).begin("web")
    assert files(store) == {part.path for part in store.table("sniffed", "web").pointer().parts}
    assert len(store.present("sniffed", "web")) == 20


def test_a_part_without_a_pointer_does_not_count_and_is_swept(store: Store) -> None:
    """What a writer leaves that is killed between its part and its pointer."""
    store.append("sniffed", "web", [row(sha(1))])
    folder = store.root / "sniffed" / "source=web" / "bucket=new"
    (folder / "part-00000002-dead.parquet").write_bytes(b"PAR1 torn")
    assert set(store.present("sniffed", "web")) == {sha(1)}
    with store.connect() as lake:
        assert lake.sql("select count(*) from sniffed_files").fetchall() == [(1,)]
    store.begin("web")
    assert len(files(store)) == 1


def test_rows_of_an_older_version_are_read_and_compacted(store: Store) -> None:
    """A column was added since: old rows have null in it."""
    store.append(
        "triaged", "web", [Row(raw_sha256=sha(1), fingerprint="f", columns={"pages": [{"page": 1, "characters": 7}]})]
    )
    (part,) = store.table("triaged", "web").pointer().parts
    path = store.root / "triaged" / "source=web" / part.path
    table = pq.read_table(path, partitioning=None)
    pages = pa.array(
        [[{"page": 1, "characters": 7}]], pa.list_(pa.struct([("page", pa.int64()), ("characters", pa.int64())]))
    )
    pq.write_table(table.drop_columns(["findings", "pages"]).append_column("pages", pages), path)
    for _ in range(2):
        with store.connect() as lake:
            assert lake.sql("select page, characters, route from page_triage").fetchall() == [(1, 7, None)]
        store.compact("web", force=True)


def test_a_source_is_held_by_one_run(store: Store) -> None:
    with store.lock("web"):
        with pytest.raises(SourceBusyError), store.lock("web"):
            pass
        with store.lock("other"):
            pass
    with store.lock("web"):
        pass


def test_parallel_writers_lose_nothing(store: Store) -> None:
    documents = shas(120)

    def write(part: list[str]) -> None:
        Store(store.root, sizes=SMALL).append("sniffed", "web", (row(document) for document in part))

    threads = [threading.Thread(target=write, args=(documents[start::4],)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.present("sniffed", "web").keys() == set(documents)


def test_the_manifest_comes_back(store: Store) -> None:
    manifest = store.manifest("web")
    assert manifest.load() == []
    found = [location("a.pdf", 1), location("b.pdf", 2, problem="read_error", detail="denied")]
    manifest.save(found, seen_at=NOW)
    assert manifest.load() == found
    manifest.save(found[:1], seen_at=NOW)
    assert manifest.load() == found[:1]
    manifest.touch(seen_at=NOW.replace(day=1))
    assert manifest.load() == found[:1]


WRITER = """
import sys, itertools
from pathlib import Path
from ingest_assets.store.store import Store
from ingest_assets.store.tables import Row
from ingest_assets.thresholds.store import StoreSizes
from ingest_assets_tests.corpus.lake import sha
store = Store(Path(sys.argv[1]), sizes=StoreSizes(commit_rows=3, merge_parts=4))
store.begin("web")
for number in itertools.count():
    document = store.blobs.put(str(number).encode())
    store.append("sniffed", "web", [Row(raw_sha256=document, fingerprint="f", payload=b"x" * 1000)])
    print(number, flush=True)
    if number % 20 == 19:
        store.compact("web", force=True)
"""


def kill_a_writer(root: Path, after_commits: int, delay: float) -> int:
    """Start a writer, kill -9 it in the middle of its work; returns how many commits it reported."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-c", WRITER, str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as writer:
        assert writer.stdout is not None
        for _ in range(after_commits):
            writer.stdout.readline()
        time.sleep(delay)
        writer.send_signal(signal.SIGKILL)
        return after_commits + len(writer.stdout.readlines())


def check_nothing_is_lost(root: Path, reported: int) -> None:
    store = Store(root, sizes=SMALL)
    present = set(store.present("sniffed", "web"))
    assert present >= {sha(number) for number in range(reported)}
    assert len(present) <= reported + 1  # the one commit whose report did not come through
    assert payloads(store, sorted(present)) == dict.fromkeys(present, b"x" * 1000)
    assert all(store.blobs.path(document).stat().st_size for document in present)
    with store.connect() as lake:
        assert lake.sql("select count(*) from sniffed_files").fetchall() == [(len(present),)]


@pytest.mark.parametrize(("after", "delay"), [(5, 0.0), (19, 0.003), (22, 0.011)])
def test_kill_9_of_a_writer_loses_no_commit(after: int, delay: float, tmp_path: Path) -> None:
    check_nothing_is_lost(tmp_path, kill_a_writer(tmp_path, after, delay))
    Store(tmp_path, run="next", sizes=StoreSizes(staging_seconds=0.0)).begin("web")
    assert list((tmp_path / "_tmp").iterdir()) == []
    living = {path.name for path in (tmp_path / "sniffed" / "source=web").glob("bucket=*/*")}
    assert living >= {
        part.path.split("/")[1] for part in Table(tmp_path, "sniffed", "web", "next", SMALL).pointer().parts
    }
    assert (tmp_path / "sniffed" / "source=web" / NAME).is_file()


@pytest.mark.endurance
def test_many_kills_lose_no_commit(tmp_path: Path) -> None:
    for round_number in range(60):
        root = tmp_path / str(round_number)
        check_nothing_is_lost(root, kill_a_writer(root, 1 + round_number % 25, (round_number * 7 % 40) / 1000))


def test_a_manifest_without_newer_columns_is_still_read(store: Store) -> None:
    manifest = store.manifest("web")
    manifest.save([location("a", "bytes")], seen_at=NOW)
    (part,) = manifest.folder.rglob("*.parquet")
    pq.write_table(pq.read_table(part, partitioning=None).drop_columns(["etag", "headers"]), part)
    assert manifest.load() == [location("a", "bytes")]
    assert store.connect().sql("select name, headers from raw_files").fetchall() == [("a", None)]
