"""``ingest run``: sources through Dagster, in this process."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from ingest_assets.commands.failure import CommandError

DataOption = Annotated[
    Path | None, typer.Option(help="Folder with sources/ and the lake; $INGEST_DATA or ./data by default.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Machine output.")]


def run_command(
    sources: Annotated[list[str] | None, typer.Argument(help="Names of sources; all by default.")] = None,
    data: DataOption = None,
    jobs: Annotated[int, typer.Option(help="Worker processes; 0 means one per core.")] = 0,
    as_json: JsonOption = False,
) -> int:
    """Materialise all or named sources through Dagster and show how every document ended."""
    from ingest_assets.workspace import workspace

    home = workspace(data)
    keys = _chosen(sources or [], home.source_names(), str(home.sources))
    for key in keys:
        home.place(key)  # missing credentials are told before anything is done
    return materialise(data, keys, workers=jobs, as_json=as_json)


def materialise(
    data: Path | None,
    keys: list[str],
    *,
    workers: int = 0,
    forced: Mapping[str, Sequence[str]] | None = None,
    as_json: bool = False,
) -> int:
    """Run these sources; ``forced`` names documents (by source) that are read again whatever is stored of them."""
    from ingest_assets.commands.progress import stage_progress
    from ingest_assets.orchestration.launch import Request, run_sources
    from ingest_assets.workspace import workspace

    home = workspace(data)
    read: Counter[str] = Counter()
    with stage_progress(keys) as show:

        def on_document(source: str, stage: str) -> None:
            read[stage] += 1
            show(source, stage)

        request = Request(home=home, keys=keys, workers=workers or os.cpu_count() or 1, forced=forced or {})
        ended = run_sources(request, on_document)
    _close(home.lake, keys, read, ended, as_json=as_json)
    return 1 if any(ended.values()) else 0


def _chosen(wanted: list[str], there: dict[str, str], folder: str) -> list[str]:
    if not there:
        raise CommandError(f"no sources in {folder}: make a folder there for each source and put files into it")
    keys = {**{name: key for key, name in there.items()}, **{key: key for key in there}}
    for name in wanted:
        if name not in keys:
            raise CommandError(f"no source {name} in {folder}: there are {', '.join(sorted(there.values()))}")
    return list(dict.fromkeys(keys[name] for name in wanted)) or list(there)


def _close(lake: Path, keys: list[str], read: Counter[str], ended: dict[str, str | None], *, as_json: bool) -> None:
    from ingest_assets.store.store import Store

    with Store(lake).connect() as connection:
        rows = connection.execute(
            "select source, state, primary_problem, skip_rule, count(*) from outcomes group by all order by all"
        ).fetchall()
    found = [row for row in rows if row[0] in keys]
    if as_json:
        outcomes = [
            dict(zip(("source", "state", "problem", "skip_rule", "documents"), row, strict=True)) for row in found
        ]
        print(
            json.dumps(
                {
                    "read": read["extracted"],
                    "work": dict(read),
                    "outcomes": outcomes,
                    "errors": {key: why for key, why in ended.items() if why},
                },
                ensure_ascii=False,
            )
        )
        return
    from ingest_assets.commands.tables import closing_table

    closing_table(found)
    print(f"{read['extracted']} documents read, {sum(row[4] for row in found)} in {len(keys)} sources")
    for key, why in ended.items():
        if why:
            print(f"{key}: the run failed: {why}")
