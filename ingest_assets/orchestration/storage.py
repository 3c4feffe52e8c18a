"""Dagster's own storage: PostgreSQL where ``DAGSTER_PG_URL`` is set, else SQLite files in ``DAGSTER_HOME``. One variable moves a deployment."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from dagster._core.storage.base_storage import (
    DagsterStorage,
)  # the base of every `storage: custom`, nowhere re-exported
from dagster._core.storage.sqlite_storage import DagsterSqliteStorage
from dagster._serdes import ConfigurableClass, ConfigurableClassData
from dagster_postgres import DagsterPostgresStorage

URL = "DAGSTER_PG_URL"
DRIVER = "postgresql+psycopg2://"


class DriverError(ValueError):
    """The database's address names no driver, or one that Dagster cannot use."""


def database_url() -> str | None:
    """The address in ``DAGSTER_PG_URL``; None when it is not set. Raises DriverError for every scheme but psycopg2's.

    SQLAlchemy 2.1 takes plain ``postgresql://`` for psycopg 3, with which a run fails on its first event (``NOTIFY`` takes no parameters).
    """
    url = os.environ.get(URL, "").strip()
    if url and not url.startswith(DRIVER):
        scheme = url.partition("://")[0]
        raise DriverError(
            f"{URL} begins with {scheme}:// and has to begin with {DRIVER}: with another driver every run fails"
        )
    return url or None


class DeploymentStorage(DagsterStorage, ConfigurableClass):
    """What ``storage: custom`` of dagster.yaml names. It is never made itself: one of Dagster's two storages takes its place."""

    @classmethod
    def config_type(cls) -> dict[str, object]:
        """Nothing to configure."""
        return {}

    @classmethod
    def from_config_value(  # type: ignore[override]  # as Dagster's own storages do: another storage takes its place
        cls, inst_data: ConfigurableClassData | None, config_value: Mapping[str, object]
    ) -> DagsterStorage:
        """The storage that the environment asks for."""
        del inst_data, config_value  # children of a run find the same environment
        url = database_url()
        if url is None:
            home = os.environ.get("DAGSTER_HOME") or os.getcwd()  # noqa: PTH109 - dagster dev without a home uses the folder it stands in
            return DagsterSqliteStorage.from_local(home, _data(DagsterSqliteStorage, {"base_dir": home}))
        config = {"postgres_url": url}
        return DagsterPostgresStorage(url, inst_data=_data(DagsterPostgresStorage, config))


def _data(kind: type, config: Mapping[str, str]) -> ConfigurableClassData:
    return ConfigurableClassData(kind.__module__, kind.__name__, json.dumps(dict(config)))
