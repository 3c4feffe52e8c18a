"""Sensors ask for runs of exactly the sources they should."""

from __future__ import annotations

import datetime

import dagster as dg

from ingest_assets.definitions import defs
from ingest_assets.orchestration.jobs import nightly
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.orchestration.sensors import parser_upgrades, source_files
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.small_sources import NOTE


def test_the_definitions_load() -> None:
    dg.Definitions.validate_loadable(defs)


def asked(home: Workspace, instance: dg.DagsterInstance) -> tuple[dict[str, str], list[str]]:
    """What the file sensor asks for: partition → reason, and the partitions it adds."""
    context = dg.build_sensor_context(instance=instance, resources={"ingest": Ingest(data=str(home.data))})
    result = source_files(context)
    requests = {str(request.partition_key): request.tags["ingest/reason"] for request in result.run_requests or []}
    added = [key for request in result.dynamic_partitions_requests or [] for key in request.partition_keys]
    return requests, added


def test_unchanged_sources_are_left_alone(home: Workspace) -> None:
    with dg.DagsterInstance.get() as instance:
        assert asked(home, instance) == ({}, [])


def test_a_new_source_and_a_changed_one_are_asked_for(home: Workspace) -> None:
    (home.sources / "Письма 2026").mkdir()
    (home.sources / "Письма 2026" / "a.txt").write_text(NOTE, "utf-8")
    (home.sources / "beta" / "b.txt").write_text(NOTE, "utf-8")
    with dg.DagsterInstance.get() as instance:
        requests, added = asked(home, instance)
    assert len(added) == 1
    assert added[0].startswith("2026-")
    assert requests == {added[0]: "new source", "beta": "files changed"}


def test_installed_parsers_ask_for_nothing(home: Workspace) -> None:
    with dg.DagsterInstance.get() as instance:
        context = dg.build_sensor_context(instance=instance, resources={"ingest": Ingest(data=str(home.data))})
        found = list(parser_upgrades(context))  # type: ignore[call-overload]  # called as Dagster calls it
    assert [type(one) for one in found] == [dg.SkipReason]


def test_the_nightly_schedule_asks_for_one_run_a_source(home: Workspace) -> None:
    with dg.DagsterInstance.get() as instance:
        context = dg.build_schedule_context(
            instance=instance,
            scheduled_execution_time=datetime.datetime(2026, 3, 1, 2),
            resources={"ingest": Ingest(data=str(home.data))},
        )
        requests = list(nightly(context))  # type: ignore[call-overload]  # called as Dagster calls it
    assert [request.partition_key for request in requests] == ["alpha", "beta", "gamma"]
    assert requests[0].run_key == "night:2026-03-01:alpha"
