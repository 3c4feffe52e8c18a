"""A bad upgrade is stopped before anything is read again; a good one passes; the index can go back."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from ingest_assets.comparison import Compared, Comparison, Reading, compared, report
from ingest_assets.search.publication import Shelf
from ingest_assets.search.publish import is_behind, publish
from ingest_assets.search.rollback import rollback
from ingest_assets.search.search import Search
from ingest_assets.settings import Settings
from ingest_assets.store.store import Store
from ingest_assets.thresholds.reports import Reports
from ingest_assets.workspace import Workspace
from ingest_assets_tests.orchestration.test_upgrade import with_revision
from ingest_assets_tests.workspaces import states

MAIN = ("-c", "from ingest_assets.cli import main; main()")


def reading(text: str, *, state: str = "indexed", tables: int = 0, problems: frozenset[str] = frozenset()) -> Reading:
    """What a version made of a document."""
    return Reading(
        state=state, problems=problems, words=Counter(text.split()), tables=tables, scorecard={"hit": len(text)}
    )


def test_a_document_is_worse_when_it_leaves_the_index_loses_words_or_tables() -> None:
    limits = Reports()
    text = " ".join(f"word{number}" for number in range(40))

    def verdict(before: Reading, after: Reading) -> tuple[bool, float]:
        one = compared("s", "n", "h", (before, after), limits)
        return one.worse, one.similarity

    assert verdict(reading(text), reading(text)) == (False, 1.0)
    assert verdict(reading(text), reading(text + " more"))[0] is False
    assert verdict(reading(text), reading(text.removesuffix("word39")))[0] is False, "one word in forty is allowed"
    assert verdict(reading(text), reading(text[: len(text) // 2]))[0] is True
    assert verdict(reading(text), reading(text, state="quarantined")) == (True, 1.0)
    assert verdict(reading(text, tables=2), reading(text, tables=1))[0] is True
    assert verdict(reading("", state="quarantined"), reading(text))[0] is False
    gained = compared("s", "n", "h", (reading(text), reading(text, problems=frozenset({"mojibake"}))), limits)
    assert (gained.problems_gained, gained.problems_lost) == (("mojibake",), ())
    assert Comparison(documents=[gained] * 49, tokens=frozenset({"text-9"})).is_blocked(limits) is False


def test_the_share_of_worse_documents_decides_and_only_code_is_stopped() -> None:
    limits = Reports(compare_worse_share=0.25)
    fine = compared("s", "n", "h", (reading("a b"), reading("a b")), limits)
    worse = compared("s", "n", "h", (reading("a b"), reading("")), limits)

    def blocked(*documents: Compared, tokens: frozenset[str] = frozenset({"text-9"})) -> bool:
        return Comparison(documents=documents, tokens=tokens).is_blocked(limits)

    assert blocked(fine, fine, fine, worse) is False
    assert blocked(fine, fine, worse, worse) is True
    assert blocked() is False
    assert blocked(worse, tokens=frozenset()) is False, "a setting is somebody's decision"
    told = report(Comparison(documents=[worse], reasons=["gated: gate settings changed"]), limits)
    assert "1 documents compared, 1 worse (25% allowed): not stopped, since somebody changed a setting." in told
    assert "What has changed: gated: gate settings changed." in told


def call(code: Path, home: Workspace, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line with another copy of the code."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(code),
        "INGEST_DATA": str(home.data),
        "DAGSTER_HOME": str(home.data / "dagster"),
    }
    return subprocess.run(
        [sys.executable, *MAIN, *arguments], cwd=code, env=environment, check=False, capture_output=True, text=True
    )


LESS = """
import dataclasses

