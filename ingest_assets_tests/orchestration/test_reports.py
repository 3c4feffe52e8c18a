"""The weekly number: its trend, its alerts and its two files."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace

import dagster as dg
import pytest

from ingest_assets.coverage import Alert, Coverage, coverage
from ingest_assets.coverage_page import as_html, as_markdown, spark
from ingest_assets.orchestration.notices import WEBHOOK
from ingest_assets.store.rows import Ending, outcome_row
from ingest_assets.store.store import Store
from ingest_assets.thresholds.reports import Reports
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.notice_servers import webhook
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
    assert [str(alert) for alert in late.alerts if alert.kind == "silent"] == [
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
    assert [str(alert) for alert in found.alerts] == ["quarantine of beta rose from 0% to 100% in a week"]
    assert found.trend[0]["quarantined"] + 3 == found.trend[-1]["quarantined"]


def test_a_format_that_nobody_planned_for_is_told(home: Workspace) -> None:
    (home.sources / "beta" / "new.rtf").write_text(r"{\rtf1 " + NOTE + "}", "utf-8")
    assert run(home.data, "beta")["beta"] is None
    with Store(home.lake).connect() as lake:
        old = lake.execute("select max(first_seen) from outcomes where format <> 'rtf'").fetchall()[0][0]
        found = coverage(lake, old + datetime.timedelta(days=7), Reports(silent_days=30))
    assert found.new_formats == [("rtf", 1, ["beta"])]
    assert [str(alert) for alert in found.alerts] == ["new format rtf: 1 document in beta"]
    assert "## New formats\n\n- rtf: 1 document in beta" in as_markdown(found)
    assert "<h2>New formats</h2><ul><li>rtf: 1 document in beta</li></ul>" in as_html(found)


def test_a_source_that_no_run_could_list_is_told(home: Workspace) -> None:
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    with Store(home.lake).connect() as lake:
        found = coverage(lake, now, Reports(), expected=["alpha", "delta"])
    assert [str(alert) for alert in found.alerts] == ["source delta is silent: no run has been able to list it yet"]


def test_items_that_could_not_be_fetched_are_told(home: Workspace) -> None:
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    manifest = Store(home.lake).manifest("beta")
    known = manifest.load()
    manifest.save([replace(one, problem="fetch_failed") for one in known[:1]] + known[1:], seen_at=now)
    for share, told in ((0.1, ["1 of 2 items of beta could not be fetched"]), (0.5, [])):
        with Store(home.lake).connect() as lake:
            found = coverage(lake, now, Reports(unfetched_share=share))
        assert [str(alert) for alert in found.alerts] == told


def report(home: Workspace) -> dict[str, object]:
    """Run the report job; what it says of itself."""
    from ingest_assets.orchestration.deployment import deployment
    from ingest_assets.orchestration.resources import Ingest

    job = deployment(Ingest(data=str(home.data))).resolve_job_def("report")
    with dg.DagsterInstance.get() as instance:
        done = job.execute_in_process(instance=instance)
    assert done.success
    (event,) = done.asset_materializations_for_node("coverage_report")
    return {name: value.value for name, value in event.metadata.items()}


def test_an_alert_is_told_once_and_again_while_nobody_took_it(home: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    (home.data / "sources.toml").write_text(
        '[settings.reports]\nsilent_days = -1\n[sources.beta]\nowners = ["team:harbour"]\n', "utf-8"
    )
    with dg.DagsterInstance.get() as instance:
        instance.add_dynamic_partitions("sources", ["alpha", "beta", "gamma"])
    assert report(home)["notifications"] == "Nobody is told: no channel is set up (docs/alerts.md)."
    monkeypatch.setenv(WEBHOOK, "http://127.0.0.1:1/")
    failed = report(home)
    assert (failed["notifications"], failed["told"]) == ("- webhook: not taken (ConnectError)", [])
    with webhook() as (address, heard):
        monkeypatch.setenv(WEBHOOK, address)
        sent = report(home)
        assert sent["notifications"] == "- webhook: sent"
        assert sent["told"] == ["silent:alpha", "silent:beta", "silent:gamma"]
        assert report(home)["notifications"] == "Nothing new to tell."
    (body,) = heard
    lines = json.loads(body)["text"].splitlines()
    assert lines[1].startswith("source beta is silent: last looked at on ")
    assert lines[1].endswith(" (owners: team:harbour)")


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
        alerts=[Alert(kind="silent", subject="x", text="<img src=x>")],
        before={},
    )
    page = as_html(found)
    assert not [tag for tag in ("<script>", "<b>", "<img") if tag in page]
    assert "| <b> | x\\|y | p | 1 |" in as_markdown(found)
    assert spark([0, 1, 2, 4]) == "▁▃▅█"
    assert spark([0, 0]) == "▁▁"
