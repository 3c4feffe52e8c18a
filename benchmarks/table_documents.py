"""Documents with tables whose cells are known: written as docx and HTML, printed by LibreOffice and Chromium.

python -m benchmarks.table_documents FOLDER [--seed 0] [--count 40]

FOLDER gets ``documents.csv``, ``files/<set>/<name>.pdf`` and ``truth/<set>/<name>.json`` in the form of ../shared/bench/pdf,
so that its scorer (``--root FOLDER``) and benchmarks/tables.py read it. Sets are the two printers. Nothing of it is stored.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.table_document_kinds import KINDS, Cell, Item, Look, Sheet, covered
from benchmarks.table_document_writers import docx, html_page

PRINTERS = ("office", "browser")


@dataclass(frozen=True, kw_only=True)
class Made:
    """One document: its name and kind, what it holds, and its look."""

    name: str
    kind: str
    items: tuple[Item, ...]
    look: Look


def made(count: int, seed: int) -> list[Made]:
    """``count`` documents, the kinds in turn, everything else by chance."""
    out = []
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        kind, build = KINDS[number % len(KINDS)]
        look = Look.drawn(chance)
        out.append(Made(name=f"{kind}-{seed}-{number:03d}", kind=kind, items=tuple(build(chance, look)), look=look))
    return out


def truth_of(document: Made) -> dict[str, object]:
    """The tables as rows and spans; parts that were printed one by one count as one table."""
    tables = []
    for item in document.items:
        if isinstance(item, Sheet) and not item.continues:
            rows = list(item.rows)
            tables.append((item, rows))
        elif isinstance(item, Sheet):
            tables[-1][1].extend(item.rows[item.repeated :])
    return {
        "flags": ["tables-only"],
        "tables": [_plain(rows) for _, rows in tables],
        "headings": [],
    }


def _plain(rows: Sequence[Sequence[Cell]]) -> dict[str, object]:
    out, spans = [], []
    for r, row in enumerate(covered(rows)):
        out.append([("" if cell is None else " ".join(cell.text.split())) for cell in row])
        for c, cell in enumerate(row):
            if cell is not None and (cell.colspan > 1 or cell.rowspan > 1):
                spans.append({"row": r, "column": c, "rowspan": cell.rowspan, "colspan": cell.colspan})
    return {"rows": out, "spans": spans}


def print_all(documents: Sequence[Made], folder: Path) -> None:
    """Write the sources and print them: all docx in one call of LibreOffice, each HTML page by Chromium."""
    sources = folder / "sources"
    for printer in PRINTERS:
        (folder / "files" / printer).mkdir(parents=True, exist_ok=True)
        (sources / printer).mkdir(parents=True, exist_ok=True)
    for document in documents:
        (sources / "office" / f"{document.name}.docx").write_bytes(docx(document.items, document.look))
        (sources / "browser" / f"{document.name}.html").write_text(html_page(document.items, document.look), "utf-8")
    office = [str(path) for path in sorted((sources / "office").glob("*.docx"))]
    target = folder / "files"
    _run(["soffice", "--headless", "--convert-to", "pdf", "--outdir", str(target / "office"), *office])
    for page in sorted((sources / "browser").glob("*.html")):
        pdf = target / "browser" / f"{page.stem}.pdf"
        _run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={pdf}", page.as_uri()])  # fmt: skip


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main() -> int:
    """Make the set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=40)
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    documents = made(arguments.count, arguments.seed)
    print_all(documents, folder)
    with (folder / "documents.csv").open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle)
        writer.writerow(["set", "name", "kind"])
        for printer in PRINTERS:
            (folder / "truth" / printer).mkdir(parents=True, exist_ok=True)
            for document in documents:
                writer.writerow([printer, document.name, document.kind])
                base = folder / "truth" / printer / document.name
                base.with_suffix(".json").write_text(json.dumps(truth_of(document), ensure_ascii=False), "utf-8")
                base.with_suffix(".md").write_text("", "utf-8")
    print(f"{len(documents)} documents, two printers each, in {folder}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
