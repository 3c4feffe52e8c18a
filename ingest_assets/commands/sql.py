"""``ingest sql`` and ``ingest quarantine``: questions to the lake, and the quarantine as a work list."""

from __future__ import annotations

import datetime
import json
from typing import Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.commands.run import DataOption, JsonOption


def sql_command(
    query: Annotated[str | None, typer.Argument(help="One SELECT over the views.")] = None,
    describe: Annotated[bool, typer.Option(help="List the views and the meaning of their columns.")] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Query the views over everything that was ingested."""
    from ingest_assets.store import query as views

    if describe:
        _describe(views.describe(), as_json=as_json)
        return 0
    if query is None:
        raise CommandError("give a query, or --describe for the views and their columns")
    names, rows = selected(query, data)
    if as_json:
        print(json.dumps([dict(zip(names, row, strict=True)) for row in rows], ensure_ascii=False, default=_plain))
    else:
        from ingest_assets.commands.tables import plain_table

        plain_table(names, rows)
    return 0


def selected(query: str, data: DataOption) -> tuple[list[str], list[tuple[object, ...]]]:
    """Column names and rows of a query; a query that DuckDB refuses is a bad call."""
    import duckdb

    from ingest_assets.store.store import Store
    from ingest_assets.workspace import workspace

    with Store(workspace(data).lake).connect() as connection:
        try:
            cursor = connection.execute(query)
        except duckdb.Error as error:
            raise CommandError(
                f"{str(error).splitlines()[0]} (ingest sql --describe lists views and columns)"
            ) from error
        return [column[0] for column in cursor.description or ()], cursor.fetchall()


def _plain(value: object) -> object:
    return (
        value.isoformat()
        if isinstance(value, datetime.datetime)
        else value.hex()
        if isinstance(value, bytes)
        else str(value)
    )


def _describe(views: dict[str, list[tuple[str, str, str]]], *, as_json: bool) -> None:
    if as_json:
        print(
            json.dumps(
                {
                    view: [{"column": name, "type": kind, "meaning": meaning} for name, kind, meaning in columns]
                    for view, columns in views.items()
                }
            )
        )
        return
    for view, columns in views.items():
        print(view)
        for name, kind, meaning in columns:
            print(f"    {name:22} {kind:24.24} {meaning}")


def quarantine_command(
    problem: Annotated[str | None, typer.Option(help="Only this problem code.")] = None,
    source: Annotated[str | None, typer.Option(help="Only this source.")] = None,
    file_format: Annotated[str | None, typer.Option("--format", help="Only this format.")] = None,
    rerun: Annotated[bool, typer.Option(help="Read the selected documents again, through Dagster.")] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Count the quarantine by source, format and problem; with --rerun read just the selected documents again."""
    from ingest_assets.problems import Problem

    if problem is not None and problem not in set(Problem):
        raise CommandError(f"{problem} is no problem code: ingest problems lists them")
    where, values = _condition(problem=problem, source=source, format=file_format)
    if rerun:
        return _rerun(where, values, data, as_json=as_json)
    names, rows = selected_with(
        f"select source, format, problem, count(*) as documents from quarantine where {where} group by all order by documents desc, source, format, problem",
        values,
        data,
    )
    if as_json:
        print(json.dumps([dict(zip(names, row, strict=True)) for row in rows], ensure_ascii=False))
        return 0
    from ingest_assets.commands.tables import plain_table

    plain_table(names, rows)
    return 0


def _condition(**wanted: str | None) -> tuple[str, list[str]]:
    given = {name: value for name, value in wanted.items() if value is not None}
    return " and ".join(f"{name} = ?" for name in given) or "true", list(given.values())


def selected_with(query: str, values: list[str], data: DataOption) -> tuple[list[str], list[tuple[object, ...]]]:
    """A query of our own with its values."""
    from ingest_assets.store.store import Store
    from ingest_assets.workspace import workspace

    with Store(workspace(data).lake).connect() as connection:
        cursor = connection.execute(query, values)
        return [column[0] for column in cursor.description or ()], cursor.fetchall()


def _rerun(where: str, values: list[str], data: DataOption, *, as_json: bool) -> int:
    _, rows = selected_with(
        f"select distinct source, raw_sha256 from quarantine where {where} order by all", values, data
    )
    chosen: dict[str, list[str]] = {}
    for source, sha in rows:
        chosen.setdefault(str(source), []).append(str(sha))
    if not chosen:
        print(json.dumps({"read": 0}) if as_json else "nothing in the quarantine fits: 0 documents read")
        return 0
    from ingest_assets.commands.run import materialise

    return materialise(data, list(chosen), forced=chosen, as_json=as_json)
