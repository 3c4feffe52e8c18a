"""``ingest triage PATH``: where would the effort go? A seeded sample, counted by format and outcome, compared with the last look."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.commands.run import DataOption, JsonOption


def triage_command(
    path: Annotated[Path, typer.Argument(help="A folder or a file.")],
    sample: Annotated[int, typer.Option(help="How many files to read.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    jobs: Annotated[int, typer.Option(help="Worker processes; 0 means one per core.")] = 0,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Read a seeded sample and count it by format and outcome: ok, the first problem code, or the exception's class."""
    if not path.exists():
        raise CommandError(f"{path} does not exist: give a folder or a file")
    if sample < 1:
        raise CommandError(f"--sample {sample}: at least one file has to be read")
    from ingest_assets.baseline import Baseline, compare, read_sample
    from ingest_assets.commands.progress import document_progress
    from ingest_assets.workspace import workspace

    home = workspace(data)
    with document_progress("triage", total=sample) as show:
        rows = read_sample(
            path,
            settings=home.settings_of(path),
            size=sample,
            seed=seed,
            workers=jobs or os.cpu_count() or 1,
            on_done=lambda count: show({"read": count}),
        )
    stored = Baseline(home.lake / "baselines", path, sample, seed)
    before = stored.load()
    stored.save(rows)
    counts = Counter((row.format, row.outcome) for row in rows)
    changes = compare(before, rows) if before is not None else []
    if as_json:
        table = [
            {"format": name, "outcome": outcome, "files": count} for (name, outcome), count in counts.most_common()
        ]
        print(
            json.dumps(
                {"files": len(rows), "counts": table, "changes": [list(change) for change in changes]},
                ensure_ascii=False,
            )
        )
        return 0
    _show(counts, changes, first=before is None)
    return 0


def _show(counts: Counter[tuple[str, str]], changes: list[tuple[str, str, str]], *, first: bool) -> None:
    from ingest_assets.commands.tables import plain_table

    plain_table(("format", "outcome", "files"), [(*key, count) for key, count in counts.most_common()])
    print(f"{counts.total()} files read")
    if first:
        print("stored as the baseline of this path, sample and seed")
    else:
        print(f"{len(changes)} files ended otherwise than at the last look")
        if changes:
            plain_table(("file", "before", "now"), changes)
