"""A worker that died while a document was cut into chunks left it "indexed" with zero chunks, and nobody was told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ingest_assets.advance import Advance
from ingest_assets.model import Finding
from ingest_assets.problems import Problem, Severity
from ingest_assets.settings import Settings
from ingest_assets.store.store import Store
from ingest_assets.workers.job import Job, Outcome
from ingest_assets.workspace import Workspace

FAULT = Finding(code=Problem.WORKER_CRASHED, severity=Severity.HOLD, detail="signal 11")


def night(home: Workspace, *, forced: frozenset[str] = frozenset()) -> Advance:
    """The stages from extraction on."""
    store = Store(home.lake)
    run = Advance(store=store, source="alpha", settings=Settings(), forced=forced)
    run.documents()
    run.extracted()
    for name in ("cleaned", "gated", "indexed"):
        done = run.stage(name)
        run.outcomes()
        assert done.failed == (name == "indexed" and done.read > 0 and not forced)
    return run


def note(home: Workspace) -> tuple[str, str, str | None, int]:
    """sha256, state, problem and chunks of note.txt."""
    query = """select raw_sha256, state, primary_problem, (select count(*) from chunks c where c.source = o.source and c.raw_sha256 = o.raw_sha256)
        from outcomes o where source = 'alpha' and list_contains(locations, 'note.txt')"""
    with Store(home.lake).connect() as lake:
        found: tuple[str, str, str | None, int] = lake.execute(query).fetchall()[0]
    return found


def test_it_is_in_quarantine_and_comes_back_when_it_is_asked_for(
    home: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha, state, _, chunks = note(home)
    assert (state, chunks > 0) == ("indexed", True)
    Store(home.lake).drop("indexed", "alpha", [sha])

    def dies(function: str, jobs: Iterator[Job], **_: object) -> Iterator[Outcome]:
        for job in jobs:
            yield Outcome(key=job.key, failure=FAULT, attempts=2)

    with monkeypatch.context() as patched:
        patched.setattr("ingest_assets.advance.map_documents", dies)
        night(home)
    assert note(home) == (sha, "quarantined", "worker_crashed", 0)
    with Store(home.lake).connect() as lake:
        held = lake.execute("select problem, parser from quarantine where raw_sha256 = ?", [sha]).fetchall()
    assert held == [("worker_crashed", "text")]
    run = Advance(store=Store(home.lake), source="alpha", settings=Settings())
    run.documents()
    run.stage("gated"), run.stage("indexed")
    assert note(home)[1:] == ("quarantined", "worker_crashed", 0), "the next night leaves it there"
    night(home, forced=frozenset({sha}))
    assert note(home) == (sha, "indexed", None, chunks), "read again by hand it comes back"
