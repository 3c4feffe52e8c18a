"""A look at a source: only differences are read, nothing is lost, everything has a record."""

from __future__ import annotations

import datetime
import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ingest_assets.problems import Problem, SkipRule
from ingest_assets.raw import folder as folder_source
from ingest_assets.raw.place import SourceMissingError
from ingest_assets.raw.raw_files import (
    Look,
    RawDocument,
    Scan,
    documents,
    is_unchanged,
    listing,
    scan,
)
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.manifest import Location, Manifest
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.raw import Scanning

NOW = datetime.datetime(2026, 11, 30, 2, 0)
NEVER = Scanning(audit_days=10**9)
Looker = Callable[..., Scan]


def is_system_file(name: str) -> bool:
    return name.rpartition("/")[2] == ".DS_Store"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    return folder


@pytest.fixture
def look(tmp_path: Path, source: Path) -> Looker:
    """Look at the source, with what an earlier look knew."""

    def looker(known: Sequence[Location] = (), now: datetime.datetime = NOW, **options: object) -> Scan:
        settings = {"limits": Limits(), "scanning": NEVER, **options}
        chosen = Look(now=now, is_system_file=is_system_file, **settings)  # type: ignore[arg-type]  # keywords of several types
        return scan(listing(source, chosen), known, Blobs(tmp_path / "lake"), chosen)

    return looker


def found(scanned: Scan) -> dict[str, RawDocument]:
    return {document.raw.name: document for document in documents("web", scanned.locations)}


def test_the_first_look_reads_and_stores_everything(source: Path, look: Looker, tmp_path: Path) -> None:
    (source / "a.txt").write_text("a")
    (source / "b").mkdir()
    (source / "b" / "c.txt").write_text("c")
    first = look()
    assert [location.name for location in first.locations] == ["a.txt", "b/c.txt"]
    assert (first.read, first.changed) == (2, True)
    for document in documents("web", first.locations):
        stored = Blobs(tmp_path / "lake").path(document.raw.raw_sha256).read_bytes()
        assert stored == (source / document.raw.name).read_bytes()
        assert (document.raw.source, document.raw.size_bytes) == ("web", 1)


def test_an_unchanged_source_is_not_read_again(source: Path, look: Looker) -> None:
    (source / "a.txt").write_text("a")
    first = look()
    second = look(first.locations, now=NOW + datetime.timedelta(days=1))
    assert (second.read, second.changed, second.locations) == (0, False, first.locations)


def test_only_the_difference_is_read(source: Path, look: Looker) -> None:
    for name in ("same", "changed", "gone", "moved"):
        (source / name).write_text(name)
    first = look()
    (source / "changed").write_text("CHANGED")
    (source / "gone").unlink()
    (source / "moved").rename(source / "elsewhere")
    (source / "new").write_text("new")
    second = look(first.locations, now=NOW + datetime.timedelta(days=1))
    assert second.read == 3
    before, after = found(first), found(second)
    assert after.keys() == {"same", "changed", "elsewhere", "new"}
    assert after["elsewhere"].raw.raw_sha256 == before["moved"].raw.raw_sha256
    assert after["changed"].raw.raw_sha256 != before["changed"].raw.raw_sha256
    days = {location.name: location.first_seen.day for location in second.locations}
    assert days == {"same": 30, "changed": 30, "elsewhere": 1, "new": 1}


def test_links_pipes_system_files_and_huge_files_have_records_and_are_not_read(source: Path, look: Looker) -> None:
    (source / "link").symlink_to("/etc/hostname")
    os.mkfifo(source / "pipe")
    (source / ".DS_Store").write_text("x")
    (source / "huge").write_text("123456")
    scanned = look(limits=Limits(file_bytes=5))
    assert scanned.read == 0
    assert {name: document.skip_rule for name, document in found(scanned).items()} == {
        "link": SkipRule.SYMLINK,
        "pipe": SkipRule.SPECIAL_FILE,
        ".DS_Store": SkipRule.SYSTEM_FILE,
        "huge": SkipRule.SIZE_LIMIT,
    }
    assert look(scanned.locations, limits=Limits(file_bytes=5)).changed is False
    assert found(look(scanned.locations))["huge"].skip_rule is None  # a rule that no longer holds


HEADERS = [
    {"Content-Type": "text/html; charset=koi8-r"},
    {"headers": {"content-type": ["x/y", "text/html; charset=koi8-r"]}},
    {"url": "https://example.org", "headers": [["CONTENT-TYPE", "text/html; charset=koi8-r"]]},
]


@pytest.mark.parametrize("headers", HEADERS)
def test_a_headers_file_is_no_document_and_gives_the_content_type(headers: object, source: Path, look: Looker) -> None:
    (source / "page.html").write_text("page")
    (source / "page.html.headers.json").write_text(json.dumps(headers))
    first = look()
    assert {name: document.raw.http_content_type for name, document in found(first).items()} == {
        "page.html": "text/html; charset=koi8-r"
    }
    assert look(first.locations).changed is False


def test_a_changed_headers_file_is_seen_without_reading_the_page(source: Path, look: Looker) -> None:
    (source / "page.html").write_text("page")
    (source / "page.html.headers.json").write_text('{"Content-Type": "text/plain"}')
    first = look()
    (source / "page.html.headers.json").write_text('{"Content-Type": "text/html"}')
    os.utime(source / "page.html.headers.json", (1, 1))
    second = look(first.locations)
    assert (second.read, second.changed) == (0, True)
    assert found(second)["page.html"].raw.http_content_type == "text/html"
    (source / "page.html.headers.json").unlink()
    assert found(look(second.locations))["page.html"].raw.http_content_type is None


