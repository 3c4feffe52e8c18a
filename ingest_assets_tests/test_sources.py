"""sources.toml: what it changes for a source, and one line for each kind of mistake."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ingest_assets.advance import Advance, changed_listing
from ingest_assets.declared_source import DeclaredSource, SourcesFile
from ingest_assets.raw.address_list import AddressList
from ingest_assets.raw.object_store import ObjectStore
from ingest_assets.raw.signing import Credentials
from ingest_assets.settings import Settings
from ingest_assets.sources import SourcesFileError, read_sources
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace

WHOLE = """
[sources.contracts]
path = "{elsewhere}"
include = ["*.txt", "*.pdf"]
exclude = ["*/drafts/*"]
passwords = ["winter"]
languages = ["rus"]
largest_file_bytes = 100
ocr_cpu_seconds_per_page = 20
vision_pages_per_document = 0
schedule = "weekly"
priority = 5
"""


TWICE = """
[sources.a]
kind = "object_store"
endpoint = "https://s3.example"
bucket = "papers"
prefix = "p"
[sources.b]
kind = "object_store"
endpoint = "https://s3.example/"
bucket = "papers"
prefix = "p/"
"""
FETCHED = """
[sources.bucket]
kind = "object_store"
endpoint = "https://s3.example"
bucket = "papers"
prefix = "contracts"
credentials = "PAPERS"
owners = ["team:legal", "anna@example.org"]
schedule = "30 4 * * 1-5"
[sources.open]
kind = "object_store"
endpoint = "https://s3.example"
bucket = "open-papers"
anonymous = true
[sources."Law pages"]
kind = "urls"
urls = ["https://example.org/a.html#top"]
urls_file = "laws.txt"
delay_seconds = 3
robots = false
user_agent = "ingest_assets/1 (archive@example.org)"
allowed_networks = ["10.2.0.0/16"]
poll_minutes = 30
vision_pages_per_run = 7
"""


def declared(folder: Path, text: str) -> Workspace:
    """A workspace with this sources.toml."""
    (folder / "sources").mkdir(parents=True, exist_ok=True)
    (folder / "sources.toml").write_text(text, "utf-8")
    return Workspace(folder)


def test_without_a_file_every_folder_is_a_source_with_the_common_settings(tmp_path: Path) -> None:
    (tmp_path / "sources" / "letters").mkdir(parents=True)
    home = Workspace(tmp_path)
    assert home.source_folders() == {"letters": tmp_path / "sources" / "letters"}
    assert (home.settings("letters"), home.schedule("letters"), home.priority("letters")) == (Settings(), "nightly", 0)


def test_a_declared_source_lies_elsewhere_and_has_its_own_settings(tmp_path: Path) -> None:
    elsewhere = tmp_path / "mount"
    home = declared(tmp_path / "data", WHOLE.format(elsewhere=elsewhere))
    assert home.source_folders() == {"contracts": elsewhere}
    assert home.source_names() == {"contracts": "contracts"}
    found = home.settings("contracts")
    assert (found.passwords, found.ocr_languages) == (("winter",), ("rus",))
    assert (found.limits.file_bytes, found.limits.cpu_seconds_per_ocr_page) == (100, 20.0)
    assert found.vision.pages_per_document == 0
    assert (home.schedule("contracts"), home.priority("contracts")) == ("weekly", 5)
    assert home.settings("another") == Settings()


def test_patterns_and_the_size_limit_decide_what_a_run_sees(tmp_path: Path) -> None:
    elsewhere = tmp_path / "mount"
    (elsewhere / "drafts").mkdir(parents=True)
    names = ("keep.txt", "drafts/no.txt", "no.csv", "large.pdf")
    for name in names:
        (elsewhere / name).write_text("word " * (200 if name == "large.pdf" else 3), "utf-8")
    home = declared(tmp_path / "data", WHOLE.format(elsewhere=elsewhere))
    store = Store(home.lake)
    run = Advance(store=store, source="contracts", settings=home.settings("contracts"))
    run.look(elsewhere)
    found = {document.names[0]: document.skip_rule for document in run.documents().values()}
    assert set(found) == {"keep.txt", "large.pdf"}
    assert found["large.pdf"] == "size_limit"
    (elsewhere / "drafts" / "more.txt").write_text("a draft", "utf-8")
    assert changed_listing(store, "contracts", elsewhere, home.settings("contracts")) is None
    assert changed_listing(store, "contracts", elsewhere, Settings()) is not None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[sources.a]\npath = 3", "sources.a.path: Input should be a valid string"),
        ('[sources.a]\npath = "b"', "sources.a.path: 'b' has to be an absolute path"),
        ('[sources.a]\nlanguage = "rus"', "sources.a.language: no such setting; there are kind, path, endpoint"),
        ('[sources.a]\nlanguages = ["Russian"]', "sources.a.languages.0: String should match pattern"),
        ("[sources.a]\nlargest_file_bytes = 0", "sources.a.largest_file_bytes: Input should be greater than 0"),
        (
            '[sources.a]\nschedule = "hourly"',
            "sources.a.schedule: 'hourly' is none of nightly, weekly, manual, nor a cron expression",
        ),
        ('[sources.a]\nschedule = "61 2 * * *"', "sources.a.schedule: '61 2 * * *' is none of"),
        ('[sources.a]\nschedule = "0 0 30 2 *"', "sources.a.schedule: '0 0 30 2 *' is none of"),
        ('[sources.a]\nschedule = "0 0 2 * * *"', "(it has five fields)"),
        ('[sources.a]\ninclude = ["/top/*"]', "sources.a.include.0: '/top/*' begins with /"),
        ('[sources.a]\nexclude = ["a[b"]', "sources.a.exclude.0: 'a[b' has a [ without its ]"),
        ('[sources.a]\ninclude = [""]', "sources.a.include.0: String should have at least 1 character"),
        ('[sources.a]\nowners = ["Anna"]', "sources.a.owners.0: String should match pattern"),
        ('[sources.a]\nkind = "ftp"', "sources.a.kind: Input should be 'folder', 'object_store' or 'urls'"),
        (
            '[sources.a]\nbucket = "b-1"',
            "sources.a.bucket: a source of kind folder has no such key, one of kind object_store has",
        ),
        (
            '[sources.a]\nkind = "object_store"\nbucket = "papers"',
            "sources.a.endpoint: a source of kind object_store needs it",
        ),
        ('[sources.a]\nkind = "object_store"\nbucket = "Papers"', "sources.a.bucket: String should match pattern"),
        ('[sources.a]\nkind = "urls"', "sources.a.urls: a source of kind urls needs urls or urls_file"),
        (
            '[sources.a]\nkind = "urls"\nurls = ["ftp://x/"]',
            "sources.a.urls.0: this is no address that begins with http",
        ),
        (
            '[sources.a]\nkind = "urls"\nurls = ["http://u:secret@x/"]',
            "sources.a.urls.0: a user or password in an address",
        ),
        (
            '[sources.a]\nkind = "urls"\nallowed_networks = ["10.0.0.1/8"]',
            "sources.a.allowed_networks.0: 10.0.0.1/8 has host bits set",
        ),
        ('[sources.a]\npath = "/x"\n[sources.b]\npath = "/y/../x/"', "sources.b.path: this is also the source a"),
        ('[sources.a]\npath = "{sources}/beta"', "sources.a.path: this is also the source beta"),
        (TWICE, "sources.b.bucket: this is also the source a"),
        ("[sources.a]\npasswords = [1, 2]", "(and 1 more)"),
        ("[settings.gate]\nshare = 1", "settings.gate.share: no such setting"),
        ("[settings.gates]\nshare = 1", "settings.gates: no such group of settings"),
        ('[sources.a.settings.workers]\nopen_files = "many"', "settings.workers.open_files: 'many' is no int"),
        ("[sources.a", "is no TOML file"),
    ],
)
def test_a_mistake_is_told_in_one_line_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "sources.toml"
    (tmp_path / "sources" / "beta").mkdir(parents=True)
    file.write_text(text.replace("{sources}", str(tmp_path / "sources")), "utf-8")
    with pytest.raises(SourcesFileError) as raised:
        read_sources(file)
    assert told in str(raised.value)
    assert str(raised.value).startswith(str(file))
    assert "\n" not in str(raised.value)
    assert "secret" not in str(raised.value)


def test_the_command_line_prints_the_line_and_exits_with_2(tmp_path: Path) -> None:
    declared(tmp_path, '[sources.a]\nschedule = "hourly"')
    command = [str(Path(sys.executable).parent / "ingest"), "plan", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"ingest: {tmp_path / 'sources.toml'}: sources.a.schedule")
    assert len(done.stderr.splitlines()) == 1


def test_thresholds_for_all_and_for_one_source(tmp_path: Path) -> None:
    home = declared(
        tmp_path, "[settings.reports]\nquarantine_rise = 0.2\n[sources.a.settings.reports]\nquarantine_rise = 1\n"
    )
    assert home.settings().reports.quarantine_rise == 0.2
    assert (home.settings("a").reports.quarantine_rise, home.settings("b").reports.quarantine_rise) == (1, 0.2)


def test_the_kinds_that_are_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = declared(tmp_path, FETCHED)
    (tmp_path / "sources" / "letters").mkdir()
    names = home.source_names()
    laws = next(key for key, name in names.items() if name == "Law pages")
    assert sorted(names.values()) == ["Law pages", "bucket", "letters", "open"]
    assert home.source_folders() == {"letters": tmp_path / "sources" / "letters"}
    monkeypatch.setenv("PAPERS_ACCESS_KEY_ID", "tester")
    monkeypatch.setenv("PAPERS_SECRET_ACCESS_KEY", "not-shown")
    bucket, pages = home.place("bucket"), home.place(laws)
    assert isinstance(bucket, ObjectStore)
    assert isinstance(pages, AddressList)
    assert (bucket.title, bucket.credentials) == (
        "https://s3.example/papers/contracts/",
        Credentials(key="tester", secret="not-shown"),
    )
    assert "not-shown" not in repr(bucket)
    assert (pages.urls, pages.file) == (("https://example.org/a.html",), tmp_path / "laws.txt")
    assert (pages.manners.robots, [str(one) for one in pages.manners.allowed]) == (False, ["10.2.0.0/16"])
    assert (pages.manners.fetching.delay_seconds, pages.manners.fetching.user_agent) == (
        3,
        "ingest_assets/1 (archive@example.org)",
    )
    assert [home.poll_minutes(key) for key in ("letters", "bucket", laws)] == [None, 15, 30]
    assert (home.owners("bucket"), home.owners("letters")) == (["team:legal", "anna@example.org"], [])
    assert (home.schedule("bucket"), home.settings(laws).vision.pages_per_source) == ("30 4 * * 1-5", 7)


def test_missing_credentials_are_named_and_harm_their_own_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PAPERS_ACCESS_KEY_ID", raising=False)
    monkeypatch.setenv("PAPERS_SECRET_ACCESS_KEY", "not-shown")
    home = declared(tmp_path, FETCHED)
    with pytest.raises(SourcesFileError) as raised:
        home.place("bucket")
    assert str(raised.value).startswith(
        f"{tmp_path / 'sources.toml'}: sources.bucket.credentials: PAPERS_ACCESS_KEY_ID not set in the environment"
    )
    assert home.place("open").title == "https://s3.example/open-papers/"


@pytest.mark.parametrize("command", [["run", "bucket"], ["plan"]])
def test_the_command_line_tells_missing_credentials_and_exits_with_2(tmp_path: Path, command: list[str]) -> None:
    declared(tmp_path, FETCHED)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PAPERS_")}
    line = [str(Path(sys.executable).parent / "ingest"), *command, "--data", str(tmp_path)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 2
    assert "sources.bucket.credentials: PAPERS_ACCESS_KEY_ID and PAPERS_SECRET_ACCESS_KEY not set" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_every_key_is_explained() -> None:
    page = (Path(__file__).parents[1] / "docs" / "sources.md").read_text("utf-8")
    explained = set(re.findall(r"^\| `(\w+)`", page, re.MULTILINE))
    assert explained == set(DeclaredSource.model_fields)
    for example in re.findall(r"```toml\n(.*?)```", page, re.DOTALL):
        SourcesFile.model_validate(tomllib.loads(example))
