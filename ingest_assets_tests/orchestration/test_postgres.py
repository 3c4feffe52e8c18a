"""The whole way on a real PostgreSQL: Dagster's storage by one variable, the tables for admin tools, and the driver trap."""

from __future__ import annotations

import os
import threading
from collections import Counter
from contextlib import closing
from pathlib import Path

import dagster as dg
import psycopg2
import pytest
import yaml
from dagster_postgres import PostgresEventLogStorage

from ingest_assets.orchestration.storage import URL, DriverError, database_url
from ingest_assets.store.admin_tables import TABLES, publish_tables
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.small_sources import NOTE, STATES
from ingest_assets_tests.workspaces import ROOT, run

COMMENTED = "# storage:\n#   postgres:"


@pytest.fixture
def postgres(server: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The deployment's variable is set."""
    monkeypatch.setenv(URL, server)
    return server


def rows(server: str, query: str) -> list[tuple[object, ...]]:
    """What PostgreSQL answers."""
    with closing(psycopg2.connect(server.replace("+psycopg2", ""))) as database, database.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def by_state(server: str, source: str) -> dict[str, int]:
    """State → rows of ingest.outcomes."""
    found = rows(server, f"select state, count(*) from ingest.outcomes where source = '{source}' group by state")
    return {"indexed": 0, "quarantined": 0, "skipped": 0} | {str(state): int(str(count)) for state, count in found}


def test_one_variable_moves_a_run_to_postgresql_and_publishes_its_tables(home: Workspace, postgres: str) -> None:
    (home.sources / "alpha" / "nul.txt").write_text(NOTE + "\n" + NOTE.upper(), "utf-8")
    assert set(run(home.data, "alpha").values()) == {None}
    with dg.DagsterInstance.get() as instance:
        assert isinstance(instance.event_log_storage, PostgresEventLogStorage)
        assert {record.dagster_run.job_name for record in instance.get_run_records()} >= {"source_run", "report"}
    assert by_state(postgres, "alpha") == {**STATES["alpha"], "indexed": STATES["alpha"]["indexed"] + 1}
    assert rows(postgres, "select source, problem, parser from ingest.quarantine") == [("alpha", "login_wall", "html")]
    assert rows(postgres, "select count(*) > 0 from ingest.scorecards where breached is not null") == [(True,)]


def test_a_later_run_replaces_the_rows_of_its_source_only(home: Workspace, postgres: str) -> None:
    assert set(run(home.data, "alpha", "beta").values()) == {None}
    (home.sources / "alpha" / "export.csv").unlink()
    assert set(run(home.data, "alpha").values()) == {None}
    assert by_state(postgres, "alpha") == {**STATES["alpha"], "quarantined": 0}
    assert by_state(postgres, "beta") == STATES["beta"]


def test_a_reader_sees_a_source_whole_while_it_is_published_again(home: Workspace, postgres: str) -> None:
    """Rows of three tables are replaced in one transaction: whoever looks meanwhile sees the run before or this one."""
    seen, over = Counter[tuple[int, ...]](), threading.Event()
    query = ", ".join(f"(select count(*) from ingest.{table} where source = 'alpha')" for table in TABLES)

    def look() -> None:
        with closing(psycopg2.connect(postgres.replace("+psycopg2", ""))) as database:
            database.autocommit = True
            while not over.is_set():
                with database.cursor() as cursor:
                    cursor.execute(f"select {query}")
                    seen.update(cursor.fetchall())

    with Store(home.lake).connect() as lake:
        publish_tables(postgres, lake, "alpha")
        reader = threading.Thread(target=look)
        reader.start()
        published = [publish_tables(postgres, lake, "alpha") for _ in range(20)]
        over.set()
        reader.join()
    assert {tuple(counts.values()) for counts in published} == set(seen)
    assert seen.total() > 20


def test_tables_of_an_older_version_get_their_new_columns(home: Workspace, postgres: str) -> None:
    with (
        closing(psycopg2.connect(postgres.replace("+psycopg2", ""))) as database,
        database,
        database.cursor() as cursor,
    ):
        cursor.execute("drop schema if exists ingest cascade; create schema ingest")
        cursor.execute("create table ingest.quarantine (source text, raw_sha256 text)")
        cursor.execute("insert into ingest.quarantine values ('gone', 'x')")
    with Store(home.lake).connect() as lake:
        publish_tables(postgres, lake, "alpha")
    assert rows(postgres, "select source, problem from ingest.quarantine order by 1") == [
        ("alpha", "login_wall"),
        ("gone", None),
    ]


def test_the_commented_block_of_dagster_yaml_works(home: Workspace, postgres: str) -> None:
    text = (ROOT / "dagster.yaml").read_text("utf-8")
    block = text[text.index(COMMENTED) :].split("concurrency:")[0]
    uncommented = yaml.safe_load("".join(line.removeprefix("# ") for line in block.splitlines(keepends=True)))
    config = {**yaml.safe_load(text), **uncommented}
    (Path(os.environ["DAGSTER_HOME"]) / "dagster.yaml").write_text(yaml.safe_dump(config), "utf-8")
    assert set(run(home.data, "gamma").values()) == {None}
    assert by_state(postgres, "gamma") == STATES["gamma"]


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_the_driver_trap_is_named_before_a_run_starts(
    home: Workspace, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setenv(URL, f"{scheme}://user:secret@localhost/dagster")
    with pytest.raises(
        DriverError, match=rf"begins with {scheme.replace('+', '.')}://.*postgresql\+psycopg2://"
    ) as told:
        database_url()
    assert "secret" not in str(told.value)
    with pytest.raises(DriverError):
        run(home.data, "alpha")


def test_without_the_variable_nothing_but_sqlite_is_needed(home: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(URL, raising=False)
    with dg.DagsterInstance.get() as instance:
        assert instance.get_run_records(limit=1)
    assert (home.data / "dagster" / "history").is_dir()
