"""DuckDB in memory over the current Parquet parts of all sources: a query layer, never a shared file.

(While one process has a DuckDB file open for writing, every other reader and writer fails: execution.md section 4.)
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from pathlib import Path

import duckdb
import pyarrow as pa

from ingest_assets.store.manifest import DATASET as MANIFEST
from ingest_assets.store.pointer import NAME, folder_of, read_pointer
from ingest_assets.store.schemas import DATASETS, LOCATION_SCHEMA
from ingest_assets.store.views import VIEWS

SEEN_SCHEMA = pa.schema([("source", pa.string()), ("seen_at", pa.timestamp("us"))])
STATES = ("indexed", "quarantined", "skipped")


def sources(root: Path) -> list[str]:
    """Every source that has a dataset, sorted."""
    pointers = root.glob(f"*/source=*/{NAME}")
    return sorted({path.parent.name.removeprefix("source=") for path in pointers})


def connect(root: Path) -> duckdb.DuckDBPyConnection:
    """A snapshot: the views show the parts that counted at this moment. A dataset without rows is an empty view."""
    connection = duckdb.connect()
    names = sources(root)
    for dataset, about in DATASETS.items():
        _relation(connection, f"{dataset}_rows", about.schema, _parts(root, dataset, names))
        _newest(connection, dataset)
    connection.sql("create view _outcomes_history as select * from _outcomes_rows")
    connection.sql("create view _children as select * from _extracted")
    _relation(connection, MANIFEST, LOCATION_SCHEMA, _parts(root, MANIFEST, names))
    _seen(connection, root, names)
    for name, view in VIEWS.items():
        connection.sql(f"create view {name} as {view.sql}")
    return connection


def describe() -> dict[str, list[tuple[str, str, str]]]:
    """View → (column, type, meaning) of each of its columns."""
    with connect(Path("/nonexistent")) as empty:
        return {
            name: [(column, str(kind), view.columns[column]) for column, kind in _columns(empty, name)]
            for name, view in VIEWS.items()
        }


def counts(connection: duckdb.DuckDBPyConnection) -> dict[str, dict[str, int]]:
    """Documents by source: ``found`` = indexed + quarantined + skipped + ``open`` (no outcome yet).

    ``stray`` counts outcomes of documents that are no longer there. After a run ``open`` and ``stray`` are 0.
    """
    found = connection.sql("""
        select source, case when document.raw_sha256 is null then 'stray' else coalesce(outcome.state, 'open') end as state,
            count(*)
        from (select distinct source, raw_sha256 from raw_files) document
        full join _outcomes outcome using (source, raw_sha256)
        group by all
    """).fetchall()
    table: dict[str, dict[str, int]] = {}
    for source, state, count in found:
        row = table.setdefault(source, {"found": 0, **dict.fromkeys(STATES, 0), "open": 0, "stray": 0})
        row[state] += count
        row["found"] += count if state != "stray" else 0
    return dict(sorted(table.items()))


def recorded_versions(root: Path) -> dict[str, list[str]]:
    """Source → the parser versions that stand in its rows: what ``planning.stale`` compares with those installed."""
    with connect(root) as connection:
        found = connection.sql("""
            select source, list(distinct version order by version)
            from (select source, unnest(parser_versions) as version from _extracted) group by source order by source
        """).fetchall()
    return dict(found)


def quarantine_counts(connection: duckdb.DuckDBPyConnection) -> list[tuple[str, str, int]]:
    """(source, primary problem, documents), the largest first; they add up to the quarantined documents."""
    return connection.sql("""
        select source, primary_problem, count(*) as documents from _outcomes where state = 'quarantined'
        group by all order by documents desc, source, primary_problem
    """).fetchall()


def _parts(root: Path, dataset: str, names: Iterable[str]) -> list[str]:
    folders = [folder_of(root, dataset, name) for name in names]
    return [str(folder / part.path) for folder in folders for part in read_pointer(folder).parts]


def _relation(connection: duckdb.DuckDBPyConnection, name: str, schema: pa.Schema, paths: list[str]) -> None:
    """A view over the parts; the empty table gives the columns when there are none, and those that old parts lack."""
    connection.register(f"_{name}_empty", schema.empty_table())
    columns = ", ".join(f'"{field.name}"' for field in schema)
    sql = f"select {columns} from _{name}_empty"
    if paths:
        quoted = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
        parts = f"read_parquet([{quoted}], union_by_name = true, hive_partitioning = false)"
        sql = f"select {columns} from (from _{name}_empty union all by name select * from {parts})"
    connection.sql(f"create view _{name} as {sql}")


def _newest(connection: duckdb.DuckDBPyConnection, dataset: str) -> None:
    connection.sql(f"""
        create view _{dataset} as select * from (
            select * from _{dataset}_rows
            qualify row_number() over (partition by source, raw_sha256 order by sequence desc) = 1
        ) where not dropped
    """)


def _seen(connection: duckdb.DuckDBPyConnection, root: Path, names: Iterable[str]) -> None:
    moments = {name: read_pointer(folder_of(root, MANIFEST, name)).seen_at for name in names}
    rows = [
        {"source": name, "seen_at": datetime.datetime.fromisoformat(moment).replace(tzinfo=None)}
        for name, moment in moments.items()
        if moment
    ]
    connection.register("_seen", pa.Table.from_pylist(rows, schema=SEEN_SCHEMA))


def _columns(connection: duckdb.DuckDBPyConnection, view: str) -> list[tuple[str, object]]:
    relation = connection.sql(f"select * from {view}")
    return list(zip(relation.columns, relation.types, strict=True))
