"""A workspace with three small sources, ingested once; tests that change it take a copy."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

from ingest_assets.workspace import Workspace

if TYPE_CHECKING:
    from ingest_assets_tests.corpus.object_server import ObjectServer
    from ingest_assets_tests.corpus.web_site import Site

hypothesis.settings.register_profile("timeless", deadline=None)  # a busy machine is no fault of the code
hypothesis.settings.load_profile("timeless")


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


@pytest.fixture(scope="session")
def object_servers() -> Iterator[ObjectServer]:
    """One S3-compatible server for all tests of a process."""
    from ingest_assets_tests.corpus.object_server import object_server

    with object_server() as served:
        yield served


@pytest.fixture
def objects(object_servers: ObjectServer, monkeypatch: pytest.MonkeyPatch) -> ObjectServer:
    """An empty bucket named papers; its keys are in the environment."""
    from ingest_assets_tests.corpus.object_server import KEYS

    object_servers.clear()
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    return object_servers


@pytest.fixture
def site() -> Iterator[Site]:
    """A web server on this machine without pages."""
    from ingest_assets_tests.corpus.web_site import web_site

    with web_site() as served:
        yield served
