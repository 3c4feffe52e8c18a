"""Whatever happens to a folder: an incremental look sees what a fresh look sees, and every name has one record."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest_assets.raw.raw_files import Look, Scan, documents, listing, scan
from ingest_assets.raw.walk import walk
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.manifest import Location
from ingest_assets.thresholds.raw import Scanning

NOW = datetime(2026, 11, 30)
NAMES = st.sampled_from(["a", "b", "d/a", "d/e/a", "é\nx", "a.headers.json", "~$a"])
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["write", "touch", "remove", "move", "link", "pipe"]), NAMES, NAMES, st.binary(max_size=2)
    ),
    max_size=12,
)


def write(folder: Path, name: str, _other: str, content: bytes) -> None:
    """Every write has a time of its own, as on a disk with ns stamps."""
    remove(folder, name, name, content)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


def touch(folder: Path, name: str, _other: str, content: bytes) -> None:
    if (folder / name).is_file() and not (folder / name).is_symlink():
        os.utime(folder / name, (len(content) + 1, len(content) + 1))


def remove(folder: Path, name: str, _other: str, _content: bytes) -> None:
    (folder / name).unlink(missing_ok=True)


def move(folder: Path, name: str, other: str, _content: bytes) -> None:
    if (folder / name).exists():
        (folder / other).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).rename(folder / other)


def link(folder: Path, name: str, other: str, content: bytes) -> None:
    remove(folder, name, other, content)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).symlink_to(folder / other)


def pipe(folder: Path, name: str, other: str, content: bytes) -> None:
    remove(folder, name, other, content)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(folder / name)


ACTIONS: dict[str, Callable[[Path, str, str, bytes], None]] = {
    "write": write, "touch": touch, "remove": remove, "move": move, "link": link, "pipe": pipe,
}  # fmt: skip


def look(folder: Path, known: tuple[Location, ...], lake: Path) -> Scan:
    settings = Look(now=NOW, is_system_file=lambda name: "~$" in name, scanning=Scanning(audit_days=10**9))
    return scan(listing(folder, settings), known, Blobs(lake), settings)


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, min_size=1, max_size=3))
def test_an_incremental_look_equals_a_fresh_one(nights: list[list[tuple[str, str, str, bytes]]]) -> None:
    base = Path(tempfile.mkdtemp())
    try:
        source = base / "source"
        source.mkdir()
        known: tuple[Location, ...] = ()
        for steps in nights:
            for action, name, other, content in steps:
                ACTIONS[action](source, name, other, content)
            known = look(source, known, base / "lake").locations
            fresh = look(source, (), base / "other lake").locations
            assert [replace(location, first_seen=NOW) for location in known] == list(fresh)
            check_conservation(source, known, Blobs(base / "lake"))
    finally:
        shutil.rmtree(base)


def check_conservation(source: Path, known: tuple[Location, ...], blobs: Blobs) -> None:
    """Every name has exactly one record, every record belongs to exactly one document, every readable document has its bytes."""
    entries = {entry.path for entry in walk(source)}
    headers = {
        path for path in entries if path.endswith(b".headers.json") and path.removesuffix(b".headers.json") in entries
    }
    assert sorted(location.path for location in known) == sorted(entries - headers)
    found = documents("web", known)
    assert sum(len(document.names) for document in found) == len(known)
    assert len({document.raw.raw_sha256 for document in found}) == len(found)
    assert all(blobs.has(document.raw.raw_sha256) == (document.skip_rule is None) for document in found)
