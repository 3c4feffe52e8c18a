"""sources.toml: what it changes for a source, and one line for each kind of mistake."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ingest_assets.advance import Advance, changed_listing
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
        ('[sources.a]\nlanguage = "rus"', "sources.a.language: no such setting; there are kind, path, include"),
        ('[sources.a]\nlanguages = ["Russian"]', "sources.a.languages.0: String should match pattern"),
        ("[sources.a]\nlargest_file_bytes = 0", "sources.a.largest_file_bytes: Input should be greater than 0"),
        ('[sources.a]\nschedule = "hourly"', "sources.a.schedule: Input should be 'nightly', 'weekly' or 'manual'"),
        ("[sources.a]\npasswords = [1, 2]", "(and 1 more)"),
        ("[settings.gate]\nshare = 1", "settings.gate.share: no such setting"),
        ("[settings.gates]\nshare = 1", "settings.gates: no such group of settings"),
        ('[sources.a.settings.workers]\nopen_files = "many"', "settings.workers.open_files: 'many' is no int"),
        ("[sources.a", "is no TOML file"),
    ],
)
def test_a_mistake_is_told_in_one_line_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "sources.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(SourcesFileError) as raised:
        read_sources(file)
    assert told in str(raised.value)
    assert str(raised.value).startswith(str(file))
    assert "\n" not in str(raised.value)


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
