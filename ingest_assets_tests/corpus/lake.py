"""Records and rows for tests of the store: small, complete, and made from numbers."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from datetime import datetime

from ingest_assets.model import (
    Block,
    CellSpan,
    Chunk,
    Cleaned,
    ExtractedPage,
    Extraction,
    Finding,
    Measure,
    PageContent,
    PageTriage,
    Region,
    Sniffed,
    Span,
    Table,
    Triage,
    Verdict,
)
from ingest_assets.problems import Problem, Severity
from ingest_assets.store.manifest import Location

NOW = datetime(2026, 11, 30, 2, 0)
HELD = Finding(code=Problem.EMPTY_EXTRACTION, severity=Severity.HOLD, detail="12 characters of 30000 bytes")
LATER = Finding(code=Problem.LOW_DICTIONARY_HIT, severity=Severity.HOLD, page=2, detail="0.2 of 0.6")
NOTE = Finding(code=Problem.TRUNCATED, severity=Severity.NOTE)
VERSION = "pdf_words-3+pymupdf-1.28.2"


def sha(number: object) -> str:
    """A document's hash."""
    return hashlib.sha256(str(number).encode()).hexdigest()


def shas(count: int, seed: int = 0) -> list[str]:
    """So many hashes in a seeded order."""
    found = [sha(number) for number in range(count)]
    random.Random(seed).shuffle(found)
    return found


def location(name: str, content: object, **more: object) -> Location:
    """A file as an earlier look saw it."""
    values = {"size_bytes": 10, "mtime_ns": 1, "raw_sha256": sha(content), "first_seen": NOW, **more}
    return Location(path=name.encode(), name=name, **values)  # type: ignore[arg-type]


def sniffed(**more: object) -> Sniffed:
    """A PDF under its own name."""
    values = {"format": "pdf", "media_type": "application/pdf", "format_evidence": "magic", "declared_extension": "pdf"}
    return Sniffed(**{**values, "extension_mismatch": False, **more})  # type: ignore[arg-type]


def triage() -> Triage:
    """Two pages, one of them a scan."""
    pages = (
        PageTriage(page=1, page_class="clean_digital", route="native", characters=900, signals={"fonts": {"F1": 0.5}}),
        PageTriage(page=2, page_class="scan", route="ocr", characters=0),
    )
    return Triage(pages=pages, findings=(NOTE,))


def pages() -> Sequence[ExtractedPage]:
    """The same two pages, read by two parsers."""
    word = Span(
        text="слово word", bbox=(1.0, 2.0, 3.0, 4.5), origin=(1.0, 4.0), size=11.5, words=((1.0, 1.9), (2.0, 3.0))
    )
    content = PageContent(page=1, width=595.0, height=842.0, spans=(word,))
    return (
        ExtractedPage(
            page=1, page_class="clean_digital", route="native", parser="pdf_words", parser_version=VERSION,
            characters=900, content=content,
        ),
        ExtractedPage(
            page=2, page_class="scan", route="ocr", parser="ocr_pages", parser_version="ocr_pages-1+tesseract-5.3.0",
            characters=400, confidence=91.5,
        ),
    )  # fmt: skip


def extraction() -> Extraction:
    """Both pages with metadata and findings."""
    return Extraction(pages=tuple(pages()), metadata={"title": "Отчёт", "pages": [1, 2]}, findings=(HELD,))


def cleaned() -> Cleaned:
    """A heading, a paragraph and a table with a span."""
    table = Table(
        page=1, rows=(("a", "b"), ("1", "")), spans=(CellSpan(row=1, column=0, rowspan=1, colspan=2),), title="T"
    )
    blocks = (
        Block(kind="heading", text="Title", page=1, level=1),
        Block(kind="paragraph", text="Some text.", page=1, bbox=(0.0, 1.0, 2.0, 3.0)),
        Block(kind="table", text="", page=1, table=0),
    )
    return Cleaned(blocks=blocks, tables=(table,), language="en")


def verdict(state: str = "indexed") -> Verdict:
    """A verdict with one measure."""
    measure = Measure(name="dictionary_hit", value=0.91, threshold=0.6, breached=False)
    findings = (LATER,) if state == "quarantined" else ()
    return Verdict(state=state, scorecard=(measure,), findings=findings)  # type: ignore[arg-type]


def chunks() -> Sequence[Chunk]:
    """One chunk over two pages, one of them without geometry."""
    regions = (Region(page=1, bbox=(0.0, 1.0, 2.0, 3.0)), Region(page=2, bbox=None))
    return (
        Chunk(
            chunk_id="c1", text="Some text.", heading_path=("Title",), pages=(1, 2), regions=regions, routes=("native",)
        ),
    )
