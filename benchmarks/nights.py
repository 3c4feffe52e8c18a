"""What a night costs: ``python -m benchmarks.nights [--sources 20] [--documents 1000]`` writes results/nights.json.

Small text, web and CSV files, made here. First a night that reads the first source; its rows and files are copied to the others, since reading
20,000 files is not what is measured. Then a night on which nothing has changed, and one with 1 % changed; each through Dagster in this process on
SQLite. CPU seconds are of this process and its workers.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import dagster as dg

from ingest_assets.advance import Advance
from ingest_assets.orchestration.launch import Request, run_sources
from ingest_assets.signatures import Signatures
from ingest_assets.stages import BY_NAME
from ingest_assets.store.columns import current_columns
from ingest_assets.store.schemas import DATASETS, KEYS
from ingest_assets.store.store import Store
from ingest_assets.store.tables import Row
from ingest_assets.workspace import Workspace

ASSETS = (
    "raw_files",
    "sniffed_files",
    "page_triage",
    "parser_comparison",
    "extracted_text",
    "cleaned_documents",
    "gated_documents",
    "index_chunks",
)
WORDS = (
    "harbour", "keeper", "lamp", "evening", "weather", "journal", "quay", "berth", "depth", "timber", "letter", "report",
    "winter", "rope", "signal", "captain", "village", "road", "bridge", "market", "invoice", "paper", "office", "window",
    "garden", "river", "stone", "summer", "morning", "shadow",
)  # fmt: skip
Figures = dict[str, object]


def write(source: Path, number: int, seeded: random.Random) -> None:
    """One file: of three formats in turn."""
    text = " ".join(seeded.choices(WORDS, k=120)) + f". Number {number}."
    kind = number % 3
    if kind == 0:
        (source / f"{number}.txt").write_text(text)
    elif kind == 1:
        page = f"<html><head><title>Page {number}</title></head><body><article><h1>Page {number}</h1><p>{text}</p></article></body></html>"
        (source / f"{number}.html").write_text(page)
    else:
        rows = "".join(f"{seeded.choice(WORDS)};{seeded.random():.3f};{row}\n" for row in range(20))
        (source / f"{number}.csv").write_text(f"name;depth;row\n{rows}")


def spent() -> float:
    """CPU seconds of this process and of its children that have ended."""
    both = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def night(home: Workspace) -> Figures:
    """Run every source, publish, report."""
    read: Counter[str] = Counter()
    cpu, wall, start = spent(), time.monotonic(), time.time()
    request = Request(home=home, keys=list(home.source_folders()), workers=os.cpu_count() or 1)
    ended = run_sources(request, lambda _, stage: read.update([stage]))
    assert set(ended.values()) == {None}, ended
    took = {"cpu_s": round(spent() - cpu, 1), "wall_s": round(time.monotonic() - wall, 1)}
    return {"documents_through_stage": dict(read), **took, "cpu_s_by_asset": by_asset(start)}


def by_asset(since: float) -> Figures:
    """Asset → CPU seconds over all sources: of the run's process and of its workers, as the materialisations tell."""
    found: Figures = {}
    with dg.DagsterInstance.get() as instance:
        for asset in ASSETS:
            filters = dg.AssetRecordsFilter(asset_key=dg.AssetKey(asset), after_timestamp=since)
            told = [one.asset_materialization for one in instance.fetch_materializations(filters, limit=1000).records]
            sums = {
                name: round(
                    sum(float(str(one.metadata[name].value)) for one in told if one and name in one.metadata), 2
                )
                for name in ("cpu_s", "workers_cpu_s")
            }
            found[asset] = sums
    return found


def one_process(home: Workspace, source: str) -> Figures:
    """A run of an unchanged source in a process of its own, as the daemon starts it: imports included."""
    command = [str(Path(sys.executable).parent / "dagster"), "job", "execute", "-m", "ingest_assets.definitions"]
    arguments = ["-j", "source_run", "--tags", json.dumps({"dagster/partition": source})]
    before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = {**os.environ, "INGEST_DATA": str(home.data)}
    subprocess.run([*command, *arguments], check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"cpu_s": round(cpu, 1), "wall_s": round(time.monotonic() - wall, 1)}


def copied(home: Workspace, source: str, target: str) -> None:
    """Another source with the same files and rows, as if it had been read as well."""
    store = Store(home.lake)
    shutil.copytree(home.sources / source, home.sources / target, copy_function=shutil.copy2)
    known = store.manifest(source)
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    store.manifest(target).save(known.load(), seen_at=now, signature=known.signature())
    run = Advance(store=store, source=target, settings=home.settings(target))
    for dataset, about in DATASETS.items():
        columns = ["fingerprint", "output_hash", "payload", *about.columns]
        fingerprints = run.wanted(BY_NAME[dataset]) if dataset in BY_NAME and run.documents() else {}
        store.append(
            dataset, target, (_row(row, fingerprints) for row in current_columns(store.table(dataset, source), columns))
        )
        store.table(dataset, target).compact(force=True)
    Signatures(home.lake, target).record({name: run.rules(stage) for name, stage in BY_NAME.items()})
    run.outcomes()


def _row(found: Mapping[str, Any], fingerprints: Mapping[str, str]) -> Row:
    own = {name: value for name, value in found.items() if name not in KEYS}
    fingerprint = fingerprints.get(str(found["raw_sha256"]), str(found["fingerprint"]))
    return Row(
        raw_sha256=found["raw_sha256"],
        fingerprint=fingerprint,
        output_hash=found["output_hash"],
        payload=found["payload"] or b"",
        columns=own,
    )


def measured(folder: Path, sources: int, documents: int) -> Figures:
    """The three nights."""
    home, seeded = Workspace(folder / "data"), random.Random(0)
    os.environ["DAGSTER_HOME"] = str(folder / "dagster")
    (folder / "dagster").mkdir()
    shutil.copy("dagster.yaml", folder / "dagster")
    (home.sources / "s00").mkdir(parents=True)
    for number in range(documents):
        write(home.sources / "s00", number, seeded)
    found: Figures = {"first, one source": night(home)}
    for source in range(1, sources):
        copied(home, "s00", f"s{source:02d}")
    settled = night(home)
    found["after the copy"] = {name: settled[name] for name in ("documents_through_stage", "cpu_s")}
    found["unchanged"] = night(home)
    found["unchanged, one source in a process of its own"] = one_process(home, "s00")
    for source in range(sources):
        for number in seeded.sample(range(documents), max(1, documents // 100)):
            write(home.sources / f"s{source:02d}", number, seeded)
    found["1 % changed"] = night(home)
    return found


def main() -> None:
    """Run the nights and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=int, default=20)
    parser.add_argument("--documents", type=int, default=1000)
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="ingest-nights-"))
    try:
        figures = {
            "what": f"nights over {asked.sources} sources of {asked.documents} small text, web and CSV files, through Dagster on SQLite",
            "command": f"python -m benchmarks.nights --sources {asked.sources} --documents {asked.documents}",
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "versions": {"python": platform.python_version(), "dagster": version("dagster")},
            "load": os.getloadavg()[1],
            "nights": measured(folder, asked.sources, asked.documents),
            "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }
    finally:
        shutil.rmtree(folder)
    text = json.dumps(figures, indent=2)
    (Path(__file__).parent / "results" / "nights.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
