"""Each kind of source: first run, unchanged, one changed, one deleted, the server down in the middle, and on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import dagster as dg
import pytest

from ingest_assets.advance import Advance
from ingest_assets.preview import plan
from ingest_assets.raw.place import SourceMissingError
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.object_server import ObjectServer
from ingest_assets_tests.corpus.small_sources import NOTE
from ingest_assets_tests.corpus.web_site import Page, Site
from ingest_assets_tests.workspaces import dagster_home, run, states

PATIENCE = "[sources.papers.settings.fetching]\npause_seconds = 0.01\ndelay_seconds = 0.0\nread_seconds = 2\n"


class Down(Protocol):
    """Takes the server away, or brings it back."""

    def __call__(self, *, is_down: bool) -> None: ...


@dataclass
class Origin:
    """A source of some kind, and how its owner changes it."""

    data: Path
    put: Callable[[str, str], None]
    delete: Callable[[str], None]
    down: Down
    flaky: Callable[[str], None]
    requests: Callable[[], int] = lambda: 0

    def night(self) -> tuple[int, dict[str, int]]:
        """The whole way as a run goes it: names whose bytes were read, and states. Raises SourceMissingError."""
        home = Workspace(self.data)
        store = Store(home.lake)
        with store.lock("papers"):
            store.begin("papers")
            advance = Advance(store=store, source="papers", settings=home.settings("papers"))
            found = advance.look(home.place("papers"))
            advance.documents()
            for name in ("sniffed", "triaged"):
                advance.stage(name)
            advance.extracted()
            for name in ("cleaned", "gated"):
                advance.stage(name)
            advance.outcomes()
            advance.stage("indexed")
        return found.read if found else 0, states(home)["papers"]

    def sql(self, query: str) -> list[tuple[object, ...]]:
        """Ask the lake."""
        with Store(Workspace(self.data).lake).connect() as lake:
            return lake.execute(query).fetchall()


def text(word: str) -> str:
    """A document of its own."""
    return f"{word}. {NOTE} Then somebody named {word} comes up the stairs and they speak of the weather."


def indexed(count: int, quarantined: int = 0) -> dict[str, int]:
    return {"indexed": count, "quarantined": quarantined, "skipped": 0}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Path]:
    data = tmp_path / "data"
    (data / "sources").mkdir(parents=True)
    with dagster_home(data):
        yield data


@pytest.fixture
def bucket(workspace: Path, objects: ObjectServer) -> Origin:
    (workspace / "sources.toml").write_text(
        f'[sources.papers]\nkind = "object_store"\nendpoint = "{objects.endpoint}"\nbucket = "papers"\nprefix = "in"\n'
        'owners = ["team:archive"]\n' + PATIENCE
    )

    def down(*, is_down: bool) -> None:
        objects.fault = (lambda method, path: 503) if is_down else (lambda method, path: None)

    def flaky(name: str) -> None:
        objects.fault = lambda method, path: 503 if path.endswith(f"/{name}") else None

    return Origin(
        workspace,
        put=lambda name, words: objects.put(f"in/{name}", words.encode()),
        delete=lambda name: objects.client.delete_object(Bucket="papers", Key=f"in/{name}"),
        down=down,
        flaky=flaky,
        requests=lambda: len(objects.fetched()),
    )


@pytest.fixture
def pages(workspace: Path, site: Site) -> Origin:
    names = ["first.txt", "second.txt", "third.txt", "fourth.txt"]
    (workspace / "list.txt").write_text("\n".join(site.url(f"/{name}") for name in names))
    (workspace / "sources.toml").write_text(
        '[sources.papers]\nkind = "urls"\nurls_file = "list.txt"\nallowed_networks = ["127.0.0.1/32"]\n' + PATIENCE
    )
    hidden: dict[str, Page] = {}

    def put(name: str, words: str) -> None:
        site.pages[f"/{name}"] = Page(
            words.encode(), etag=f'"{len(site.pages)}-{hash(words)}"', headers={"Content-Type": "text/plain"}
        )

    def down(*, is_down: bool) -> None:
        if is_down:
            hidden.update(site.pages)
            site.pages = {path: Page(failures=[502] * 99) for path in hidden}
        else:
            site.pages = {**hidden, **{path: page for path, page in site.pages.items() if not page.failures}}

    def flaky(name: str) -> None:
        hidden[f"/{name}"] = site.pages[f"/{name}"]
        site.pages[f"/{name}"] = Page(failures=[502] * 99)

    return Origin(
        workspace, put, lambda name: site.pages.pop(f"/{name}") and None, down, flaky, lambda: len(site.paths())
    )


@pytest.fixture
def folder(workspace: Path, tmp_path: Path) -> Origin:
    mount = tmp_path / "mount"
    mount.mkdir()
    (workspace / "sources.toml").write_text(f'[sources.papers]\npath = "{mount}"\n')

    def down(*, is_down: bool) -> None:
        shutil.move(*((mount, tmp_path / "away") if is_down else (tmp_path / "away", mount)))

    return Origin(
        workspace,
        lambda name, words: (mount / name).write_text(words) and None,
        lambda name: (mount / name).unlink(),
        down,
        lambda name: None,
    )


def test_a_bucket(bucket: Origin) -> None:
    for name in ("first.txt", "second.txt", "third.txt"):
        bucket.put(name, text(name))
    assert [(one.stage, one.documents, one.reason) for one in plan(Workspace(bucket.data))] == [("raw", 3, "new file")]
    assert bucket.night() == (3, indexed(3))
    bucket.requests()
    assert bucket.night() == (0, indexed(3))
    assert bucket.requests() == 0
    assert list(plan(Workspace(bucket.data))) == []

    bucket.put("second.txt", text("changed"))
    bucket.delete("third.txt")
    assert bucket.night() == (1, indexed(2))
    assert bucket.requests() == 1

    bucket.put("first.txt", text("again"))
    bucket.put("fourth.txt", text("new"))
    bucket.flaky("fourth.txt")
    assert bucket.night() == (1, indexed(2, quarantined=1))
    assert bucket.sql("select problem from quarantine") == [("fetch_failed",)]
    bucket.down(is_down=True)
    with pytest.raises(SourceMissingError, match=r"cannot be listed: .*status 503"):
        bucket.night()
    assert states(Workspace(bucket.data))["papers"] == indexed(2, quarantined=1)
    bucket.down(is_down=False)
    assert bucket.night() == (1, indexed(3))


def test_web_pages(pages: Origin) -> None:
    for name in ("first.txt", "second.txt", "third.txt"):
        pages.put(name, text(name))
    assert pages.night() == (3, indexed(3, quarantined=1))
    assert pages.sql("select problem from quarantine") == [("address_gone",)]
    (headers,) = pages.sql("select headers from raw_files where name like '%first.txt'")[0]
    assert json.loads(str(headers))["status"] == 200
    pages.put("fourth.txt", text("fourth"))
    assert pages.night() == (1, indexed(4))
    assert pages.night() == (0, indexed(4))
    told = [(one.stage, one.documents, one.reason) for one in plan(Workspace(pages.data))]
    assert told == [("raw", 4, "address to be asked whether it has changed")]

    pages.put("second.txt", text("changed"))
    pages.delete("third.txt")
    assert pages.night() == (1, indexed(3, quarantined=1))

    pages.put("first.txt", text("again"))
    pages.flaky("second.txt")
    assert pages.night() == (1, indexed(3, quarantined=1))
    assert pages.sql("select problem from raw_files where name like '%second.txt'") == [("fetch_failed",)]
    pages.down(is_down=True)
    assert pages.night() == (0, indexed(3, quarantined=1))
    pages.down(is_down=False)
    assert pages.night() == (0, indexed(3, quarantined=1))


def test_a_folder(folder: Origin) -> None:
    for name in ("first.txt", "second.txt"):
        folder.put(name, text(name))
    assert folder.night() == (2, indexed(2))
    assert folder.night() == (0, indexed(2))
    folder.put("second.txt", text("changed"))
    folder.delete("first.txt")
    assert folder.night() == (1, indexed(1))
    folder.down(is_down=True)
    told = f"the folder of the source cannot be listed: {folder.data.parent / 'mount'}"
    assert [one.reason for one in plan(Workspace(folder.data))] == [f"{told}; its documents stay"]
    with pytest.raises(SourceMissingError, match=told):
        folder.night()
    assert states(Workspace(folder.data))["papers"] == indexed(1)
    folder.down(is_down=False)
    assert folder.night() == (0, indexed(1))


def test_dagster_runs_them_and_tells_why_one_cannot_be_listed(bucket: Origin) -> None:
    bucket.put("first.txt", text("first"))
    assert run(bucket.data) == {"papers": None}
    with dg.DagsterInstance.get() as instance:
        (record,) = instance.fetch_materializations(dg.AssetKey("raw_files"), limit=1).records
    assert record.asset_materialization is not None
    found = {name: value.value for name, value in record.asset_materialization.metadata.items()}
    assert (found["files"], found["files_read"], found["files_failed"]) == (1, 1, 0)
    assert str(found["place"]).endswith("/papers/in/")
    assert found["owners"] == "team:archive"
    bucket.down(is_down=True)
    (error,) = run(bucket.data).values()
    assert error is not None
    assert error.startswith("raw_files: http://127.0.0.1")
    assert error.endswith("status 503 (3 attempts); nothing was changed, the next run looks again")
    assert states(Workspace(bucket.data))["papers"] == indexed(1)
