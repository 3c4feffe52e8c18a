"""A bad upgrade is stopped before anything is read again; a good one passes; the index can go back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from ingest_assets.comparison import Reading, compared, is_blocked
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
    assert is_blocked([gained] * 49, limits) is False


def test_the_share_of_worse_documents_decides() -> None:
    limits = Reports(compare_worse_share=0.25)
    fine = compared("s", "n", "h", (reading("a b"), reading("a b")), limits)
    worse = compared("s", "n", "h", (reading("a b"), reading("")), limits)
    assert is_blocked([fine, fine, fine, worse], limits) is False
    assert is_blocked([fine, fine, worse, worse], limits) is True
    assert is_blocked([], limits) is False


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
