"""How good is the reading? Runs ``ingest convert`` over every labelled set of ../shared and keeps each scorer's figures.

python -m benchmarks.quality [SET ...] [--out FOLDER]
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
RESULTS = ROOT / "benchmarks" / "results"
INGEST = Path(sys.executable).parent / "ingest"
SETS = ("cases", "hostile", "sniff", "encoding", "formats", "html-main", "pdf", "triage", "ocr")


def folder_of(name: str) -> Path:
    """Where a set lies."""
    return SHARED / name if name == "cases" else SHARED / "bench" / name


def convert(name: str, out: Path) -> None:
    """Convert a set's files; the encoding set has a runner of its own, for its HTTP headers."""
    folder = folder_of(name)
    if name == "encoding":
        command = [sys.executable, str(folder / "run.py"), str(out), "--command", f"{INGEST} convert"]
    else:
        command = [str(INGEST), "convert", str(folder / "files"), "--out", str(out)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def score(name: str, out: Path) -> dict[str, object]:
    """The scorer's own JSON and its last line."""
    figures = out.parent / f"{name}.score.json"
    command = [sys.executable, str(folder_of(name) / "score.py"), str(out), "--json", str(figures)]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    lines = [line for line in run.stdout.splitlines() if line.strip()]
    kept = json.loads(figures.read_text("utf-8")) if figures.exists() else {}
    summary = (
        {key: value for key, value in kept.items() if not isinstance(value, list)} if isinstance(kept, dict) else {}
    )
    return {"printed": lines[-25:], "figures": summary}


def measure(name: str, out: Path) -> dict[str, Any]:
    """Convert and score one set; CPU seconds of all documents, as their reports have them."""
    start = time.monotonic()
    convert(name, out)
    wall = time.monotonic() - start
    reports = [json.loads(path.read_text("utf-8")) for path in out.rglob("_report.json")]
    cpu = sum(spent["cpu_s"] for report in reports for spent in report["timings"].values())
    return {"cpu_s": round(cpu, 1), "wall_s": round(wall, 1), **score(name, out)}


def main() -> int:
    """Measure the sets that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", choices=[*SETS, []], default=[])
    parser.add_argument("--out", type=Path, help="keep the converted files here")
    arguments = parser.parse_args()
    if not SHARED.is_dir():
        print("benchmarks: ../shared is not here, nothing to measure")
        return 0
    for name in arguments.sets or SETS:
        with TemporaryDirectory() as scratch:
            result = measure(name, (arguments.out or Path(scratch)) / name)
        kept = {"set": name, "date": datetime.date.today().isoformat(), "commit": commit(), **result}
        (RESULTS / f"quality-{name}.json").write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")
        print(f"== {name}: {result['cpu_s']} CPU s", *result["printed"][-6:], sep="\n   ")
    return 0


def commit() -> str:
    """The measured version."""
    return subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, check=False, capture_output=True, text=True
    ).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
