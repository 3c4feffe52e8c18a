"""Run sources in process in a workspace of a test, and see how their documents ended."""

from __future__ import annotations

import importlib
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from ingest_assets.orchestration.launch import Request, run_sources
from ingest_assets.store.store import Store
from ingest_assets.workers.job import Job, Outcome
from ingest_assets.workspace import Workspace

ROOT = Path(__file__).resolve().parent.parent
WITHOUT_LOGS = """compute_logs:
  module: dagster._core.storage.noop_compute_log_manager
  class: NoOpComputeLogManager
"""
"""Four processes less for each run; nobody reads the printed lines of a test's runs."""


class dagster_home:  # noqa: N801 - used as a function
    """Point DAGSTER_HOME at the workspace's own folder."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "dagster"
        self.before = os.environ.get("DAGSTER_HOME")

    def __enter__(self) -> None:
        self.folder.mkdir(exist_ok=True)
        settings = (ROOT / "dagster.yaml").read_text("utf-8")
        (self.folder / "dagster.yaml").write_text(settings + WITHOUT_LOGS, "utf-8")
        os.environ["DAGSTER_HOME"] = str(self.folder)

    def __exit__(self, *_: object) -> None:
        os.environ.pop("DAGSTER_HOME")
        if self.before is not None:
            os.environ["DAGSTER_HOME"] = self.before


def run(data: Path, *keys: str, read: Counter[tuple[str, str]] | None = None) -> dict[str, str | None]:
    """Run sources in process; ``read`` counts the documents that each stage worked on."""
    home = Workspace(data)
    counted = read if read is not None else Counter()
    request = Request(home=home, keys=keys or list(home.source_names()), workers=2)
    return run_sources(request, lambda source, stage: counted.update([(source, stage)]))


def states(home: Workspace) -> dict[str, dict[str, int]]:
    """Source → state → documents."""
    with Store(home.lake).connect() as connection:
        rows = connection.execute("select source, state, count(*) from outcomes group by all").fetchall()
    found: dict[str, dict[str, int]] = {}
    for source, state, count in rows:
        found.setdefault(source, {"indexed": 0, "quarantined": 0, "skipped": 0})[state] = count
    return found


def inline(function: str, jobs: Iterable[Job], **_: object) -> Iterator[Outcome]:
    """The pool's call without its processes, so that code changed in this one is what runs."""
    module, name = function.split(":")
    call = getattr(importlib.import_module(module), name)
    for job in jobs:
        start = time.process_time()
        yield Outcome(key=job.key, value=call(job.argument), cpu_s=time.process_time() - start)
