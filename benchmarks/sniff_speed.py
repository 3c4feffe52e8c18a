"""What does a sniff cost beside its peers? Milliseconds of CPU per file, interleaved file by file, so that a busy host hurts all alike.

    python -m benchmarks.sniff_speed FOLDER [--magika PYTHON] [--limit N]

``--magika`` names the interpreter of a separate environment that has magika (it is no dependency of the project). Writes results/sniff_speed.json.
"""

from __future__ import annotations

import argparse
import datetime
import json
import platform
import statistics
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import magic

from ingest_assets.model import RawFile
from ingest_assets.settings import Settings
from ingest_assets.sniff.sniff import sniff

RESULT = Path(__file__).parent / "results" / "sniff_speed.json"
MAGIKA = """
import json, sys, time, magika
engine = magika.Magika()
print("ready", flush=True)
for line in sys.stdin:
    start = time.process_time()
    engine.identify_path(line.rstrip("\\n"))
    print(json.dumps(time.process_time() - start), flush=True)
"""


def timed(work: Callable[[], object]) -> float:
    """CPU seconds of this process for one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def ours(path: Path, settings: Settings) -> object:
    """One sniff under the file's own name."""
    return sniff(path, RawFile(raw_sha256="", size_bytes=path.stat().st_size, name=path.name), settings)


def magika_timer(interpreter: str) -> Callable[[Path], float]:
    """Asks a child process, which reports its own CPU seconds per file."""
    child = subprocess.Popen([interpreter, "-c", MAGIKA], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if child.stdin is None or child.stdout is None or child.stdout.readline().strip() != "ready":
        raise SystemExit("magika does not start")
    asked, answers = child.stdin, child.stdout

    def measure(path: Path) -> float:
        asked.write(f"{path.resolve()}\n")
        asked.flush()
        return float(json.loads(answers.readline()))

    return measure


def summary(seconds: list[float]) -> dict[str, float]:
    """Milliseconds: median, mean, 95th percentile, largest."""
    ordered = sorted(second * 1000 for second in seconds)
    return {
        "median_ms": round(statistics.median(ordered), 3),
        "mean_ms": round(statistics.fmean(ordered), 3),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)], 3),
        "max_ms": round(ordered[-1], 1),
    }


def main() -> None:
    """Measure every file of the folder once with each tool, in turn."""
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("folder", type=Path)
    cli.add_argument("--magika")
    cli.add_argument("--limit", type=int, default=0)
    args = cli.parse_args()
    files = sorted(path for path in args.folder.rglob("*") if path.is_file())[: args.limit or None]
    with_audit = Settings()
    alone = replace(with_audit, sniff=replace(with_audit.sniff, libmagic_audit=False))
    handle = magic.Magic(mime=True)
    tools: dict[str, Callable[[Path], float]] = {
        "libmagic": lambda path: timed(lambda: handle.from_file(str(path))),
        "ours": lambda path: timed(lambda: ours(path, alone)),
        "ours with libmagic audit": lambda path: timed(lambda: ours(path, with_audit)),
    }
    if args.magika:
        tools["magika"] = magika_timer(args.magika)
    seconds: dict[str, list[float]] = {name: [] for name in tools}
    for name, measure in tools.items():  # engines and tables load before the clock counts
        for path in files[:20]:
            measure(path)
        seconds[name].clear()
    names = list(tools)
    for turn, path in enumerate(files):
        # The first to touch a file pays for cold caches: each tool is first in its turn.
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            seconds[name].append(tools[name](path))
    figures = {
        "what": "CPU milliseconds per file, interleaved, each tool first in turn",
        "command": "python -m benchmarks.sniff_speed FOLDER [--magika PYTHON]",
        "date": str(datetime.date.today()),
        "python": platform.python_version(),
        "libmagic": magic.version(),  # type: ignore[no-untyped-call]  # python-magic has no annotations
        "files": len(files),
        "tools": {name: summary(values) for name, values in seconds.items()},
    }
    RESULT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures["tools"], indent=1))


if __name__ == "__main__":
    main()
