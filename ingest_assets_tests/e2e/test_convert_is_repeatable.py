"""The same documents give the same bytes, with one worker or with two."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.conversion import Request, convert
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus import layout_pdfs
from ingest_assets_tests.corpus.table_pdfs import PROSE, STYLES, Look, TablePages

LAYOUTS = (
    "two_columns",
    "three_columns",
    "columns_under_title",
    "running_pages",
    "sentence_over_pages",
    "side_bar",
    "footnote",
    "sideways",
    "annotated",
)
LEDGER = [("Account", "Debit", "Credit"), ("Quay", "1 200,50", ""), ("Pilots", "", "-18,40"), ("Насос", "3,00", "7,10")]


def written(folder: Path, out: Path, workers: int) -> dict[str, bytes]:
    convert(Request(paths=[folder], out=out, settings=Settings(), workers=workers))
    return {path.name: path.read_bytes() for path in sorted(out.iterdir()) if path.name != "_report.json"}


def test_the_number_of_workers_changes_no_byte(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in LAYOUTS:
        (folder / f"{name}.pdf").write_bytes(getattr(layout_pdfs, name)())
    for style in STYLES:
        pages = TablePages()
        pages.paragraph(PROSE)
        pages.table(LEDGER, Look(style=style, widths=(110, 80, 80), right=frozenset({1, 2})))
        pages.document.save(folder / f"table-{style}.pdf")
    alone = written(folder, tmp_path / "one", 1)
    assert len(alone) == 2 * (len(LAYOUTS) + len(STYLES))
    assert written(folder, tmp_path / "two", 2) == alone
