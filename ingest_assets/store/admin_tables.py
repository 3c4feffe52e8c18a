"""Outcomes, scorecards and the quarantine in PostgreSQL, for admin tools and dashboards that cannot read Parquet.

The lake stays the only truth: each source's rows are replaced whole, in one transaction, so that readers see the run before or this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any

import duckdb
import psycopg2
from psycopg2.extensions import connection as Connection  # noqa: N812 - psycopg2 spells its class in lower case
from psycopg2.extensions import cursor as Cursor  # noqa: N812 - as above
from psycopg2.extras import execute_values

SCHEMA = "ingest"
PAGE = 1000  # rows of one INSERT: psycopg2 writes each statement as one string
LOCK = 7_401_907  # any number, the same in every writer: only one of them makes the tables
TABLES: dict[str, dict[str, str]] = {
    "outcomes": {
        "source": "text",
        "raw_sha256": "text",
        "locations": "text[]",
        "format": "text",
        "state": "text",
        "skip_rule": "text",
        "problems": "text[]",
        "primary_problem": "text",
        "cpu_s": "double precision",
        "parser_versions": "text[]",
        "first_seen": "timestamp",
        "last_seen": "timestamp",
    },
    "scorecards": {
        "source": "text",
        "raw_sha256": "text",
        "state": "text",
        "name": "text",
        "value": "double precision",
        "threshold": "double precision",
        "breached": "boolean",
    },
    "quarantine": {
        "source": "text",
        "raw_sha256": "text",
        "format": "text",
        "problem": "text",
        "parser": "text",
        "parser_version": "text",
    },
}


def publish_tables(url: str, lake: duckdb.DuckDBPyConnection, source: str) -> dict[str, int]:
    """Replace a source's rows; returns the number of rows by table. ``url`` may name SQLAlchemy's driver.

    Raises psycopg2.Error when the database refuses; then its rows are those of the run before.
    """
    counts = {}
    with closing(psycopg2.connect(url.replace("+psycopg2", "", 1))) as database, database:
        _make(database)
        for table, columns in TABLES.items():
            rows = lake.execute(f"select {', '.join(columns)} from {table} where source = ?", [source]).fetchall()
            _replace(database, table, source, rows)
            counts[table] = len(rows)
    return counts


def _make(database: Connection) -> None:
    with database.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s)", [LOCK])
        cursor.execute(f"create schema if not exists {SCHEMA}")
        for table, columns in TABLES.items():
            named = ", ".join(f"{name} {kind}" for name, kind in columns.items())
            cursor.execute(f"create table if not exists {SCHEMA}.{table} ({named})")
            cursor.execute(f"create index if not exists {table}_by_source on {SCHEMA}.{table} (source)")
            for name in columns.keys() - _columns(cursor, table):  # a newer version has more of them
                cursor.execute(f"alter table {SCHEMA}.{table} add column {name} {columns[name]}")


def _columns(cursor: Cursor, table: str) -> set[str]:
    query = "select column_name from information_schema.columns where table_schema = %s and table_name = %s"
    cursor.execute(query, [SCHEMA, table])
    return {str(name) for (name,) in cursor.fetchall()}


def _replace(database: Connection, table: str, source: str, rows: Sequence[Sequence[object]]) -> None:
    with database.cursor() as cursor:
        cursor.execute(f"delete from {SCHEMA}.{table} where source = %s", [source])
        if rows:
            names = ", ".join(TABLES[table])
            execute_values(cursor, f"insert into {SCHEMA}.{table} ({names}) values %s", _storable(rows), page_size=PAGE)


def _storable(rows: Iterable[Sequence[object]]) -> list[tuple[Any, ...]]:
    """PostgreSQL's text holds no NUL, which a file's name inside an archive may."""
    return [tuple(_without_nul(value) for value in row) for row in rows]


def _without_nul(value: object) -> object:
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    return [_without_nul(one) for one in value] if isinstance(value, list) else value
