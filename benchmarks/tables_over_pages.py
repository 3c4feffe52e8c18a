"""How well are tables read that run over pages? Scores them alone: true tables whose rows stand on several pages of the PDF.

python -m benchmarks.tables_over_pages OUT_DIR [--root ../shared/bench/pdf] [--json FILE]

OUT_DIR is what ``ingest convert ROOT/files --out OUT_DIR`` wrote. Where a row stands is found by its words in the text of the pages.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import re
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pymupdf

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "bench" / "pdf"
LEAST = 0.6  # share of a row's words that a page must hold to be the row's page


def scorer() -> ModuleType:
    """The scorer beside the data."""
    spec = importlib.util.spec_from_file_location("score", SHARED / "score.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(SHARED / "score.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pages_of(rows: Sequence[Sequence[str]], pages: Sequence[str]) -> list[int]:
    """Page (from 0) of each row that can be placed; pages never fall from row to row, and as many words as can be are matched."""
    needed = [[word for cell in row for word in cell.split() if len(word) > 1] for row in rows]
    kept = [words for words in needed if words]
    best: list[tuple[float, list[int]]] = [(0.0, [])] * len(pages)
    for words in kept:
        shares = [sum(word in page for word in words) / len(words) for page in pages]
        ahead: list[tuple[float, list[int]]] = []
        for page, share in enumerate(shares):
            score, path = max(best[: page + 1], key=lambda one: one[0])
            ahead.append((score + share, [*path, page if share >= LEAST else -1]))
        best = ahead
    return [page for page in max(best, key=lambda one: one[0])[1] if page >= 0] if kept else []


def scores(root: Path, out: Path) -> list[dict[str, Any]]:
    """One entry for each true table over several pages: its flat TEDS, and into how many tables it fell."""
    score = scorer()
    found_of = []
    with (root / "documents.csv").open(encoding="utf-8", newline="") as handle:
        items = list(csv.DictReader(handle))
    for item in items:
        stem = f"{item['set']}/{item['name']}"
        truth = json.loads((root / "truth" / f"{stem}.json").read_text("utf-8"))
        with pymupdf.open(root / "files" / f"{stem}.pdf") as pdf:
            texts = [re.sub(r"\s+", " ", score.normal_cell(page.get_text())) for page in pdf]
        if len(texts) < 2 or not truth["tables"]:
            continue
        _, record = score.read_output(out, f"{stem}.pdf")
        found = [score.table_from_json(table) for table in (record or {}).get("tables") or []]
        true = [score.table_from_json(table) for table in truth["tables"]]
        pairs = score.pair_tables(true, found)
        for number, table in enumerate(true):
            pages = pages_of([[cell[0] for cell in row] for row in table], texts)
            if len(set(pages)) > 1:
                value = score.score_tables([table], [found[pairs[number][0]]])["teds_flat"] if number in pairs else 0.0
                span = [min(pages) + 1, max(pages) + 1]
                found_of.append(
                    {
                        "document": stem,
                        "set": item["set"],
                        "kind": item["kind"],
                        "table": number,
                        "pages": span,
                        "teds_flat": value,
                    }
                )
    return found_of


def main() -> int:
    """Print each table under 0.9, and the means by set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--root", type=Path, default=SHARED)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    entries = scores(arguments.root, arguments.out)
    for entry in entries:
        if entry["teds_flat"] < 0.9:  # the least that is asked of each
            print(f"{entry['document']} table {entry['table']} pages {entry['pages']}: {entry['teds_flat']:.3f}")
    for name in sorted({entry["set"] for entry in entries}):
        values = [entry["teds_flat"] for entry in entries if entry["set"] == name]
        good = sum(value >= 0.9 for value in values)
        print(f"{name}: {len(values)} tables over pages, mean {sum(values) / len(values):.3f}, {good} at 0.9 or more")
    if arguments.json:
        arguments.json.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
