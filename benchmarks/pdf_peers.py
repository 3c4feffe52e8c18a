"""Pages per CPU second of the whole way, against four other PDF readers on the same pages, interleaved document by document.

    python -m benchmarks.pdf_peers [FOLDER] [--pages 80] [--rounds 3] [--json FILE]

Each peer is installed from the package index into an environment of its own in a temporary folder. Every engine is one process that lives
through all rounds; a document's CPU seconds are those of that process and its children. Documents that need OCR are left out.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from ingest_assets.model import Sniffed
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.settings import Settings
from ingest_assets.triage.triage import triage

FOLDER = Path("../shared/bench/pdf/files")
CHILD = Path(__file__).with_name("pdf_peer_child.py")
PEERS = {"liteparse": "2.18.0", "opendataloader-pdf": "2.5.16", "pymupdf4llm": "0.2.9", "pymupdf": "2.0"}
LONGEST = 20  # pages: one long document must not decide
PDF = Sniffed(
    format="pdf", media_type="application/pdf", format_evidence="", declared_extension="pdf", extension_mismatch=False
)


@dataclass(slots=True)
class Engine:
    """A running child; ``rounds`` holds the CPU seconds of each round, ``faults`` the documents it failed on."""

    name: str
    process: subprocess.Popen[str]
    versions: dict[str, str]
    rounds: list[float] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)
    peak_mb: int = 0

    def ask(self, path: Path) -> float:
        """CPU seconds that the engine took for a document."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{path.resolve()}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if answer["fault"]:
            self.faults[path.name] = answer["fault"]
        self.peak_mb = max(self.peak_mb, answer["peak_mb"])
        return float(answer["cpu_s"])


def main() -> None:
    """Install, measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--pages", type=int, default=80)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        print(f"{arguments.folder} is not here: nothing to measure")
        return
    paths, pages = chosen(arguments.folder, arguments.pages)
    with TemporaryDirectory(prefix="pdf-peers-") as home:
        engines, missing = started(Path(home))
        for engine in engines:
            engine.ask(paths[0])  # fonts, models and word lists are loaded
        for number in range(arguments.rounds):
            one_round(engines, paths, number)
            print(f"round {number + 1}: {[(engine.name, round(engine.rounds[-1], 1)) for engine in engines]}")
        for engine in engines:
            stopped(engine)
    figures = report(engines, missing, pages=pages, documents=len(paths))
    print(json.dumps(figures, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def chosen(folder: Path, wanted: int) -> tuple[list[Path], int]:
    """Documents of clean digital pages, drawn at random (seed 0) until there are enough pages."""
    candidates = sorted(folder.rglob("*.pdf"))
    random.Random(0).shuffle(candidates)
    paths, pages = [], 0
    for path in candidates:
        with PdfPages(path) as pdf:
            count = pdf.count
            clean = count <= LONGEST and all(
                page.page_class in ("clean_digital", "blank") for page in triage(path, PDF, Settings(), pdf).pages
            )
        if clean and pages + count <= wanted:
            paths.append(path)
            pages += count
    return paths, pages


def started(home: Path) -> tuple[list[Engine], dict[str, str]]:
    """Running engines, and why the others are missing."""
    engines, missing = [running("ingest", Path(sys.executable))], {}
    for name, version in PEERS.items():
        place = home / name
        venv.create(place, with_pip=True)
        python = place / "bin" / "python"
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{name}=={version}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            missing[name] = f"{version} cannot be installed: {done.stderr.strip().splitlines()[-1][:200]}"
            continue
        try:
            engines.append(running(name, python))
        except json.JSONDecodeError:
            missing[name] = f"{version} is installed and does not start"
    return engines, missing


def running(name: str, python: Path) -> Engine:
    """Start an engine's process and wait until it is ready. Raises JSONDecodeError when it ends before."""
    script = ["-m", "benchmarks.pdf_peer_child"] if name == "ingest" else [str(CHILD)]
    process = subprocess.Popen(
        [str(python), *script, name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    return Engine(name, process, json.loads(process.stdout.readline())["versions"])


def stopped(engine: Engine) -> None:
    """End the engine's process."""
    assert engine.process.stdin is not None
    engine.process.stdin.close()
    engine.process.wait()


def one_round(engines: Sequence[Engine], paths: Sequence[Path], number: int) -> None:
    """Every document by every engine before the next document; the first engine changes."""
    totals = dict.fromkeys((engine.name for engine in engines), 0.0)
    for place, path in enumerate(paths):
        first = (place + number) % len(engines)
        for engine in (*engines[first:], *engines[:first]):
            totals[engine.name] += engine.ask(path)
    for engine in engines:
        engine.rounds.append(totals[engine.name])


def report(engines: Sequence[Engine], missing: dict[str, str], *, pages: int, documents: int) -> dict[str, Any]:
    """The figures as they are written."""
    rows = {
        engine.name: {
            "pages_per_cpu_second": round(pages / median(engine.rounds), 2),
            "cpu_s_by_round": [round(seconds, 2) for seconds in engine.rounds],
            "peak_mb": engine.peak_mb,
            "version": engine.versions.get(engine.name, "this checkout"),
            "pymupdf": engine.versions.get("PyMuPDF") or engine.versions.get("pymupdf"),
            "faults": engine.faults,
        }
        for engine in engines
    }
    return {
        "what": "clean digital pages, interleaved document by document; CPU seconds of the engine's process and its children",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "python": sys.version.split()[0],
        "documents": documents,
        "pages": pages,
        "engines": rows,
        "missing": missing,
    }


if __name__ == "__main__":
    main()
