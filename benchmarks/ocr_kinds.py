"""How well are pages read that are unlike the development set, and is a badly read one ever believed? 39 kinds of damage and type, 10 layouts.

    python -m benchmarks.ocr_kinds [--only WORD] [--out FOLDER]

Each page goes its whole way from the image file to its terminal state. Writes results/ocr_kinds.json: error rates by kind, bad pages (WER over 15 %)
that were indexed (must be 0), good ones held back. ``--out`` keeps the pictures and the texts that were read.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import re
import statistics
import time
import unicodedata
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.ocr_layouts import cases
from benchmarks.ocr_pages import Case
from ingest_assets.extract.ocr.engine import program_versions
from ingest_assets.model import Document, RawFile
from ingest_assets.pipeline import read_document
from ingest_assets.settings import Settings
from ingest_assets.sidecar import markdown_of

RESULT = Path(__file__).parent / "results" / "ocr_kinds.json"
BAD = 0.15
LATIN = str.maketrans("АВЕКМНОРСТХУаеорсху", "ABEKMHOPCTXYaeopcxy")


def read_case(case: Case, folder: Path) -> Document:
    """The whole way of one page."""
    path = folder / "page"
    path.write_bytes(case.data)
    raw = RawFile(raw_sha256=hashlib.sha256(case.data).hexdigest(), size_bytes=len(case.data), name="page")
    with TemporaryDirectory(dir=folder) as scratch:
        return read_document(raw, path, Path(scratch), Settings())


def plain(text: str) -> str:
    """What is compared: no markdown, plain quotes and dashes, single blanks."""
    text = re.sub(r"<!--.*?-->|[|#*_>]+|(?m:^\s*-\s)|-{3,}", " ", unicodedata.normalize("NFKC", text))
    text = re.sub(r"[«»“”„\"]", '"', re.sub(r"[‐-―−]", "-", re.sub(r"[‘’`]", "'", text)))
    return " ".join(text.split())


def folded(text: str) -> str:
    """Codes and single letters in one script: nobody sees whether the M of "M500" is Latin."""
    return re.sub(r"\w*\d\w*|\b\w\b", lambda found: found.group().translate(LATIN), text)


def errors(truth: str, text: str, *, bag: bool) -> tuple[float, float]:
    """Character and word error rate. In a bag the order is open: characters and words are sorted before they are compared."""
    if bag:
        wanted, got = Counter(truth.split()), Counter(text.split())
        wer = 1 - sum((wanted & got).values()) / max(sum(wanted.values()), sum(got.values()), 1)
        truth, text = "".join(sorted(truth)), "".join(sorted(text))
    else:
        wer = _distance(truth.split(), text.split()) / max(len(truth.split()), 1)
    return _distance(list(truth), list(text)) / max(len(truth), 1), wer


def _distance(wanted: list[str], got: list[str]) -> int:
    """Levenshtein distance."""
    matcher = SequenceMatcher(None, wanted, got, autojunk=False)
    if matcher.real_quick_ratio() == 0:
        return max(len(wanted), len(got))
    row = list(range(len(got) + 1))
    for number, one in enumerate(wanted, start=1):
        before, row[0] = row[0], number
        for column, other in enumerate(got, start=1):
            cost = min(row[column] + 1, row[column - 1] + 1, before + (one != other))
            before, row[column] = row[column], cost
    return row[-1]


def measured(case: Case, document: Document, cpu_s: float) -> dict[str, object]:
    """One line of the result."""
    pages = document.extraction.pages
    read = plain(
        " ".join(block.text for block in document.cleaned.blocks)
        if document.verdict.state != "indexed"
        else markdown_of(document)
    )
    cer, wer = errors(folded(plain(case.truth)), folded(read), bag=case.bag)
    return {
        "kind": case.kind,
        "language": case.language,
        "cer": round(cer, 4),
        "wer": round(wer, 4),
        "state": document.verdict.state,
        "confidence": pages[0].confidence if pages else None,
        "problems": sorted({finding.code.value for finding in document.findings}),
        "cpu_s": round(cpu_s, 2),
    }


def summary(pages: list[dict[str, object]]) -> dict[str, object]:
    """The figures of the benchmark."""
    bad = [page for page in pages if float(str(page["wer"])) > BAD]
    good = [page for page in pages if float(str(page["wer"])) <= BAD]
    cer = [float(str(page["cer"])) for page in pages]
    accepted = [float(str(page["cer"])) for page in pages if page["state"] == "indexed"]
    return {
        "pages": len(pages),
        "cer_mean": round(statistics.mean(cer), 4),
        "cer_median": round(statistics.median(cer), 4),
        "indexed": len(accepted),
        "cer_mean_of_indexed": round(statistics.mean(accepted), 4) if accepted else None,
        "bad_pages": len(bad),
        "bad_pages_indexed": sum(page["state"] == "indexed" for page in bad),
        "pages_of_text_skipped": sum(page["state"] == "skipped" for page in pages),
        "good_pages": len(good),
        "good_pages_held_back": sum(page["state"] != "indexed" for page in good),
        "held_back": [f"{page['kind']} {page['language']}" for page in good if page["state"] != "indexed"],
        "cpu_seconds_per_page_median": round(statistics.median(float(str(page["cpu_s"])) for page in pages), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="kinds with this word in their names; the result is not written")
    parser.add_argument("--out", type=Path, help="keep pictures and texts here")
    arguments = parser.parse_args()
    pages = []
    with TemporaryDirectory() as folder:
        for case in (case for case in cases() if arguments.only in case.kind):
            before = _cpu_seconds()
            document = read_case(case, Path(folder))
            pages.append(measured(case, document, _cpu_seconds() - before))
            print(*pages[-1].values(), flush=True)
            if arguments.out:
                _keep(arguments.out, case, document)
    found = summary(pages)
    print(json.dumps(found, indent=1))
    if not arguments.only:
        head = {
            "what": (__doc__ or "").split("\n")[0],
            "date": datetime.date.today().isoformat(),
            "tesseract": program_versions()[0],
        }
        RESULT.write_text(
            json.dumps({**head, "summary": found, "pages": pages}, indent=1, ensure_ascii=False) + "\n",
            encoding="utf-8",
        )


def _cpu_seconds() -> float:
    import resource

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _keep(folder: Path, case: Case, document: Document) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{case.kind} {case.language}".replace(" ", "_")
    (folder / stem).write_bytes(case.data)
    text = "\n".join(block.text for block in document.cleaned.blocks)
    (folder / f"{stem}.txt").write_text(f"{case.truth}\n---\n{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
