"""Sources that are fetched are polled at their own pace, and those with a cron expression run at their times."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import dagster as dg
import pytest

from ingest_assets.advance import Advance
from ingest_assets.orchestration import polls
from ingest_assets.orchestration.deployment import deployment
from ingest_assets.orchestration.jobs import nightly
from ingest_assets.orchestration.polls import fetched_sources, source_times
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.orchestration.sensors import source_files
from ingest_assets.sources import SourcesFileError
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.object_server import ObjectServer

FETCHED = """
[sources.bucket]
kind = "object_store"
endpoint = "{endpoint}"
bucket = "papers"
poll_minutes = 15
priority = 3
[sources.bucket.settings.fetching]
pause_seconds = 0.01
[sources.pages]
kind = "urls"
urls = ["http://127.0.0.1:1/"]
poll_minutes = 60
[sources.by_hand]
kind = "urls"
urls = ["http://127.0.0.1:2/"]
schedule = "manual"
"""
Ticker = Callable[..., tuple[dict[str, str], list[str], dg.SensorResult]]


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.instance_for_test() as found:
        yield found


@pytest.fixture
def start() -> datetime.datetime:
    """When the test began, in UTC without its zone: the store writes real times beside the moved ones."""
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)


@pytest.fixture
def tick(
    tmp_path: Path, instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch, start: datetime.datetime
) -> Ticker:
    """Evaluate a sensor so many minutes from now: source → reason, partitions added, the whole result."""
    cursors: dict[str, str | None] = {}

    def ticked(sensor: dg.SensorDefinition, minutes: float = 0) -> tuple[dict[str, str], list[str], dg.SensorResult]:
        monkeypatch.setattr(polls, "_now", lambda: start + datetime.timedelta(minutes=minutes))
        resources = {"ingest": Ingest(data=str(tmp_path))}
        context = dg.build_sensor_context(instance=instance, cursor=cursors.get(sensor.name), resources=resources)
        result = sensor(context)
        assert isinstance(result, dg.SensorResult)
        cursors[sensor.name] = result.cursor
        added = [key for one in result.dynamic_partitions_requests or [] for key in one.partition_keys]
        instance.add_dynamic_partitions("sources", added)
        reasons = {str(one.partition_key): one.tags["ingest/reason"] for one in result.run_requests or []}
        return reasons, sorted(added), result

    return ticked


def declare(tmp_path: Path, text: str) -> Workspace:
    (tmp_path / "sources.toml").write_text(text, "utf-8")
    return Workspace(tmp_path)


def look(home: Workspace, source: str) -> None:
    """What the first asset of a run does."""
    Advance(store=Store(home.lake), source=source, settings=home.settings(source)).look(home.place(source))


def test_a_bucket_is_listed_when_its_minutes_have_passed(objects: ObjectServer, tmp_path: Path, tick: Ticker) -> None:
    home = declare(tmp_path, FETCHED.format(endpoint=objects.endpoint))
    objects.put("a.txt", b"a")
    reasons, added, result = tick(fetched_sources)
    assert reasons == {"bucket": "new source", "pages": "new source"}
    assert added == ["bucket", "by_hand", "pages"]
    assert {one.tags["dagster/priority"] for one in result.run_requests or []} == {"3", "0"}
    look(home, "bucket")
    objects.asked.clear()
    assert tick(fetched_sources, 5)[0] == {}
    assert objects.asked == []
    assert tick(fetched_sources, 16)[0] == {}
    assert len(objects.asked) == 1
    objects.put("b.txt", b"b")
    objects.asked.clear()
    assert tick(fetched_sources, 20)[0] == {}
    assert tick(fetched_sources, 32)[0] == {"bucket": "objects changed"}
    assert objects.fetched() == []


def test_addresses_are_asked_by_a_run_not_by_the_sensor(
    objects: ObjectServer, tmp_path: Path, tick: Ticker, start: datetime.datetime
) -> None:
    declare(tmp_path, FETCHED.format(endpoint=objects.endpoint))
    tick(fetched_sources)
    assert "pages" not in tick(fetched_sources, 59)[0]
    reasons, _, result = tick(fetched_sources, 61)
    assert reasons["pages"] == "addresses asked again"
    keys = [one.run_key for one in result.run_requests or [] if one.partition_key == "pages"]
    assert keys == [f"poll:pages:{start + datetime.timedelta(minutes=61):%Y-%m-%dT%H:%M}"]


def test_a_store_that_is_down_or_without_keys_harms_itself_only(
    objects: ObjectServer, tmp_path: Path, tick: Ticker, monkeypatch: pytest.MonkeyPatch
) -> None:
    declare(tmp_path, FETCHED.format(endpoint=objects.endpoint))
    tick(fetched_sources)
    objects.fault = lambda method, path: 503
    assert tick(fetched_sources, 61)[0] == {"pages": "addresses asked again"}
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    assert tick(fetched_sources, 122)[0] == {"pages": "addresses asked again"}


def test_a_cron_expression_is_due_once_and_made_up_for_once(
    tmp_path: Path, tick: Ticker, start: datetime.datetime
) -> None:
    (tmp_path / "sources" / "letters").mkdir(parents=True)
    declare(tmp_path, '[sources.letters]\nschedule = "*/30 * * * *"\n')
    ten_past = 70 - start.minute
    assert tick(source_times, ten_past)[:2] == ({}, ["letters"])
    reasons, _, result = tick(source_times, ten_past + 31)
    assert list(reasons) == ["letters"]
    assert reasons["letters"].startswith("due at ")
    (request,) = result.run_requests or []
    assert str(request.run_key).startswith("cron:letters:20")
    assert tick(source_times, ten_past + 40)[0] == {}
    assert len(tick(source_times, ten_past + 500)[0]) == 1
    assert json.loads(str(tick(source_times, ten_past + 501)[2].cursor)).keys() == {"letters"}


def test_the_night_leaves_sources_with_times_of_their_own_alone(tmp_path: Path, instance: dg.DagsterInstance) -> None:
    declare(tmp_path, '[sources.a]\npath = "/a"\nschedule = "*/30 * * * *"\n[sources.b]\npath = "/b"\n')
    instance.add_dynamic_partitions("sources", ["a", "b"])
    context = dg.build_schedule_context(
        instance=instance,
        scheduled_execution_time=datetime.datetime(2026, 3, 3, 2),
        resources={"ingest": Ingest(data=str(tmp_path))},
    )
    assert [one.partition_key for one in nightly(context)] == ["b"]  # type: ignore[call-overload]  # called as Dagster calls it


def test_a_mistake_in_the_file_fails_the_tick_with_its_line_and_nothing_else(tmp_path: Path, tick: Ticker) -> None:
    declare(tmp_path, "[sources.a]\nbucket = 3\n")
    for sensor in (fetched_sources, source_times, source_files):
        with pytest.raises(SourcesFileError, match=r"sources.toml: sources\.a\.bucket: Input should be a valid string"):
            tick(sensor)
    dg.Definitions.validate_loadable(deployment(Ingest(data=str(tmp_path))))
