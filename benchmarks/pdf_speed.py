"""What do clean digital pages cost, the whole way and triage alone; does the cost grow with the number of pages; and the memory of a page?

    python -m benchmarks.pdf_speed [FOLDER] [--json FILE]

CPU seconds. The whole way is sniffing, triage, extraction, cleaning, gate and chunks; PyMuPDF's own word extraction runs beside it, document
by document, so that a busy machine can be told from a slow reader. Documents that need OCR are left out and counted.
"""

from __future__ import annotations

import argparse
import datetime
import json
import multiprocessing
import resource
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import pymupdf

import ingest_assets.engines  # noqa: F401 - loads the word lists, as the workers' forkserver does
from ingest_assets.model import RawFile
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.pipeline import read_document
from ingest_assets.settings import Settings
from ingest_assets.sniff.sniff import sniff
from ingest_assets.triage.page import triage_page

FOLDER = Path("../shared/bench/pdf/files")
LENGTHS = (5, 500, 2000)  # pages of the files on which growth is measured
SAMPLE = 5  # different pages that those files repeat


def main() -> None:
    """Measure every PDF of the folder, then files of the same pages in several lengths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS, help="pages of the files for growth")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        print(f"{arguments.folder} is not here: nothing to measure")
        return
    paths = sorted(arguments.folder.rglob("*.pdf"))
    for path in (paths[0], paths[-1]):  # fonts and further word lists are loaded
        measured(path)
    rows = [measured(path) for path in paths]
    native = [row for row in rows if row["native"]]
    print(json.dumps(totals(native)), flush=True)
    figures = {
        "what": "CPU seconds of clean digital pages in one process",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "pymupdf": pymupdf.VersionBind,
        "documents_left_out_for_ocr": len(rows) - len(native),
        **totals(native),
        "growth": growth(
            max(native, key=lambda row: row["pages"] * (row["pages"] <= SAMPLE))["path"], arguments.lengths
        ),
    }
    print(json.dumps(figures, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def raw_file(path: Path) -> RawFile:
    """A file as a source gives it; its hash is not asked for here."""
    return RawFile(raw_sha256="0" * 64, size_bytes=path.stat().st_size, name=path.name)


def measured(path: Path) -> dict[str, Any]:
    """CPU seconds of one document: PyMuPDF's words, triage page by page, the whole way unless a page needs OCR."""
    start = time.process_time()
    with pymupdf.open(path) as document:
        for page in document:
            page.get_text("words")
    words = time.process_time() - start
    reads, judgements, classes = triaged(path)
    native = set(classes) <= {"clean_digital", "blank"}
    return {
        "path": path,
        "pages": len(classes),
        "native": native,
        "words": words,
        "read": reads,
        "triage": judgements,
        "whole": whole(path) if native else 0.0,
    }


def triaged(path: Path) -> tuple[list[float], list[float], list[str]]:
    """Seconds of each page's read and of its triage after that, and its class."""
    limits = Settings().triage
    reads, judgements, classes = [], [], []
    with PdfPages(path) as pdf:
        for number in range(1, pdf.count + 1):
            start = time.process_time()
            pdf.content(number)
            read = time.process_time()
            classes.append(triage_page(pdf, number, limits).page_class)
            reads.append(read - start)
            judgements.append(time.process_time() - read)
    return reads, judgements, list(classes)


def whole(path: Path) -> float:
    """Seconds from the bytes to the chunks."""
    raw = raw_file(path)
    assert sniff(path, raw, Settings()).format == "pdf"
    with TemporaryDirectory() as scratch:
        start = time.process_time()
        read_document(raw, path, Path(scratch), Settings())
        return time.process_time() - start


def totals(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Rates over all pages, and the median page of triage."""
    pages = sum(row["pages"] for row in rows)
    seconds = sum(row["whole"] for row in rows)
    reads = [read for row in rows for read in row["read"]]
    judgements = [judgement for row in rows for judgement in row["triage"]]
    both = [read + judgement for read, judgement in zip(reads, judgements, strict=True)]
    return {
        "documents": len(rows),
        "pages": pages,
        "pages_per_cpu_second": round(pages / seconds, 1),
        "whole_ms_per_page": round(1000 * seconds / pages, 2),
        "words_ms_per_page": round(1000 * sum(row["words"] for row in rows) / pages, 2),
        "multiple_of_words": round(seconds / sum(row["words"] for row in rows), 2),
        "triage_ms_median": round(1000 * median(judgements), 2),
        "read_ms_median": round(1000 * median(reads), 2),
        "read_and_triage_ms_median": round(1000 * median(both), 2),
        "slowest_page_ms": round(1000 * max(both)),
    }


def growth(sample: Path, lengths: Sequence[int]) -> dict[str, Any]:
    """The pages of one document repeated to several lengths, each read in a process of its own; memory on top of the shortest file's peak."""
    rows: dict[str, Any] = {}
    with TemporaryDirectory() as folder, multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for length in lengths:
            path = repeated(sample, length, Path(folder))
            seconds, peak_mb = pool.apply(alone, (path,))
            print(f"{length} pages: {seconds:.2f} s, {peak_mb:.0f} MB", flush=True)
            rows[f"{length}_pages"] = {"ms_per_page": round(1000 * seconds / length, 2), "peak_mb": round(peak_mb, 1)}
    base = rows[f"{lengths[0]}_pages"]
    for length in lengths[1:]:
        row = rows[f"{length}_pages"]
        row["mb_per_page_on_top"] = round((row["peak_mb"] - base["peak_mb"]) / (length - lengths[0]), 3)
        row["times_the_short_file"] = round(row["ms_per_page"] / base["ms_per_page"], 2)
    return {"sample": sample.name, **rows}


def repeated(sample: Path, length: int, folder: Path) -> Path:
    """A file of ``length`` pages: those of the sample again and again."""
    target = folder / f"{length}.pdf"
    with pymupdf.open(sample) as document:
        own = document.page_count
        for number in range(own, length):
            document.fullcopy_page(number % own)  # fonts and images are shared, as in any long file
        document.select(list(range(length)))
        document.save(target)
    return target


def alone(path: Path) -> tuple[float, float]:
    """Seconds of the whole way and the process's peak in MB; a short document goes first, so that all is loaded."""
    with TemporaryDirectory() as folder:
        whole(repeated(path, 2, Path(folder)))
    seconds = min(whole(path) for _ in range(3)) if path.stem == str(LENGTHS[0]) else whole(path)
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
