"""``ingest convert`` on a stranger's folder: every file ends in a sidecar of its own, the report adds up, nothing is followed, the exit status holds."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ingest_assets.conversion import Request, convert
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.archives import zipped

INGEST = Path(sys.executable).parent / "ingest"
TEXT = "The keeper of the lock wrote the height of the water into the book at dawn, as he did on every other day."
KEYS = {
    "schema", "name", "raw_sha256", "size_bytes", "format", "media_type", "declared_extension", "extension_mismatch", "format_evidence", "libmagic",
    "encoding", "encoding_source", "encoding_confidence", "declared_encoding", "state", "problems", "skip_rule", "pages", "blocks", "tables", "removed",
    "scorecard", "metadata", "children", "chunks", "model_generated",
}  # fmt: skip
STATES = ("indexed", "quarantined", "skipped")


def sidecars(out: Path) -> dict[str, dict[str, Any]]:
    """Every sidecar by its path below the output folder."""
    files = [Path(folder, name) for folder, _, names in os.walk(out) for name in names if name.endswith(".json")]
    return {
        str(file.relative_to(out)): json.loads(file.read_text("utf-8"))
        for file in files
        if file != out / "_report.json"
    }


def by_name(out: Path) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in sidecars(out).values()}


def converted(folder: Path, out: Path) -> dict[str, Any]:
    """The report of a conversion, after it was held against the sidecars."""
    convert(Request(paths=[folder], out=out, settings=Settings(), workers=1))
    report: dict[str, Any] = json.loads((out / "_report.json").read_text("utf-8"))
    found = sidecars(out)
    counted = Counter(one["state"] for one in found.values())
    assert {state: report[state] for state in STATES} == {state: counted[state] for state in STATES}
    assert report["documents"] == len(found) == len(report["timings"])
    assert set(report["timings"]) == {name.removesuffix(".json") for name in found}
    return report


def write(folder: Path, name: bytes | str, data: bytes | str) -> None:
    path = folder / os.fsdecode(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder of odd files, and where it was converted to."""
    folder, out = tmp_path_factory.mktemp("stranger"), tmp_path_factory.mktemp("out")
    odd: tuple[bytes | str, ...] = (
        "new\nline.txt", "quo'te\".txt", "-rf.txt", "--out", "$(touch escaped).txt", "`id`;ls|cat.txt", " blank .txt", ".hidden.txt", "n" * 236 + ".txt",
        "я" * 125 + ".txt", b"caf\xe9.txt", b"\xff\xfe.txt", "a", "a.md", "a.json", "_report", "_report.json", "dir.pdf/in.txt",
    )  # fmt: skip
    for number, name in enumerate(odd):
        write(folder, name, f"{TEXT} This is number {number}.")
    for name, target in (("out.txt", "/etc/passwd"), ("in.txt", "a"), ("loop", ".."), ("dangling", "nowhere")):
        (folder / name).symlink_to(target)
    os.mkfifo(folder / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "s"))
    with (folder / "sparse.txt").open("wb") as file:
        file.truncate(300 * 1024**2)
    write(folder, "empty.zip", b"")
    converted(folder, out)
    return folder, out


def test_every_odd_name_is_indexed_under_its_own_name(stranger: tuple[Path, Path]) -> None:
    folder, out = stranger
    found = by_name(out)
    assert sorted(
        one["chunks"][0]["text"].split("number ")[1] for one in found.values() if one["state"] == "indexed"
    ) == sorted(f"{number}." for number in range(18))
    assert {"new\nline.txt", "-rf.txt", "caf\\xe9.txt", "\\xff\\xfe.txt", "_report.json", "dir.pdf/in.txt"} <= set(
        found
    )
    assert len(found) == 18 + 4 + 2 + 1 + 1
    assert not list(folder.glob("escaped*"))


def test_each_sidecar_keeps_the_contract(stranger: tuple[Path, Path]) -> None:
    for name, one in sidecars(stranger[1]).items():
        assert set(one) >= KEYS, name
        assert one["state"] in STATES
        assert (one["state"] == "skipped") == (one["skip_rule"] is not None)
        assert one["state"] != "quarantined" or any(problem["severity"] == "hold" for problem in one["problems"])
        assert one["state"] == "indexed" or one["chunks"] == []
        assert (stranger[1] / name).with_suffix("").with_name(Path(name).name.removesuffix(".json") + ".md").exists()


def test_links_and_pipes_are_named_and_never_opened(stranger: tuple[Path, Path]) -> None:
    found = by_name(stranger[1])
    assert {found[name]["skip_rule"] for name in ("out.txt", "in.txt", "loop", "dangling")} == {"symlink"}
    assert {found[name]["skip_rule"] for name in ("pipe.txt", "s")} == {"special_file"}
    assert all("root:" not in path.read_text("utf-8") for path in stranger[1].glob("*.md"))


