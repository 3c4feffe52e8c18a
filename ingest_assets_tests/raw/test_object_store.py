"""A prefix of an S3-compatible store: listed with its marks, only differences are fetched, no key is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ingest_assets.problems import Severity
from ingest_assets.raw.object_store import ObjectStore
from ingest_assets.raw.place import SourceMissingError
from ingest_assets.raw.signing import Credentials
from ingest_assets.thresholds.limits import Limits
from ingest_assets_tests.corpus.object_server import ObjectServer
from ingest_assets_tests.raw.looking import FAST, Looker

ODD = ["a.txt", "sub/b.txt", "/double.txt", "../up.txt", "./dot.txt",
    "письмо.txt", "a%20b.txt", "a+b.txt", " space .txt", "q?x=1&y#h.txt", "c:\\d.txt"]  # fmt: skip


def store(objects: ObjectServer, prefix: str = "p/", **options: object) -> ObjectStore:
    keys = Credentials(key="tester", secret="no-secret-of-anybody")
    values: dict[str, object] = {"largest": 10**6, "fetching": FAST, "credentials": keys, **options}
    return ObjectStore(endpoint=objects.endpoint, bucket="papers", prefix=prefix, **values)  # type: ignore[arg-type]  # keywords of several types


def test_every_key_of_the_prefix_is_a_name_and_none_leads_anywhere(objects: ObjectServer, tmp_path: Path) -> None:
    for key in ODD:
        objects.put(f"p/{key}", key.encode())
    objects.put("other.txt", b"not ours")
    objects.put("p2/x.txt", b"not ours")
    objects.put("p/folder/", b"")
    looker = Looker(tmp_path / "lake")
    assert looker(store(objects)).read == len(ODD)
    assert {name: looker.bytes_of(name).decode() for name in looker.documents()} == {key: key for key in ODD}
    assert {path.name for path in tmp_path.iterdir()} == {"lake"}


def test_only_what_differs_is_fetched_and_what_is_deleted_is_seen(objects: ObjectServer, tmp_path: Path) -> None:
    for name in ("same", "changed", "gone"):
        objects.put(f"p/{name}.txt", b"first")
    looker = Looker(tmp_path)
    looker(store(objects))
    objects.fetched()
    second = looker(store(objects))
    assert (second.read, second.changed, objects.fetched()) == (0, False, [])
    objects.put("p/changed.txt", b"FIRST")
    objects.client.delete_object(Bucket="papers", Key="p/gone.txt")
    objects.fetched()
    third = looker(store(objects))
    assert (third.read, objects.fetched()) == (1, ["/papers/p/changed.txt"])
    assert looker.bytes_of("changed.txt") == b"FIRST"
    assert looker.documents().keys() == {"same.txt", "changed.txt"}


def test_a_listing_has_many_pages(objects: ObjectServer) -> None:
    for number in range(25):
        objects.put(f"p/{number:02}", b"x")
    pages = store(objects, fetching=replace(FAST, page_objects=10))
    objects.asked.clear()
    assert [entry.path.decode() for entry in pages.entries()] == [f"{number:02}" for number in range(25)]
    assert len(objects.asked) == 3


def test_half_a_listing_is_no_deletion(objects: ObjectServer, tmp_path: Path) -> None:
    for number in range(3):
        objects.put(f"p/{number}", b"x")
    looker = Looker(tmp_path)
    looker(store(objects))
    before = looker.known
    objects.fault = lambda method, path: 503 if "list-type" in path else None
    with pytest.raises(SourceMissingError, match=r"cannot be listed: .*status 503"):
        looker(store(objects))
    assert looker.known == before


@pytest.mark.parametrize(
    ("bucket", "told"), [("papers", "AccessDenied|SignatureDoesNotMatch|status"), ("nowhere", "NoSuchBucket")]
)
def test_a_store_that_refuses_is_named_with_its_own_word(objects: ObjectServer, bucket: str, told: str) -> None:
    objects.fault = lambda method, path: 403 if bucket == "papers" else None
    place = store(objects)
    place.bucket = bucket
    with pytest.raises(SourceMissingError, match=told) as raised:
        list(place.entries())
    assert "no-secret" not in str(raised.value)


def test_no_text_of_a_place_holds_its_credentials(objects: ObjectServer) -> None:
    place = store(objects)
    assert not [text for text in (repr(place), str(place), place.title) if "secret-of" in text or "tester" in text]


def test_what_cannot_be_fetched_now_stays_as_it_was(objects: ObjectServer, tmp_path: Path) -> None:
    objects.put("p/old.txt", b"first")
    looker = Looker(tmp_path)
    looker(store(objects))
    objects.put("p/old.txt", b"second")
    objects.put("p/new.txt", b"new")
    objects.fault = lambda method, path: 500 if path.endswith("old.txt") else None
    failed = looker(store(objects))
    assert (failed.read, failed.failed, failed.signature) == (1, 1, "")
    assert looker.bytes_of("old.txt") == b"first"
    (finding,) = looker.documents()["old.txt"].findings
    assert (finding.code.value, finding.severity) == ("fetch_failed", Severity.NOTE)
    objects.fault = lambda method, path: None
    again = looker(store(objects))
    assert (again.read, again.failed, looker.bytes_of("old.txt")) == (1, 0, b"second")
    assert looker.documents()["old.txt"].findings == ()


def test_a_large_object_is_left_out_by_the_listing(objects: ObjectServer, tmp_path: Path) -> None:
    objects.put("p/large.bin", b"x" * 2000)
    looker = Looker(tmp_path, limits=Limits(file_bytes=1000))
    assert looker(store(objects)).read == 0
    assert looker.documents()["large.bin"].skip_rule == "size_limit"
    assert objects.fetched() == []


def test_a_content_type_that_says_something_is_kept(objects: ObjectServer, tmp_path: Path) -> None:
    objects.put("p/a", b"a")
    objects.put("p/b", "слово".encode("cp1251"), ContentType="text/html; charset=windows-1251")
    looker = Looker(tmp_path)
    looker(store(objects))
    told = {name: document.raw.http_content_type for name, document in looker.documents().items()}
    assert told == {"a": None, "b": "text/html; charset=windows-1251"}
