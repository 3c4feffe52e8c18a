"""A lake with gated documents and their chunks, written row by row, for tests of the search index."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ingest_assets.model import Chunk, Finding, Region, Route, State, Verdict
from ingest_assets.problems import Problem, Severity
from ingest_assets.store.manifest import Location
from ingest_assets.store.rows import gated_row, indexed_row
from ingest_assets.store.store import Store

NOW = datetime.datetime(2026, 11, 30, 2, 0)


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A document: each text is a chunk of its own page."""

    name: str
    texts: tuple[str, ...]
    state: State = "indexed"
    lost_pages: tuple[int, ...] = ()
    format: str = "pdf"
    language: str = "en"
    route: Route = "native"
    headings: tuple[str, ...] = ()
    day: str = "2026-03-14"

    @property
    def sha(self) -> str:
        """Its hash: by name, so that a changed text is the same document read again."""
        return hashlib.sha256(self.name.encode()).hexdigest()


PAPERS = (
    Paper(name="contracts/lease.pdf", texts=("The tenant pays a monthly rent of 2 400,00 euros for the northern warehouse and keeps the roof dry.",), headings=("Lease", "3. Rent")),
    Paper(name="contracts/dogovor.pdf", texts=("Поставщик передаёт якоря и канаты, расчёты производятся в рублях по счёту INV-2026-031.", "Неустойка за просрочку начисляется ежедневно с 14.03.2026."), language="ru"),
    Paper(name="scan.png", texts=("The lighthouse keeper writes to keeper@harbour.example about the broken lamp.",), format="png", route="ocr", day="2026-06-01"),
    Paper(name="secret.pdf", texts=("Garbled treasure xylophone that must never be found.",), state="quarantined"),
)  # fmt: skip


def chunk_of(paper: Paper, page: int, text: str) -> Chunk:
    """One chunk; its identity comes from name, page and text."""
    identity = hashlib.sha256(f"{paper.name}\0{page}\0{text}".encode()).hexdigest()[:32]
    return Chunk(
        chunk_id=identity,
        text=text,
        heading_path=paper.headings,
        pages=(page,),
        regions=(Region(page=page, bbox=(50.0, 50.0, 300.0, 90.0)),),
        routes=(paper.route,),
        parsers=("pdf_words-1",),
        language=paper.language,
        grade="a",
    )


def write_verdicts(store: Store, source: str, papers: Sequence[Paper]) -> None:
    """Only the gate has run."""
    held = (Finding(code=Problem.LOW_DICTIONARY_HIT, severity=Severity.HOLD, page=1),)
    verdicts = [
        (
            paper,
            Verdict(
                state=paper.state, lost_pages=paper.lost_pages, findings=held if paper.state == "quarantined" else ()
            ),
        )
        for paper in papers
    ]
    store.append(
        "gated",
        source,
        [gated_row(paper.sha, paper.state, verdict, file_format=paper.format) for paper, verdict in verdicts],
    )


def write_chunks(store: Store, source: str, papers: Sequence[Paper]) -> None:
    """The index stage has run; a quarantined document still has the chunks of a better day."""
    rows = [
        indexed_row(paper.sha, "", tuple(chunk_of(paper, page, text) for page, text in enumerate(paper.texts, 1)))
        for paper in papers
    ]
    store.append("indexed", source, rows)


def write_lake(root: Path, papers: Sequence[Paper] = PAPERS, source: str = "harbour") -> Store:
    """Names, verdicts and chunks."""
    store = Store(root)
    located = [
        Location(
            path=paper.name.encode(),
            name=paper.name,
            size_bytes=1,
            mtime_ns=int(datetime.datetime.fromisoformat(f"{paper.day}T12:00:00+00:00").timestamp() * 1e9),
            raw_sha256=paper.sha,
            first_seen=NOW,
        )
        for paper in papers
    ]
    store.manifest(source).save(located, seen_at=NOW)
    write_verdicts(store, source, papers)
    write_chunks(store, source, papers)
    return store


def changed(paper: Paper, *texts: str) -> Paper:
    """The same document with other texts."""
    return replace(paper, texts=texts)
