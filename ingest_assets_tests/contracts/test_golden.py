"""A parser's output may change only together with its revision: otherwise nobody would read the old documents again."""

from __future__ import annotations

import json

from ingest_assets.extract.registry import installed
from ingest_assets_tests.contracts.golden import BY_MACHINE, outputs, stored

ENGINE_ONLY = {
    "pdf_repaired",
    "pdf_plumber",
    "epub",
    "mhtml",
    "msg",
    "tnef",
    "svg",
    "tex",
    "outline",
    "djvu",
    "postscript",
    "flatopc",
    "ods",
    "xps",
    "mobi",
}
"""Parsers without a golden sample yet; each has tests of its own."""


def test_an_output_changes_only_with_its_revision() -> None:
    golden, now = stored(), outputs()
    changed = [name for name, entry in now.items() if golden.get(name) != entry]
    assert not changed, (
        f"the output of {', '.join(changed)} is not the golden one: raise its revision, write a line under 'Parser outputs "
        f"changed' in CHANGELOG.md, then run python -m ingest_assets_tests.contracts.golden ({json.dumps(now)[:200]}…)"
    )


def test_the_samples_cover_the_parsers() -> None:
    missing = {parser.name for parser in installed()} - set(stored()) - BY_MACHINE
    assert missing <= ENGINE_ONLY | {"odp", "spreadsheetml", "wordml", "xls", "xlsb"}
