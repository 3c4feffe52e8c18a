"""A workspace with three small sources, ingested once; tests that change it take a copy."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest_assets.orchestration.launch import Request, run_sources
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.small_sources import write_sources


@pytest.fixture(scope="session")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace's folder after its first run."""
    data = tmp_path_factory.mktemp("ingested")
    write_sources(data / "sources")
    with dagster_home(data):
        assert set(run(data).values()) == {None}
    return data


@pytest.fixture()
def home(ingested: Path, tmp_path: Path) -> Iterator[Workspace]:
    """A private copy of the ingested workspace."""
    shutil.copytree(ingested, tmp_path / "data", symlinks=True, copy_function=shutil.copy2)
    with dagster_home(tmp_path / "data"):
        yield Workspace(tmp_path / "data")


class dagster_home:  # noqa: N801 - used as a function
    """Point DAGSTER_HOME at the workspace's own folder."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "dagster"
        self.before = os.environ.get("DAGSTER_HOME")

    def __enter__(self) -> None:
        self.folder.mkdir(exist_ok=True)
        os.environ["DAGSTER_HOME"] = str(self.folder)

    def __exit__(self, *_: object) -> None:
        os.environ.pop("DAGSTER_HOME")
        if self.before is not None:
            os.environ["DAGSTER_HOME"] = self.before


def run(data: Path, *keys: str, read: Counter[tuple[str, str]] | None = None) -> dict[str, str | None]:
    """Run sources in process; ``read`` counts the documents that each stage worked on."""
    home = Workspace(data)
    counted = read if read is not None else Counter()
    request = Request(home=home, keys=keys or list(home.source_folders()), workers=2)
    return run_sources(request, lambda source, stage: counted.update([(source, stage)]))


def states(home: Workspace) -> dict[str, dict[str, int]]:
    """Source → state → documents."""
    with Store(home.lake).connect() as connection:
        rows = connection.execute("select source, state, count(*) from outcomes group by all").fetchall()
    found: dict[str, dict[str, int]] = {}
    for source, state, count in rows:
        found.setdefault(source, {"indexed": 0, "quarantined": 0, "skipped": 0})[state] = count
    return found
