"""Walking a source: nothing is followed, nothing hangs, no name is lost."""

from __future__ import annotations

import hashlib
import os
import socket
from pathlib import Path

import pytest

from ingest_assets.problems import SkipRule
from ingest_assets.raw.walk import found_files, label, open_inside, walk
from ingest_assets.thresholds.limits import Limits


def test_links_are_listed_and_never_followed(tmp_path: Path) -> None:
    source, outside = tmp_path / "source", tmp_path / "outside"
    source.mkdir()
    outside.mkdir()
    (outside / "secret").write_text("secret")
    (source / "plain.txt").write_text("plain")
    for name, target in [
        ("file", outside / "secret"),
        ("folder", outside),
        ("loop", source),
        ("nowhere", source / "x"),
    ]:
        (source / name).symlink_to(target)
    kinds = {entry.path: entry.kind for entry in walk(source)}
    assert kinds == {b"plain.txt": "file", **dict.fromkeys([b"file", b"folder", b"loop", b"nowhere"], "symlink")}


def test_pipes_and_sockets_are_listed_and_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        found = {file.name: file for file in found_files([tmp_path])}
    assert {name: file.skip_rule for name, file in found.items()} == dict.fromkeys(
        ["pipe.txt", "socket"], SkipRule.SPECIAL_FILE
    )


@pytest.mark.parametrize("name", [b"caf\xe9.txt", b"two\nlines.txt", b" lead", b"-rf", b"\xff\xfe", "имя.txt".encode()])
def test_odd_names_survive(name: bytes, tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/" + name, "wb") as target:  # noqa: PTH123 - the name is bytes
        target.write(b"content")
    (entry,) = walk(tmp_path)
    assert entry.path == name
    with open_inside(tmp_path, entry.path) as stream:
        assert stream.read() == b"content"
    (found,) = found_files([tmp_path])
    assert found.raw_sha256 == hashlib.sha256(b"content").hexdigest()
    assert found.path.read_bytes() == b"content"
    assert label(name).encode("utf-8")


def test_the_order_is_that_of_the_bytes_folder_by_folder(tmp_path: Path) -> None:
    for name in ["b/2", "b/1", "a", "c/x/y", "B"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    assert [entry.path for entry in walk(tmp_path)] == [b"B", b"a", b"b/1", b"b/2", b"c/x/y"]


def test_a_named_file_goes_by_its_basename_and_a_folder_by_relative_paths(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "in.txt").write_text("in")
    names = [found.name for found in found_files([tmp_path / "folder" / "in.txt", tmp_path])]
    assert names == ["in.txt", "folder/in.txt"]


def test_a_file_over_the_size_limit_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"12345")
    (found,) = found_files([tmp_path], Limits(file_bytes=4))
    assert (found.skip_rule, found.raw_sha256, found.size_bytes) == (SkipRule.SIZE_LIMIT, "", 5)


def test_a_file_that_became_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/hostname")
    with pytest.raises(OSError, match="symbolic"):
        open_inside(tmp_path, b"link")


def test_a_folder_that_became_a_link_is_refused(tmp_path: Path) -> None:
    source, outside = tmp_path / "source", tmp_path / "outside"
    source.mkdir()
    outside.mkdir()
    (outside / "file").write_text("secret")
    (source / "folder").symlink_to(outside)
    with pytest.raises(OSError, match="leads outside"):
        open_inside(source, b"folder/file")


def test_a_folder_that_cannot_be_listed_is_an_entry(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone" / "inner").mkdir()
    entries = walk(tmp_path / "gone")
    (tmp_path / "gone" / "inner").rmdir()
    assert list(entries) == []
    (entry,) = walk(tmp_path / "never")
    assert entry.kind == "unreadable"
