"""``ingest convert``: files in, markdown and sidecars out, without a store."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from ingest_assets.commands.failure import CommandError

PROFILES = ("main", "full", "fast")


def convert_command(
    paths: Annotated[list[Path], typer.Argument(help="Files or folders to convert.")],
    out: Annotated[Path, typer.Option(help="Folder for the markdown and the sidecars.")],
    source: Annotated[str, typer.Option(help="Name of the source, kept in the sidecars.")] = "",
    http_content_type: Annotated[
        str | None, typer.Option(help="Content-Type header the files were served with.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Worker processes; 0 means one per core.")] = 0,
    html_profile: Annotated[str, typer.Option(help="How much of a web page is kept: main, full or fast.")] = "main",
) -> int:
    """Convert each file to markdown and a JSON sidecar; children land in <file>.d/, counts in _report.json."""
    _check(paths, out, html_profile)
    from ingest_assets.commands.progress import document_progress
    from ingest_assets.conversion import Request, convert
    from ingest_assets.settings import Settings

    settings = Settings(html_profile=html_profile)
    request = Request(
        paths=paths,
        out=out,
        settings=settings,
        source=source,
        http_content_type=http_content_type,
        workers=jobs or os.cpu_count() or 1,
    )
    with document_progress("converting") as show:
        report = convert(request, lambda current: show(current.states))
    print(
        " ".join(f"{state}={report.states[state]}" for state in ("indexed", "quarantined", "skipped")),
        f"documents={report.states.total()}",
    )
    return 0


def _check(paths: list[Path], out: Path, html_profile: str) -> None:
    for path in paths:
        if not path.exists() and not path.is_symlink():
            raise CommandError(f"{path} does not exist: give files or folders that are there")
    if out.exists() and not out.is_dir():
        raise CommandError(f"--out {out} is a file: give a folder")
    if any(out.resolve() == path.resolve() for path in paths):
        raise CommandError(f"--out {out} is the folder to convert: give another one, which may lie inside it")
    if html_profile not in PROFILES:
        raise CommandError(f"--html-profile {html_profile} is not one of {', '.join(PROFILES)}")
