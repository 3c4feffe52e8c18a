"""What the pool, the scan and the store cost: ``python -m benchmarks.execution [--files N]`` writes results/execution.json.

CPU seconds are of this process; wall times depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import datetime
import json
import platform
import resource
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from ingest_assets.planning import difference, fingerprint
from ingest_assets.raw.raw_files import Look, documents, is_unchanged, listing, scan
from ingest_assets.raw.walk import walk
from ingest_assets.store.manifest import Location
from ingest_assets.store.store import Store
from ingest_assets.store.tables import Row
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.raw import Scanning
from ingest_assets.workers.job import Job
from ingest_assets.workers.pool import map_documents

FAULTS = "ingest_assets_tests.faults.functions"
NOW = datetime.datetime(2026, 11, 30)
Figures = dict[str, float]


def timed(work: Callable[[], object]) -> Figures:
    """CPU and wall seconds of one call."""
    cpu, wall = time.process_time(), time.monotonic()
    work()
    return {"cpu_s": round(time.process_time() - cpu, 3), "wall_s": round(time.monotonic() - wall, 3)}


def pool_overhead(count: int = 2000) -> dict[str, Figures]:
    """Milliseconds of a document that does nothing: wall, and the supervisor's CPU."""
    found = {}
    for workers in (1, 2):
        jobs = (Job(key=str(number), argument=number) for number in range(count))
        took = timed(lambda: list(map_documents(f"{FAULTS}:double", jobs, limits=Limits(), workers=workers)))  # noqa: B023 - called before the loop goes on
        per_job = {name.replace("_s", "_ms"): round(value * 1000 / count, 3) for name, value in took.items()}
        found[f"{workers} workers"] = per_job
    return found


def pool_faults() -> dict[str, object]:
    """Five faults among 100 good documents of 5 ms: nothing else may be lost."""
    orders: list[tuple[str, object]] = [("burn", 0.005)] * 100
    for at, fault in enumerate(["segfault", "exit_at_once", "hang", "system_exit"]):
        orders.insert(20 * at, (fault, None))
    orders.insert(50, ("memory_bomb", 1 << 30))
    jobs = (Job(key=str(number), argument=order) for number, order in enumerate(orders))
    limits = Limits(cpu_seconds=2.0, memory_bytes=300 * 1024**2)
    wall = time.monotonic()
    outcomes = Counter(
        outcome.failure.code.value if outcome.failure else "ok"
        for outcome in map_documents(f"{FAULTS}:mixed", jobs, limits=limits, workers=2)
    )
    return {"outcomes": dict(outcomes), "wall_s": round(time.monotonic() - wall, 2)}


def source_of(folder: Path, count: int) -> Path:
    """A source with ``count`` small files, 1,000 in a folder."""
    for number in range(count):
        path = folder / f"{number // 1000:04d}" / f"{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(str(number))
    return folder


def scans(base: Path, count: int) -> dict[str, object]:
    """First look unchanged look, and the night's whole difference."""
    source, store = source_of(base / "source", count), Store(base / "lake")
    names = {"walk": timed(lambda: sum(1 for _ in walk(source)))}
    sample = source_of(base / "sample", count // 50)
    look = Look(now=NOW, is_system_file=lambda name: False, scanning=Scanning(audit_days=10**9))
    names["first look: hash, store, fsync"] = timed(lambda: scan(listing(sample, look), [], store.blobs, look))
    known = [_known(entry.path, entry.size_bytes, entry.mtime_ns) for entry in walk(source)]
    manifest, signature = store.manifest("web"), listing(source, look).signature
    names["save manifest"] = timed(lambda: manifest.save(known, seen_at=NOW, signature=signature))

    def night() -> None:
        assert is_unchanged(listing(source, look), manifest, store.blobs, look)
        manifest.touch(seen_at=NOW)

    def comparison() -> None:
        assert not scan(listing(source, look), manifest.load(), store.blobs, look).changed

    names["unchanged night: walk and signature"] = timed(night)
    names["comparison when something differs: load manifest, walk, compare"] = timed(comparison)
    names["documents of the locations"] = timed(lambda: documents("web", known))
    files = {"first look: hash, store, fsync": count // 50}
    return {
        name: {
            "files": (number := files.get(name, count)),
            **took,
            "cpu_us_per_file": round(took["cpu_s"] * 1e6 / number, 1),
        }
        for name, took in names.items()
    }


def _known(path: bytes, size: int, mtime_ns: int) -> Location:
    name = path.decode()
    return Location(
        path=path, name=name, size_bytes=size, mtime_ns=mtime_ns, raw_sha256=fingerprint(name), first_seen=NOW
    )


def tables(base: Path, count: int) -> dict[str, Figures]:
    """Rows of one dataset: commit, present, difference, load, compact, count by SQL."""
    store = Store(base / "lake")
    keys = [fingerprint(number) for number in range(count)]

    def rows() -> Iterator[Row]:
        for key in keys:
            yield Row(raw_sha256=key, fingerprint="f", output_hash=key, payload=b"x" * 500, columns={"format": "pdf"})

    found = {f"append {count} rows in commits of 200": timed(lambda: store.append("sniffed", "web", rows()))}
    store = Store(base / "lake")
    found["present"] = timed(lambda: store.present("sniffed", "web"))
    present = store.present("sniffed", "web")
    found["difference"] = timed(lambda: difference(dict.fromkeys(keys, "f"), present))
    found["load 1000 of them"] = timed(lambda: sum(1 for _ in store.load("sniffed", "web", keys[:1000])))
    found["compact"] = timed(lambda: store.compact("web", force=True))
    found["connect"] = timed(lambda: store.connect().close())
    with store.connect() as lake:
        found["group by format"] = timed(lake.sql("select format, count(*) from sniffed_files group by 1").fetchall)
    return found


def main() -> None:
    """Run everything and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100_000)
    count = parser.parse_args().files
    base = Path(tempfile.mkdtemp(prefix="ingest-bench-"))
    try:
        figures = {
            "what": "cost of the worker pool, the scan of a source and the store",
            "command": f"python -m benchmarks.execution --files {count}",
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "python": platform.python_version(),
            "pool": pool_overhead(),
            "pool_faults": pool_faults(),
            "scan": scans(base, count),
            "store": tables(base, count),
            "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }
    finally:
        shutil.rmtree(base)
    text = json.dumps(figures, indent=2)
    (Path(__file__).parent / "results" / "execution.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