_whole = type(PARSER).read
type(PARSER).read = lambda parser, request: dataclasses.replace(_whole(parser, request), blocks=())
"""


def test_an_upgrade_that_reads_less_is_stopped_and_named(home: Workspace, tmp_path: Path) -> None:
    bad = with_revision(tmp_path, "text", 1)
    file = bad / "ingest_assets" / "extract" / "parsers" / "text.py"
    file.write_text(file.read_text("utf-8") + LESS, "utf-8")
    shelf, before = Shelf(home.lake), states(home)
    published = shelf.current()
    shown = call(bad, home, "compare", "--parser", "text", "--json")
    assert shown.returncode == 0, shown.stderr
    found = {one["name"]: one for one in json.loads(shown.stdout.splitlines()[-1])}
    assert found["note.txt"]["worse"] is True
    ended = call(bad, home, "run", "alpha", "--json")
    assert ended.returncode == 1
    told = json.loads(ended.stdout.splitlines()[-1])
    assert told["work"] == {}, "nothing was read again"
    assert states(home) == before
    assert shelf.current().number == published.number
    assert "note.txt" in (home.reports / "comparison-alpha.md").read_text("utf-8")
    assert call(bad, home, "compare", "--parser", "text", "--accept").returncode == 0
    accepted = json.loads(call(bad, home, "run", "alpha", "--json").stdout.splitlines()[-1])
    assert accepted["work"]["extracted"] == 1


def revised(folder: Path, stage: str, worse: str) -> Path:
    """A copy of the code in which a stage's revision is raised and its function does worse."""
    code = with_revision(folder, "text", 0)
    file = code / "ingest_assets" / "stages.py"
    text, count = re.subn(
        rf'(name="{stage}",\s+revision=)(\d+)', lambda match: f"{match[1]}{int(match[2]) + 1}", file.read_text("utf-8")
    )
    assert count == 1
    file.write_text(text + worse, "utf-8")
    return code


LESS_CLEAN = """
_whole = RUNNERS["cleaned"]
RUNNERS["cleaned"] = lambda job, records: cleaned_row(job.raw.raw_sha256, job.fingerprint, Cleaned())
"""


def test_a_stage_that_cleans_worse_is_stopped_and_can_be_accepted(home: Workspace, tmp_path: Path) -> None:
    bad, before = revised(tmp_path, "cleaned", LESS_CLEAN), states(home)
    ended = call(bad, home, "run", "alpha", "--json")
    assert ended.returncode == 1, ended.stderr
    assert json.loads(ended.stdout.splitlines()[-1])["work"] == {}, "nothing was cleaned"
    assert states(home) == before
    told = (home.reports / "comparison-alpha.md").read_text("utf-8")
    assert re.search(r"What has changed: cleaned \d+ → \d+\.", told)
    assert "note.txt" in told
    accepted = json.loads(
        call(bad, home, "compare", "--stage", "cleaned", "--accept", "--json").stdout.splitlines()[-1]
    )
    assert [token for token in accepted["accepted"] if re.fullmatch(r"cleaned-\d+", token)] == accepted["accepted"]
    assert json.loads(call(bad, home, "run", "alpha", "--json").stdout.splitlines()[-1])["work"]["cleaned"] == 4
    assert states(home)["alpha"]["indexed"] == 0, "somebody wanted it so"


def test_rollback_returns_to_the_publication_before_and_stays_there(home: Workspace) -> None:
    from ingest_assets_tests.workspaces import run

    shelf, store = Shelf(home.lake), Store(home.lake)
    first = shelf.current()
    (home.sources / "alpha" / "note.txt").unlink()
    assert set(run(home.data, "alpha").values()) == {None}
    second = shelf.current()
    assert (second.number, second.documents) == (first.number + 1, first.documents - 1)
    back = rollback(store)
    assert (back.number, back.documents, back.chunks) == (first.number, first.documents, first.chunks)
    assert shelf.current().files == first.files
    assert not is_behind(store), "no sensor publishes the same again"
    found = {name for hit in Search(home.lake).find("keeper lights the lamp") for name in hit.found.locations}
    assert "note.txt" not in found, "a withdrawn document stays withdrawn, whatever index answers"
    assert found
    again = publish(Store(home.lake), Settings().search)
    assert (again.removed, again.rebuilt) == (1, "")
    assert again.number > second.number
