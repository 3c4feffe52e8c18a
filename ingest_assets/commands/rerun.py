"""``ingest rerun`` and ``ingest redecode``: read a selection again, by another route or in another encoding."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.commands.run import DataOption, JsonOption

WhereOption = Annotated[
    str,
    typer.Option(
        help="Condition over outcomes, sniffed_files and extracted_text, e.g. \"route = 'ocr' AND confidence < 85\"."
    ),
]
DryRunOption = Annotated[bool, typer.Option(help="Only list the documents.")]
ROUTES = ("native", "ocr", "vision")


def rerun_command(
    where: WhereOption,
    route: Annotated[
        str | None, typer.Option(help="Force a route for their pages: native, ocr or vision; kept for later runs.")
    ] = None,
    dry_run: DryRunOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Read the selected documents again, through Dagster, whatever is stored of them."""
    if route is not None and route not in ROUTES:
        raise CommandError(f"--route {route} is not one of {', '.join(ROUTES)}")
    if route == "vision":
        _check_vision()
    return _again(where, data, dry_run=dry_run, as_json=as_json, decision={"route": route})


def _check_vision() -> None:
    """Without a model the pages would be read by OCR again, and nobody would know."""
    from ingest_assets.extract.vision.endpoint import BASE_URL, MODEL, endpoint

    if endpoint() is None:
        raise CommandError(f"--route vision: no model is configured; set {BASE_URL} and {MODEL}")


def redecode_command(
    where: WhereOption,
    encoding: Annotated[str, typer.Option(help="The encoding that their bytes really are in; kept for later runs.")],
    dry_run: DryRunOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Decode the selected documents anew from their stored bytes, in the given encoding."""
    from ingest_assets.code_pages.decode import canonical

    name = canonical(encoding)
    if name is None:
        raise CommandError(f"--encoding {encoding} is no encoding label: give a WHATWG name such as windows-1251")
    return _again(where, data, dry_run=dry_run, as_json=as_json, decision={"encoding": name})


def _again(where: str, data: Path | None, *, dry_run: bool, as_json: bool, decision: dict[str, str | None]) -> int:
    from ingest_assets.commands.sql import selected
    from ingest_assets.selection import SELECTION

    found = selected(SELECTION.format(where=where), data)[1]
    rows = [(str(source), str(sha), str(name)) for source, sha, name in found]
    if dry_run or not rows:
        _list(rows, as_json=as_json)
        return 0
    from ingest_assets.commands.run import materialise
    from ingest_assets.store.overrides import Overrides
    from ingest_assets.workspace import workspace

    chosen: dict[str, list[str]] = {}
    for source, sha, _ in rows:
        chosen.setdefault(source, []).append(sha)
    for source, documents in chosen.items():
        if any(decision.values()):
            Overrides(workspace(data).lake, source).set(documents, **decision)
    return materialise(data, list(chosen), forced=chosen, as_json=as_json)


def _list(rows: list[tuple[str, str, str]], *, as_json: bool) -> None:
    if as_json:
        print(
            json.dumps(
                [dict(zip(("source", "raw_sha256", "name"), row, strict=True)) for row in rows], ensure_ascii=False
            )
        )
        return
    from ingest_assets.commands.tables import plain_table

    plain_table(("source", "raw_sha256", "name"), rows)
    print(f"{len(rows)} documents would be read again")
