"""The upgrades of corpus/four_sources.py through a live code server, daemon, sensors and queue, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import dagster as dg
import pytest

from ingest_assets.orchestration.storage import URL
from ingest_assets.store.store import Store
from ingest_assets_tests.corpus.four_sources import READERS, UPGRADES, apply, write_four_sources
from ingest_assets_tests.orchestration.live import QUIET, Live, is_quiet, successes, wait_for
from ingest_assets_tests.orchestration.test_scenario import settings_so_far

STAGES = {
    "extracted_text": "extracted",
    "cleaned_documents": "cleaned",
    "gated_documents": "gated",
    "index_chunks": "indexed",
}
FOUND = ("added", "changed", "removed")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not pytest's own: it is closed to the database's user."""
    made = Path(tempfile.mkdtemp(prefix="ingest-live-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.mark.endurance
@pytest.mark.parametrize("storage", ["sqlite", "postgresql"])
def test_each_upgrade_through_the_live_daemon(
    storage: str, folder: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    live = Live(folder, request.getfixturevalue("server") if storage == "postgresql" else None)
    write_four_sources(live.data / "sources")
    monkeypatch.setenv("DAGSTER_HOME", str(live.home))
    monkeypatch.setenv("INGEST_DATA", str(live.data))
    monkeypatch.delenv(URL, raising=False)
    if live.url:
        monkeypatch.setenv(URL, live.url)
    figures = []
    try:
        with dg.DagsterInstance.get() as instance:
            settle(live, instance, dict.fromkeys(READERS, 1))
            for upgrade in UPGRADES:
                live.stop()
                apply(upgrade, live.code)
                (live.data / "sources.toml").write_text(upgrade.settings or settings_so_far(upgrade), "utf-8")
                start = time.time()
                settle(live, instance, dict.fromkeys(upgrade.work, 1))
                assert successes(instance, start) == dict.fromkeys(upgrade.work, 1), upgrade.name
                work, found = worked(instance, start), published(instance, start)
                assert work == {source: dict(stages) for source, stages in upgrade.work.items()}, upgrade.name
                assert found == dict(upgrade.found), upgrade.name
                wall = round(time.time() - start)
                figures.append({"upgrade": upgrade.name, "work": work, "search_index": found, "wall_s": wall})
    finally:
        live.stop()
    print(json.dumps({"storage": storage, "upgrades": figures}))


def settle(live: Live, instance: dg.DagsterInstance, expected: Mapping[str, int]) -> None:
    """Start it, let it do what it finds, and see that it then asks for nothing more."""
    since, lake = time.time(), live.data / "lake"
    live.start()
    wait_for(lambda: Store(lake).sources() == sorted(READERS) and is_quiet(instance, lake, expected, since))
    time.sleep(QUIET)
    assert is_quiet(instance, lake, expected, since)


def worked(instance: dg.DagsterInstance, since: float) -> dict[str, dict[str, int]]:
    """Source → stage → documents read, as the materialisations since then tell."""
    found: dict[str, dict[str, int]] = {}
    for asset, stage in STAGES.items():
        filters = dg.AssetRecordsFilter(asset_key=dg.AssetKey(asset), after_timestamp=since)
        for record in instance.fetch_materializations(filters, limit=100).records:
            told = record.asset_materialization
            assert told is not None
            count = int(str(told.metadata["docs_read"].value))
            if count:
                of_source = found.setdefault(str(told.partition), {})
                of_source[stage] = of_source.get(stage, 0) + count
    return found


def published(instance: dg.DagsterInstance, since: float) -> dict[str, int]:
    """What publications of the search index since then took in."""
    filters = dg.AssetRecordsFilter(asset_key=dg.AssetKey("search_index"), after_timestamp=since)
    told = [record.asset_materialization for record in instance.fetch_materializations(filters, limit=100).records]
    counts = {name: sum(int(str(one.metadata[name].value)) for one in told if one is not None) for name in FOUND}
    return {name: count for name, count in counts.items() if count}
