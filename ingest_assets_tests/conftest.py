"""A workspace with three small sources, ingested once; tests that change it take a copy."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest_assets.workspace import Workspace


@pytest.fixture(scope="session")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace's folder after its first run."""
    from ingest_assets_tests.corpus.small_sources import write_sources
    from ingest_assets_tests.workspaces import dagster_home, run

    data = tmp_path_factory.mktemp("ingested")
    write_sources(data / "sources")
    with dagster_home(data):
        assert set(run(data).values()) == {None}
    return data


@pytest.fixture
def home(ingested: Path, tmp_path: Path) -> Iterator[Workspace]:
    """A private copy of the ingested workspace."""
    from ingest_assets_tests.workspaces import dagster_home

    shutil.copytree(ingested, tmp_path / "data", symlinks=True, copy_function=shutil.copy2)
    with dagster_home(tmp_path / "data"):
        yield Workspace(tmp_path / "data")