@pytest.mark.parametrize(
    "content", ["not json", "[1, 2", "[" * 100_000, '{"a": "' + "x" * 70_000 + '"}', "null", '{"Content-Type": 7}']
)
def test_a_broken_headers_file_does_no_harm(content: str, source: Path, look: Looker) -> None:
    (source / "page.html").write_text("page")
    (source / "page.html.headers.json").write_text(content)
    assert found(look())["page.html"].raw.http_content_type is None


def test_a_headers_file_without_its_page_is_a_document(source: Path, look: Looker) -> None:
    (source / "alone.headers.json").write_text("{}")
    assert found(look()).keys() == {"alone.headers.json"}


def test_the_audit_reads_every_file_once_in_thirty_days_and_sees_silent_changes(source: Path, look: Looker) -> None:
    for number in range(40):
        (source / f"{number}").write_text("content")
    first = look()
    status = (source / "7").stat()
    (source / "7").write_text("CONTENT")
    os.utime(source / "7", ns=(status.st_atime_ns, status.st_mtime_ns))
    nights = [
        look(first.locations, now=NOW + datetime.timedelta(days=day), scanning=Scanning(audit_days=30))
        for day in range(30)
    ]
    assert sum(night.audited for night in nights) == 40
    assert max(night.audited for night in nights) < 10
    assert [night.silently_changed for night in nights if night.silently_changed] == [("7",)]


def test_a_source_that_is_not_there_is_not_an_empty_source(source: Path, look: Looker) -> None:
    (source / "a").write_text("a")
    first = look()
    shutil.rmtree(source)
    with pytest.raises(SourceMissingError):
        look(first.locations)


def test_a_folder_that_cannot_be_listed_keeps_what_is_known_below_it(
    source: Path, look: Looker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root nothing is forbidden, so the system's refusal is made here."""
    (source / "sub" / "deep").mkdir(parents=True)
    (source / "sub" / "deep" / "a").write_text("a")
    (source / "b").write_text("b")
    first = look()
    allowed = os.scandir

    def refused(path: bytes) -> object:
        if path.endswith(b"/sub/"):
            raise PermissionError(13, "Permission denied")
        return allowed(path)

    monkeypatch.setattr(os, "scandir", refused)
    second = look(first.locations)
    assert [location.name for location in second.locations] == ["b", "sub", "sub/deep/a"]
    assert [location.problem for location in second.locations] == [None, "read_error", None]
    monkeypatch.setattr(os, "scandir", allowed)
    assert look(second.locations).locations == first.locations


def test_two_unreadable_or_skipped_names_are_two_documents(source: Path, look: Looker) -> None:
    (source / "one").symlink_to("x")
    (source / "two").symlink_to("x")
    assert len(found(look())) == 2


def test_an_unread_document_has_an_identity_that_stays(source: Path, look: Looker) -> None:
    (source / "one").symlink_to("x")
    first = look()
    (source / "one").unlink()
    (source / "one").symlink_to("y")
    assert look().locations[0].raw_sha256 == first.locations[0].raw_sha256
    assert found(first)["one"].findings[0].code is Problem.SYMLINK


@pytest.fixture
def known(source: Path, look: Looker, tmp_path: Path) -> Manifest:
    """Forty files and a link, looked at and saved."""
    for number in range(40):
        (source / f"{number}").write_text("content")
    (source / "link").symlink_to("x")
    first = look()
    manifest = Manifest(tmp_path / "lake", "web", "run")
    manifest.save(first.locations, seen_at=NOW, signature=first.signature)
    return manifest


def quick(source: Path, manifest: Manifest, **options: object) -> bool:
    settings = {"now": NOW, "scanning": NEVER, **options}
    chosen = Look(is_system_file=is_system_file, **settings)  # type: ignore[arg-type]  # keywords of several types
    return is_unchanged(listing(source, chosen), manifest, Blobs(manifest.root), chosen)


def test_the_signature_of_an_unchanged_source_is_enough(source: Path, known: Manifest) -> None:
    assert quick(source, known)
    assert quick(source, known, scanning=Scanning(audit_days=1))
    assert not quick(source, Manifest(known.root, "other", "run"))


@pytest.mark.parametrize(
    "change",
    [
        lambda source: (source / "0").write_text("longer content"),
        lambda source: os.utime(source / "0", (1, 1)),
        lambda source: (source / "0").unlink(),
        lambda source: (source / "new").write_text(""),
        lambda source: (source / "0").rename(source / "00"),
        lambda source: ((source / "0").unlink(), (source / "0").symlink_to("x")),
    ],
)
def test_any_change_changes_the_signature(change: Callable[[Path], object], source: Path, known: Manifest) -> None:
    change(source)
    assert not quick(source, known)


def test_other_rules_change_the_signature(source: Path, known: Manifest) -> None:
    assert not quick(source, known, limits=Limits(file_bytes=1))
    assert not quick(source, known, rules="2")


def test_the_quick_look_audits_too(source: Path, known: Manifest) -> None:
    status = (source / "7").stat()
    (source / "7").write_text("CONTENT")
    os.utime(source / "7", ns=(status.st_atime_ns, status.st_mtime_ns))
    nights = [NOW + datetime.timedelta(days=day) for day in range(30)]
    assert [quick(source, known, now=night, scanning=Scanning(audit_days=30)) for night in nights].count(False) == 1


def test_a_look_with_a_read_error_has_no_signature(source: Path, look: Looker, monkeypatch: pytest.MonkeyPatch) -> None:
    (source / "a").write_text("a")

    def refused(folder: Path, path: bytes) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(folder_source, "open_inside", refused)
    assert look().signature == ""
