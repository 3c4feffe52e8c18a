"""What does an OCR page cost, and do two workers read one long scan twice as fast? Rounds of one and two workers take turns; medians.

    python -m benchmarks.ocr_speed [--pages 16] [--rounds 3] [--triage FOLDER]

One scanned PDF of clean 200 dpi pages goes through ``ingest convert`` with one and with two workers, and so do as many one-page scans. Writes
results/ocr_speed.json: CPU seconds per page, pages per second, how many pages were being read at once, and triage milliseconds per page of the PDFs
in FOLDER. On a host that is busy with other sessions pages per second say little, the load is written down beside them: Linux gives each session
(each worker is one) an even share, so one document gets one share however many of its pages are read at once.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import statistics
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

import numpy as np

from benchmarks.ocr_pages import grey, page, paragraphs, prose
from ingest_assets.conversion import Request, convert
from ingest_assets.extract.ocr.engine import program_versions
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.settings import Settings
from ingest_assets.triage.page import triage_page
from ingest_assets.workers.watch import tree
from ingest_assets_tests.corpus.scans import scan_pdf

RESULT = Path(__file__).parent / "results" / "ocr_speed.json"


def scans(count: int) -> list[np.ndarray]:
    """Grey pages of about 250 words, half Russian, half English."""
    languages = ("ru", "en")
    return [
        grey(page(paragraphs(prose(languages[n % 2], n, 12) + prose(languages[n % 2], n + 50, 8))))
        for n in range(count)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One conversion: ``at_once`` is the mean number of Tesseract processes while there was any."""

    wall_s: float
    cpu_s: float
    at_once: float


def timed(folder: Path, out: Path, workers: int) -> Round:
    """One conversion."""
    counts: list[int] = []
    ended = Event()

    def count() -> None:
        while not ended.wait(0.1):
            counts.append(sum(_is_tesseract(pid) for pid in tree(os.getpid())))

    watcher = Thread(target=count)
    watcher.start()
    start = time.monotonic()
    report = convert(Request(paths=[folder], out=out, settings=Settings(), workers=workers))
    wall_s = time.monotonic() - start
    ended.set()
    watcher.join()
    assert report.states["indexed"] == len(report.timings), report.states
    cpu_s = sum(timing["cpu_s"] for timing in report.timings.values())
    return Round(wall_s=wall_s, cpu_s=cpu_s, at_once=statistics.mean(count for count in counts if count))


def _is_tesseract(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip() == "tesseract"
    return False


def compared(folder: Path, pages: int, rounds: int) -> dict[str, object]:
    """One and two workers in turns."""
    found: dict[int, list[Round]] = {1: [], 2: []}
    with TemporaryDirectory() as out:
        for number in range(rounds):
            for workers in (1, 2) if number % 2 == 0 else (2, 1):
                found[workers].append(timed(folder, Path(out), workers))
                print(folder.name, workers, found[workers][-1], flush=True)
    pace = {workers: statistics.median(pages / one.wall_s for one in times) for workers, times in found.items()}
    return {
        "pages": pages,
        "rounds": rounds,
        "pages_per_second": {str(workers): round(value, 3) for workers, value in pace.items()},
        "two_workers_against_one": round(pace[2] / pace[1], 2),
        "cpu_seconds_per_page": {
            str(workers): round(statistics.median(one.cpu_s / pages for one in times), 2)
            for workers, times in found.items()
        },
        "pages_read_at_once": {
            str(workers): round(statistics.median(one.at_once for one in times), 2) for workers, times in found.items()
        },
    }


def triage_milliseconds(folder: Path) -> dict[str, object]:
    """CPU ms of the triage of each page of the PDFs in a folder, the reading of the page aside: extraction uses that as well."""
    spent: list[float] = []
    for path in sorted(folder.glob("*.pdf")):
        with PdfPages(path) as pdf:
            for number in range(1, pdf.count + 1):
                pdf.content(number)
                start = time.process_time()
                triage_page(pdf, number, Settings().triage)
                spent.append(1000 * (time.process_time() - start))
    return {
        "pages": len(spent),
        "median": round(statistics.median(spent), 2),
        "mean": round(statistics.mean(spent), 2),
        "p95": round(float(np.percentile(spent, 95)), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--triage", type=Path, help="folder of PDFs whose pages are triaged")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    with TemporaryDirectory() as folder:
        one, many = Path(folder, "one"), Path(folder, "many")
        one.mkdir()
        many.mkdir()
        for number, pixels in enumerate(scans(arguments.pages)):
            (many / f"{number}.pdf").write_bytes(scan_pdf([pixels], dpi=200))
        (one / "scan.pdf").write_bytes(scan_pdf(scans(arguments.pages), dpi=200))
        result = {
            "what": (__doc__ or "").split("\n")[0],
            "date": datetime.date.today().isoformat(),
            "tesseract": program_versions()[0],
            "cores": os.cpu_count(),
            "load_before": round(load, 1),
            "one_document": compared(one, arguments.pages, arguments.rounds),
            "one_page_documents": compared(many, arguments.pages, arguments.rounds),
        }
    if arguments.triage:
        result["triage_cpu_ms_per_page"] = triage_milliseconds(arguments.triage)
    RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
