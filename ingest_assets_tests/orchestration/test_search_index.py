"""The search index as an asset: published after every run, asked for by a sensor, never holding what is not indexed."""

from __future__ import annotations

from pathlib import Path

import dagster as dg

from ingest_assets.orchestration.resources import Ingest
from ingest_assets.orchestration.search import search_updates
from ingest_assets.search.publish import is_behind, publish
from ingest_assets.search.search import Search
from ingest_assets.settings import Settings
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.small_sources import NOTE
from ingest_assets_tests.workspaces import dagster_home, run


def test_a_run_publishes_and_counts(ingested: Path) -> None:
    with dagster_home(ingested), dg.DagsterInstance.get() as instance:
        filters = dg.AssetRecordsFilter(asset_key=dg.AssetKey("search_index"))
        newest = instance.fetch_materializations(filters, limit=1).records[0].asset_materialization
    assert newest is not None
    assert newest.metadata["documents"].value == 8
    assert newest.metadata["documents_without_chunks"].value == 0
    hits = Search(ingested / "lake").find("keeper lamp", limit=20)
    assert {found.source for hit in hits for found in (hit.found, *hit.near)} == {"alpha", "beta", "gamma"}


def test_the_sensor_asks_once_the_lake_is_ahead(home: Workspace) -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        resources = {"ingest": Ingest(data=str(home.data))}
        asked = list(search_updates(dg.build_sensor_context(instance=instance, resources=resources)) or [])
        assert [type(one) for one in asked] == [dg.SkipReason]
        store = Store(home.lake)
        gated = next(iter(store.present("gated", "alpha")))
        store.drop("gated", "alpha", [gated])
        assert is_behind(store)
        asked = list(search_updates(dg.build_sensor_context(instance=instance, resources=resources)) or [])
        assert [type(one) for one in asked] == [dg.RunRequest]
        publish(store, Settings().search)
        assert not is_behind(store)


def test_a_changed_file_changes_what_is_found(home: Workspace) -> None:
    (home.sources / "alpha" / "note.txt").write_text(NOTE.replace("lamp", "zeppelin"), "utf-8")
    assert Search(home.lake).find("zeppelin") == []
    run(home.data, "alpha")
    assert [hit.found.locations[0] for hit in Search(home.lake).find("zeppelin")] == ["note.txt"]
