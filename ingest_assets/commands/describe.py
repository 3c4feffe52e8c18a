"""``ingest problems`` and ``ingest parsers``: what the program can say about itself."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.problems import Problem


def problems_command(
    code: Annotated[str | None, typer.Argument(help="One problem code.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Machine output.")] = False,
) -> int:
    """List the problem codes, or tell what one means and what cures it."""
    if code is not None and code not in set(Problem):
        raise CommandError(f"{code} is no problem code: ingest problems lists them")
    chosen = [Problem(code)] if code else list(Problem)
    rows = [
        {
            "code": one.value,
            "stage": one.about.stage.value,
            "severity": one.about.severity.value,
            "meaning": one.about.meaning,
            "cure": one.about.cure,
        }
        for one in chosen
    ]
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    elif code:
        print("\n".join(f"{key}: {value}" for key, value in rows[0].items()))
    else:
        for row in rows:
            print(f"{row['code']:28} {row['stage']:8} {row['severity']:5} {row['meaning']}")
    return 0


def parsers_command(as_json: Annotated[bool, typer.Option("--json", help="Machine output.")] = False) -> int:
    """List the parsers with their versions, formats and routes."""
    from ingest_assets.extract.registry import installed, version_of

    rows = [
        {
            "parser": one.name,
            "version": version_of(one.name),
            "formats": sorted(one.formats),
            "routes": sorted(one.routes),
        }
        for one in installed()
    ]
    if as_json:
        print(json.dumps(rows, indent=1))
        return 0
    for row in rows:
        print(f"{row['version']}\n    formats {' '.join(row['formats'])}; routes {' '.join(row['routes'])}")
    return 0
