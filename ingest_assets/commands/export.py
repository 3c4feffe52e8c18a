"""``ingest export``: the searchable chunks for other programs, whole or what has changed since a publication."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.commands.run import DataOption, JsonOption


def export_command(
    out: Annotated[Path, typer.Argument(help="A file that ends in .jsonl or .parquet.")],
    since: Annotated[
        int | None,
        typer.Option(
            help="Only what was added, changed or deleted since this publication (.jsonl); 0 gives all, marked as added."
        ),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Write the chunks of the published index: everything, or the steps that bring another store up to date."""
    from ingest_assets.search.export import changes, write_jsonl, write_parquet
    from ingest_assets.search.publication import IndexMissingError
    from ingest_assets.workspace import workspace

    if out.suffix not in (".jsonl", ".parquet"):
        raise CommandError(f"{out} says no format: let it end in .jsonl or .parquet")
    if since is not None and out.suffix == ".parquet":
        raise CommandError("--since writes .jsonl, since a table has no place for deletions")
    lake = workspace(data).lake
    try:
        told = write_jsonl(lake, out, since=since) if out.suffix == ".jsonl" else changes(lake)
        if out.suffix == ".parquet":
            write_parquet(lake, out)
    except IndexMissingError as error:
        raise CommandError(f"{error}: ingest index makes it") from error
    counts = {
        "publication": told.publication,
        "since": told.since,
        "added": len(told.added),
        "changed": len(told.changed),
        "deleted": len(told.deleted),
    }
    if as_json:
        print(json.dumps(counts))
        return 0
    print(
        f"{out}: publication {told.publication}, {counts['added']} chunks added, {counts['changed']} changed, {counts['deleted']} deleted"
    )
    if since and told.since == 0:
        print(f"publication {since} is not kept any more: this is a full export; forget what you have first")
    return 0
