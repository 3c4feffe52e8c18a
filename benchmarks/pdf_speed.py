"""How fast are clean digital pages read and laid out, against PyMuPDF's own word extraction on the same pages?

    python -m benchmarks.pdf_speed FOLDER [--json FILE]

Interleaved document by document in one process, so that a busy machine slows both alike; CPU seconds, word lists loaded beforehand.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import pymupdf

from ingest_assets.clean.clean import clean
from ingest_assets.model import ExtractedPage, Extraction, Sniffed
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.settings import Settings

SNIFFED = Sniffed(
    format="pdf", media_type="application/pdf", format_evidence="", declared_extension="pdf", extension_mismatch=False
)


def main() -> None:
    """Measure every PDF of the folder after two warm-up documents."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    paths = sorted(arguments.folder.rglob("*.pdf"))
    for path in (paths[0], paths[-1]):  # loads the word lists of both ends of the set
        measured(path)
    rows = [measured(path) for path in paths]
    pages = sum(row["pages"] for row in rows)
    totals = {name: sum(row[name] for row in rows) for name in ("words", "read", "clean")}
    figures: dict[str, Any] = {f"{name}_ms_per_page": round(1000 * value / pages, 2) for name, value in totals.items()}
    figures["pages"] = pages
    figures["multiple_of_words"] = round((totals["read"] + totals["clean"]) / totals["words"], 2)
    figures["pages_per_cpu_second"] = round(pages / (totals["read"] + totals["clean"]), 1)
    figures["pymupdf"] = pymupdf.VersionBind
    print(json.dumps(figures, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


def measured(path: Path) -> dict[str, float]:
    """CPU seconds of one document: PyMuPDF's words, our read, our cleaning."""
    start = time.process_time()
    with pymupdf.open(path) as document:
        for page in document:
            page.get_text("words")
    words = time.process_time()
    with PdfPages(path) as pdf:
        contents = [pdf.content(number) for number in range(1, pdf.count + 1)]
    read = time.process_time()
    pages = tuple(
        ExtractedPage(
            page=content.page,
            page_class="clean_digital",
            route="native",
            parser="pdf_words",
            parser_version="",
            characters=0,
            content=content,
        )
        for content in contents
    )
    clean(Extraction(pages=pages), SNIFFED, Settings())
    return {"pages": len(contents), "words": words - start, "read": read - words, "clean": time.process_time() - read}


if __name__ == "__main__":
    main()
