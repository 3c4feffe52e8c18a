"""Runs through Dagster: every document ends once, and a run touches only what has changed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import dagster as dg

from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.small_sources import NOTE, STATES
from ingest_assets_tests.workspaces import dagster_home, run, states


def test_every_document_reaches_a_terminal_state(ingested: Path) -> None:
    assert states(Workspace(ingested)) == STATES


def test_an_unchanged_second_run_reads_nothing(home: Workspace) -> None:
    read: Counter[tuple[str, str]] = Counter()
    run(home.data, read=read)
    assert read == Counter()


def test_changed_added_renamed_and_deleted_files_touch_only_themselves(home: Workspace) -> None:
    alpha = home.sources / "alpha"
    (alpha / "note.txt").write_text(NOTE + " Changed.", "utf-8")
    (alpha / "new.txt").write_text(NOTE + " Added.", "utf-8")
    (alpha / "lease.pdf").rename(alpha / "renamed.pdf")
    (alpha / "berths.csv").unlink()
    read: Counter[tuple[str, str]] = Counter()
    run(home.data, read=read)
    assert read["alpha", "extracted"] == 2
    assert {key for key, _ in read} == {"alpha"}
    assert states(home)["alpha"] == {"indexed": 3, "quarantined": 1, "skipped": 0}
    with Store(home.lake).connect() as connection:
        names = {
            row[0]
            for row in connection.execute("select unnest(locations) from outcomes where source = 'alpha'").fetchall()
        }
    assert names == {"note.txt", "new.txt", "renamed.pdf", "export.csv"}


def test_two_names_with_the_same_bytes_are_one_document(home: Workspace) -> None:
    (home.sources / "alpha" / "copy.txt").write_text(NOTE, "utf-8")
    read: Counter[tuple[str, str]] = Counter()
    run(home.data, "alpha", read=read)
    assert read["alpha", "extracted"] == 0
    with Store(home.lake).connect() as connection:
        rows = connection.execute(
            "select locations from outcomes where source = 'alpha' and len(locations) = 2"
        ).fetchall()
    assert rows == [(["copy.txt", "note.txt"],)]


def test_materialisations_carry_counts_versions_and_quarantine(ingested: Path) -> None:
    with dagster_home(ingested), dg.DagsterInstance.get() as instance:
        gated = latest(instance, "gated_documents", "alpha")
        extracted = latest(instance, "extracted_text", "alpha")
        report = latest(instance, "coverage_report", None)
    assert gated.metadata["docs_quarantined"].value == 1
    assert [record.data["problem"] for record in gated.metadata["quarantine"].records] == ["login_wall"]
    assert set(extracted.metadata["parser_versions"].value) == {"pdf_words", "text", "csv", "html"}
    assert extracted.tags["ingest/parser.pdf_words"].startswith("pdf_words-")
    assert report.metadata["docs_total"].value == sum(sum(found.values()) for found in STATES.values())


def test_the_checks_pass_on_a_whole_source(ingested: Path) -> None:
    with dagster_home(ingested), dg.DagsterInstance.get() as instance:
        filters = dg.RunsFilter(job_name="source_run")
        runs = instance.get_run_records(filters)
        evaluated = [
            event.event_specific_data
            for record in runs
            for event in (entry.dagster_event for entry in instance.all_logs(record.dagster_run.run_id))
            if event is not None and event.event_type_value == "ASSET_CHECK_EVALUATION"
        ]
    names = Counter((check.check_name, check.passed) for check in evaluated)
    assert names["states_add_up", True] == 3
    assert names["quarantine_share", True] == 3
    assert not [name for name, passed in names if not passed]


def latest(instance: dg.DagsterInstance, asset: str, partition: str | None) -> dg.AssetMaterialization:
    """The newest materialisation of an asset's partition."""
    partitions = [partition] if partition else None
    filters = dg.AssetRecordsFilter(asset_key=dg.AssetKey(asset), asset_partitions=partitions)
    found = instance.fetch_materializations(filters, limit=1).records[0].asset_materialization
    assert found is not None
    return found
