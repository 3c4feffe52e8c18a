"""What does a batch save? CPU seconds per old office document, each in a LibreOffice of its own and many in one.

    python -m benchmarks.office_batches [--size N]

Reads the doc and ppt files of ../shared/bench/sniff (real files under all kinds of names). Writes results/office_batches.json.
"""

from __future__ import annotations

import argparse
import datetime
import json
import resource
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest_assets.extract.containers import ContainerFault
from ingest_assets.extract.office_program import TARGETS, converted, converted_batch, office_version
from ingest_assets.model import RawFile
from ingest_assets.settings import Settings
from ingest_assets.sniff.sniff import sniff
from ingest_assets.thresholds.formats import Formats

FILES = Path(__file__).resolve().parent.parent.parent / "shared" / "bench" / "sniff" / "files"
RESULT = Path(__file__).parent / "results" / "office_batches.json"


def cpu_of_children(work: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds of the programs that ``work`` starts, and what it gives."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    count = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, count


def alone(paths: Sequence[Path], kind: str, formats: Formats) -> int:
    """How many come out one by one."""
    count = 0
    for path in paths:
        with TemporaryDirectory() as scratch:
            try:
                converted(path, extension=kind, target=TARGETS[kind], scratch=Path(scratch), formats=formats)
                count += 1
            except ContainerFault:
                pass
    return count


def together(paths: Sequence[Path], kind: str, formats: Formats) -> int:
    """How many come out of one child."""
    with TemporaryDirectory() as scratch:
        sources = [(path, kind) for path in paths]
        found = converted_batch(sources, target=TARGETS[kind], scratch=Path(scratch), formats=formats)
        return sum(path is not None for path in found)


def found(kind: str, limit: int) -> list[Path]:
    """Unlocked files of a format, by their bytes."""
    settings, paths = Settings(), []
    for path in sorted(FILES.rglob("*")):
        if path.is_file() and path.read_bytes()[:4] == b"\xd0\xcf\x11\xe0":
            raw = RawFile(raw_sha256="", size_bytes=path.stat().st_size, name=path.name)
            sniffed = sniff(path, raw, settings)
            if sniffed.format == kind and "locked" not in sniffed.flags:
                paths.append(path)
    return paths[:limit]


def main() -> int:
    """Measure and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=20)
    size = parser.parse_args().size
    if not FILES.is_dir():
        print("benchmarks: ../shared is not here, nothing to measure")
        return 0
    formats, rows = Formats(), {}
    for kind in ("doc", "ppt"):
        paths = found(kind, size)
        for name, way in (("alone", alone), ("batch", together)):
            seconds, count = cpu_of_children(partial(way, paths, kind, formats))
            rows[f"{kind} {name}"] = {
                "files": len(paths),
                "came_out": count,
                "cpu_s_per_file": round(seconds / len(paths), 3),
            }
            print(kind, name, rows[f"{kind} {name}"])
    kept = {
        "what": "CPU s per file of LibreOffice, real files, one child each against one child for all",
        "date": datetime.date.today().isoformat(),
        "libreoffice": office_version(),
        "figures": rows,
    }
    RESULT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
