"""``ingest plan``: what the next run would do and why."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict

from ingest_assets.commands.run import DataOption, JsonOption


def plan_command(data: DataOption = None, as_json: JsonOption = False) -> int:
    """Tell which sources, stages and documents the next run would touch, and why; nothing is read or written."""
    from ingest_assets.preview import plan
    from ingest_assets.workspace import workspace

    plans = list(plan(workspace(data)))
    if as_json:
        print(json.dumps([asdict(one) for one in plans], ensure_ascii=False))
        return 0
    if not plans:
        print("nothing to do: every document was read by what is installed and set now")
        return 0
    from ingest_assets.commands.tables import plain_table

    rows = [
        (one.source, one.stage, one.documents, one.reason, "" if one.seconds is None else f"{one.seconds:.1f}")
        for one in plans
    ]
    plain_table(("source", "stage", "documents", "reason", "CPU s (estimate)"), rows)
    print(_total([one.seconds for one in plans]))
    return 0


def _total(seconds: Sequence[float | None]) -> str:
    """From past rates; what follows from changed output is not known before it has changed."""
    known = sum(one for one in seconds if one is not None)
    cores = os.cpu_count() or 1
    open_end = "" if None not in seconds else "; not counted what was never done before"
    return f"about {known:.1f} CPU s by past rates, {known / cores:.1f} s on {cores} cores{open_end}"
