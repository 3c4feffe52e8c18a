"""The weekly number: its trend, its alerts, its two files and its hook."""

from __future__ import annotations

import datetime
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import dagster as dg
import pytest

from ingest_assets.coverage import Coverage, as_html, as_markdown, coverage, spark
from ingest_assets.orchestration.reports import WEBHOOK, notify
from ingest_assets.store.rows import Ending, outcome_row
from ingest_assets.store.store import Store
from ingest_assets.thresholds.reports import Reports
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.small_sources import NOTE, STATES
from ingest_assets_tests.workspaces import run


def look(home: Workspace, *, days: int = 0) -> Coverage:
    """The coverage as it would be told so many days from now."""
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None) + datetime.timedelta(days=days)
    with Store(home.lake).connect() as lake:
        return coverage(lake, now, Reports())


def test_the_counts_are_those_of_the_lake_and_nothing_is_new_in_the_first_week(home: Workspace) -> None:
    found = look(home)
    assert found.sources == STATES
    assert found.totals == {state: sum(one[state] for one in STATES.values()) for state in STATES["alpha"]}
    assert found.trend[0] == {"indexed": 0, "quarantined": 0, "skipped": 0}
    assert (found.new_formats, found.alerts) == ([], [])
    assert [row[:3] for row in found.problems] == [("alpha", "html", "login_wall")]


def test_a_jump_of_the_quarantine_a_new_format_and_a_silent_source_are_told(home: Workspace) -> None:
    late = look(home, days=8)
    assert [alert for alert in late.alerts if "silent" in alert] == [
        f"source {name} is silent: last looked at on {datetime.datetime.now(datetime.UTC):%Y-%m-%d}"
        for name in ("alpha", "beta", "gamma")
    ]
    store = Store(home.lake)
    with store.connect() as lake:
        shas = [row[0] for row in lake.execute("select raw_sha256 from outcomes where source = 'beta'").fetchall()]
    rows = [outcome_row(sha, "later", Ending(format="wpd", state="quarantined")) for sha in shas]
    with store.connect() as lake:
        before = lake.execute("select max(written_at) from document_history").fetchall()[0][0]
    store.append("outcomes", "beta", rows)
    with Store(home.lake).connect() as lake:
        found = coverage(lake, before + datetime.timedelta(days=7), Reports(silent_days=30))
    assert found.alerts == ["quarantine of beta rose from 0% to 100% in a week"]
    assert found.trend[0]["quarantined"] + 3 == found.trend[-1]["quarantined"]


def test_a_format_that_nobody_planned_for_is_told(home: Workspace) -> None:
    (home.sources / "beta" / "new.rtf").write_text(r"{\rtf1 " + NOTE + "}", "utf-8")
    assert run(home.data, "beta")["beta"] is None
    with Store(home.lake).connect() as lake:
        old = lake.execute("select max(first_seen) from outcomes where format <> 'rtf'").fetchall()[0][0]
        found = coverage(lake, old + datetime.timedelta(days=7), Reports(silent_days=30))
    assert found.new_formats == [("rtf", 1, ["beta"])]
    assert found.alerts == ["new format rtf: 1 documents in beta"]


def test_the_weekly_job_writes_markdown_and_html(home: Workspace) -> None:
    from ingest_assets.orchestration.deployment import deployment
    from ingest_assets.orchestration.resources import Ingest

    job = deployment(Ingest(data=str(home.data))).resolve_job_def("weekly")
    with dg.DagsterInstance.get() as instance:
        assert job.execute_in_process(instance=instance).success
    names = sorted(path.suffix for path in home.reports.glob("coverage-*"))
    assert names == [".html", ".md"]
    text = next(home.reports.glob("coverage-*.md")).read_text("utf-8")
    assert "| alpha | 3 | 1 | 0 |" in text
    assert "login_wall" in next(home.reports.glob("coverage-*.html")).read_text("utf-8")


def test_names_cannot_break_out_of_the_page() -> None:
    found = Coverage(
        now=datetime.datetime(2026, 3, 2),
        sources={"<script>|": {"indexed": 1, "quarantined": 0, "skipped": 0}},
        trend=[{"indexed": 1, "quarantined": 0, "skipped": 0}] * 8,
        problems=[("<b>", "x|y", "p", 1)],
        new_formats=[],
        alerts=["<img src=x>"],
    )
    page = as_html(found)
    assert not [tag for tag in ("<script>", "<b>", "<img") if tag in page]
    assert "| <b> | x\\|y | p | 1 |" in as_markdown(found)
    assert spark([0, 1, 2, 4]) == "▁▃▅█"
    assert spark([0, 0]) == "▁▁"


@pytest.fixture
def hook() -> Iterator[tuple[str, list[bytes]]]:
    """A webhook that remembers what it was sent."""
    heard: list[bytes] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200 if self.path == "/good" else 500)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", heard
    server.shutdown()
    server.server_close()


def test_the_hook_is_off_by_default_and_a_broken_one_stops_nothing(
    hook: tuple[str, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, heard = hook
    monkeypatch.delenv(WEBHOOK, raising=False)
    assert notify(["quarantine rose"]) is None
    assert heard == []
    monkeypatch.setenv(WEBHOOK, f"{address}/good")
    assert notify([]) is None
    assert notify(["quarantine rose", "new format"]) == "2 alerts were posted"
    assert json.loads(heard[0]) == {"text": "quarantine rose\nnew format"}
    monkeypatch.setenv(WEBHOOK, f"{address}/bad")
    assert notify(["one"]) == "the webhook did not take 1 alerts: HTTPStatusError"
    monkeypatch.setenv(WEBHOOK, "http://127.0.0.1:1/")
    assert notify(["one"]) == "the webhook did not take 1 alerts: ConnectError"
