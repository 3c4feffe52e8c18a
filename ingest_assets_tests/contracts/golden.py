"""The golden output of every parser, by revision. ``python -m ingest_assets_tests.contracts.golden`` writes what is new.

Tesseract and the vision model are left out: their words depend on the processor.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest_assets.extract.extract import extract
from ingest_assets.extract.registry import parser_named
from ingest_assets.model import Extraction
from ingest_assets.pipeline import is_decided, opened_pdf
from ingest_assets.settings import Settings
from ingest_assets.sniff.sniff import sniff
from ingest_assets.store.codec import to_json_bytes
from ingest_assets.triage.triage import triage
from ingest_assets_tests.contracts.samples import samples
from ingest_assets_tests.corpus.texts import raw_file

FILE = Path(__file__).resolve().parent.parent / "golden" / "parsers.json"
BY_MACHINE = frozenset({"tesseract", "vision", "libreoffice"})


def outputs() -> dict[str, dict[str, object]]:
    """Parser → its revision and a hash over everything it reads from the samples."""
    digests: dict[str, list[str]] = defaultdict(list)
    for name, data in samples():
        for parser, text in read_by(name, data):
            digests[parser].append(f"{name}\0{text}")
    return {
        parser: {
            "revision": parser_named(parser).revision,
            "hash": hashlib.sha256("\0".join(texts).encode()).hexdigest()[:32],
        }
        for parser, texts in sorted(digests.items())
        if parser not in BY_MACHINE
    }


def read_by(name: str, data: bytes) -> Iterator[tuple[str, str]]:
    """(parser, output as JSON) of each parser that read a page of the sample."""
    with TemporaryDirectory() as folder:
        path, scratch, settings = Path(folder) / "blob", Path(folder) / "scratch", Settings()
        path.write_bytes(data)
        scratch.mkdir()
        raw = raw_file(data, name)
        sniffed = sniff(path, raw, settings)
        if is_decided(sniffed):
            return
        with opened_pdf(path, sniffed) as pdf:
            triaged = triage(path, sniffed, settings, pdf)
            read = extract(raw, path, sniffed, triaged, settings=settings, scratch=scratch, pdf=pdf)
    for parser in dict.fromkeys(page.parser for page in read.pages if page.parser):
        yield parser, to_json_bytes(plain(read, parser)).decode()


def plain(read: Extraction, parser: str) -> Extraction:
    """The parser's own part, without versions and triage signals."""
    pages = tuple(replace(page, parser_version="", signals={}) for page in read.pages if page.parser == parser)
    return replace(read, pages=pages)


def stored() -> dict[str, dict[str, object]]:
    """What was written last."""
    found: dict[str, dict[str, object]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return found


def main() -> None:
    """Write the outputs; refuse one that changed under the same revision."""
    old, new = stored(), outputs()
    same_revision = [
        name
        for name, entry in new.items()
        if name in old and old[name]["revision"] == entry["revision"] and old[name] != entry
    ]
    if same_revision:
        raise SystemExit(
            f"the output of {', '.join(same_revision)} changed: raise its revision first, and write a line in CHANGELOG.md"
        )
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(new, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
