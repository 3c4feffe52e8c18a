"""``ingest reap``: free what dead runs hold."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from ingest_assets.commands.run import DataOption, JsonOption


def reap_command(
    every: Annotated[
        bool, typer.Option("--all", help="Fail every run that is at work: only when nothing of this deployment runs.")
    ] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Fail runs of this machine whose process is gone, so that their sources are free again."""
    from ingest_assets.orchestration.launch import deployed
    from ingest_assets.orchestration.reaper import reap
    from ingest_assets.workspace import workspace

    with deployed(workspace(data)) as instance:
        ended = reap(instance, every=every)
    if as_json:
        print(json.dumps({"ended": ended}))
    else:
        print("\n".join([*ended, f"{len(ended)} runs without a process were ended"]))
    return 0