def test_a_large_sparse_file_ends_without_its_bytes_in_memory(stranger: tuple[Path, Path]) -> None:
    sparse = by_name(stranger[1])["sparse.txt"]
    assert (sparse["state"], [problem["code"] for problem in sparse["problems"]]) == ("quarantined", ["unknown_format"])


def test_children_do_not_take_the_place_of_inputs(tmp_path: Path) -> None:
    """The members of ``a.zip`` go where the folder ``a.zip.d`` of the input would go: both are kept."""
    folder, out = tmp_path / "in", tmp_path / "out"
    write(folder, "a.zip", zipped([("x.txt", f"{TEXT} From the archive.".encode())]))
    write(folder, "a.zip.d/x.txt", f"{TEXT} From the folder.")
    converted(folder, out)
    found = by_name(out)
    assert "From the folder." in json.loads((out / "a.zip.d/x.txt.json").read_text("utf-8"))["chunks"][0]["text"]
    assert "From the archive." in found["a.zip!x.txt"]["chunks"][0]["text"]
    assert sidecars(out)[found["a.zip"]["children"][0]["sidecar"]] == found["a.zip!x.txt"]


def test_a_folder_named_like_an_output_file_ends(tmp_path: Path) -> None:
    """``a`` is written to ``a.md``, and the input has a folder of that name; the search for a free name went on for ever."""
    folder, out = tmp_path / "in", tmp_path / "out"
    for name in ("a", "a.md/x.txt", "_report.json/y.txt"):
        write(folder, name, TEXT)
    converted(folder, out)
    assert set(by_name(out)) == {"a", "a.md/x.txt", "_report.json/y.txt"}


def test_members_that_climb_are_labels(tmp_path: Path) -> None:
    members = (
        "../../climbed.txt",
        "/climbed.txt",
        "a/../../climbed.txt",
        "..",
        "C:\\climbed.txt",
        "n" * 300 + ".txt",
        "x.txt",
        "X.txt",
        "x.txt",
    )
    folder, out = tmp_path / "deep" / "in", tmp_path / "deep" / "out"
    write(folder, "a.zip", zipped([(name, f"{TEXT} {number}".encode()) for number, name in enumerate(members)]))
    converted(folder, out)
    assert not [path for path in tmp_path.rglob("*climbed*") if not path.is_relative_to(out)]
    assert all(path.parent == out / "a.zip.d" for path in out.rglob("*climbed*"))


def test_a_path_at_the_systems_limit_is_kept(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    here = Path.cwd()
    try:
        os.chdir(folder)
        for _ in range(15):
            Path("d" * 250).mkdir()
            os.chdir("d" * 250)
        Path("leaf.txt").write_text(TEXT)
    finally:
        os.chdir(here)
    converted(folder, out)
    (one,) = sidecars(out).values()
    assert (one["state"], one["name"].endswith("d/leaf.txt")) == ("indexed", True)


def test_a_file_that_cannot_be_opened_is_a_read_error(tmp_path: Path) -> None:
    """This process's own memory: a regular file whose bytes nobody can read from their start."""
    convert(Request(paths=[Path("/proc/self/mem")], out=tmp_path, settings=Settings(), workers=1))
    one = json.loads((tmp_path / "mem.json").read_text("utf-8"))
    assert (one["state"], [problem["code"] for problem in one["problems"]]) == ("quarantined", ["read_error"])


def test_a_document_that_ends_its_worker_still_has_its_format(tmp_path: Path) -> None:
    """The CPU limit is met while the table is read; the sidecar says what the file is."""
    folder, out = tmp_path / "in", tmp_path / "out"
    write(folder, "wide.csv", "name;tons\n" + "pier;12\n" * 400_000)
    limits = Settings().limits
    tight = Settings(limits=type(limits)(cpu_seconds=0.2, wall_factor=100.0))
    convert(Request(paths=[folder], out=out, settings=tight, workers=1))
    one = by_name(out)["wide.csv"]
    assert ([problem["code"] for problem in one["problems"]], one["format"]) == (["timeout"], "csv")


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["absent", "--out", "out"], 2, "does not exist"),
        (["here.txt", "--out", "here.txt"], 2, "is a file"),
        (["here.txt", "--out", "out", "--html-profile", "loud"], 2, "loud"),
        (["here.txt"], 2, "--out"),
        (["here.txt", "bad.pdf", "--out", "out"], 0, "quarantined=1"),
    ],
)
def test_exit_status(arguments: list[str], status: int, told: str, tmp_path: Path) -> None:
    (tmp_path / "here.txt").write_text(TEXT)
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7\n")
    run = subprocess.run([INGEST, "convert", *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == status
    assert told in run.stdout + run.stderr
    assert "Traceback" not in run.stderr


def test_the_output_folder_inside_the_input_is_not_read_again(tmp_path: Path) -> None:
    """A second call found 4 documents where there was one, a third 11."""
    write(tmp_path, "note.txt", TEXT)
    write(tmp_path, "work/out.txt", TEXT)
    for _ in range(2):
        assert converted(tmp_path, tmp_path / "work" / "out")["documents"] == 2
