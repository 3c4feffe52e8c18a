"""An upgraded parser beside the stored output: a seeded sample is read again, nothing of it is stored, and both are compared.

The similarity is the share of words in common (Dice over the multisets), which costs no more than counting and sees lost text as well as
added text; the order of words is the business of the parsers' own tests.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ingest_assets.advance import Advance
from ingest_assets.extract.registry import installed_versions
from ingest_assets.model import Cleaned, Verdict
from ingest_assets.pipe_tables import pipe_table
from ingest_assets.preload import PRELOAD, worker_settings
from ingest_assets.stages import StageJob, run_stage
from ingest_assets.store.codec import from_json_bytes, unpack
from ingest_assets.store.columns import current_columns
from ingest_assets.store.files import write_atomically
from ingest_assets.store.lock import pointer_lock
from ingest_assets.store.tables import Row
from ingest_assets.thresholds.reports import Reports
from ingest_assets.workers.job import Job
from ingest_assets.workers.pool import map_documents

INPUTS = ("sniffed", "triaged")
OUTPUTS = ("cleaned", "gated")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one version made of a document."""

    state: str
    problems: frozenset[str]
    words: Counter[str]
    tables: int
    scorecard: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One document of the sample. ``similarity`` and ``lost_words`` are shares (0-1), ``scorecard`` holds measures that moved: (before, after)."""

    source: str
    raw_sha256: str
    name: str
    state_before: str
    state_after: str
    problems_gained: tuple[str, ...]
    problems_lost: tuple[str, ...]
    similarity: float
    lost_words: float
    tables_before: int
    tables_after: int
    scorecard: Mapping[str, tuple[float | None, float | None]]
    worse: bool


def compare_source(
    run: Advance, parser: str | None = None, *, seed: int = 0, size: int | None = None
) -> list[Compared]:
    """Compare a sample of the documents that ``parser`` has read; without a name those that an upgrade touches. The worst come first."""
    limits = run.settings.reports
    known = run.documents()
    documents = _sample(
        [sha for sha in affected(run, parser) if sha in known], limits.compare_sample if size is None else size, seed
    )
    if not documents:
        return []
    read = {
        str(row["raw_sha256"]): row for row in current_columns(run.store.table("extracted", run.source), ["findings"])
    }
    before = {sha: _reading(found, _codes(read[sha]["findings"])) for sha, found in _stored(run, documents).items()}
    found = [
        compared(run.source, known[sha].raw.name, sha, (before[sha], after), limits)
        for sha, after in _again(run, [sha for sha in documents if sha in before])
    ]
    return sorted(found, key=_badness)


def affected(run: Advance, parser: str | None = None) -> list[str]:
    """Documents that this parser has read; without a name those that another version of an installed parser has read, and nobody accepted."""
    today = installed_versions()
    taken = Accepted(run.store.root).load()
    fine = set(today.values())
    found = []
    for row in current_columns(run.store.table("extracted", run.source), ["parser_versions"]):
        versions = set(row["parser_versions"] or ())
        names = {name_of(version) for version in versions}
        stale = {today[name_of(version)] for version in versions - fine if name_of(version) in today}
        if parser in names if parser is not None else stale - taken:
            found.append(str(row["raw_sha256"]))
    return found


def compared(source: str, name: str, raw_sha256: str, readings: tuple[Reading, Reading], limits: Reports) -> Compared:
    """Two readings of a document, before and after."""
    before, after = readings
    common = sum((before.words & after.words).values())
    total, was = before.words.total() + after.words.total(), before.words.total()
    gained, lost = after.problems - before.problems, before.problems - after.problems
    missing = 1 - common / was if was else 0.0
    moved = {
        measure: (before.scorecard.get(measure), after.scorecard.get(measure))
        for measure in sorted(before.scorecard.keys() | after.scorecard.keys())
        if before.scorecard.get(measure) != after.scorecard.get(measure)
    }
    left = before.state == "indexed" and after.state != "indexed"
    return Compared(
        source=source,
        raw_sha256=raw_sha256,
        name=name,
        state_before=before.state,
        state_after=after.state,
        problems_gained=tuple(sorted(gained)),
        problems_lost=tuple(sorted(lost)),
        similarity=round(2 * common / total, 4) if total else 1.0,
        lost_words=round(missing, 4),
        tables_before=before.tables,
        tables_after=after.tables,
        scorecard=moved,
        worse=left or missing > limits.compare_lost_words or after.tables < before.tables,
    )


def is_blocked(found: Sequence[Compared], limits: Reports) -> bool:
    """Did more documents get worse than the settings allow?"""
    return sum(one.worse for one in found) > limits.compare_worse_share * len(found)


def report(found: Sequence[Compared], limits: Reports, *, shown: int = 10) -> str:
    """The comparison in markdown, the worst first."""
    worse = sum(one.worse for one in found)
    verdict = "**blocked**" if is_blocked(found, limits) else "passed"
    head = f"{len(found)} documents compared, {worse} worse ({limits.compare_worse_share:.0%} allowed): {verdict}."
    rows = [
        (
            one.name,
            one.raw_sha256[:12],
            f"{one.state_before} → {one.state_after}",
            ", ".join([*(f"+{code}" for code in one.problems_gained), *(f"-{code}" for code in one.problems_lost)]),
            f"{one.similarity:.3f}",
            f"{one.tables_before} → {one.tables_after}",
            "; ".join(f"{name} {_number(a)} → {_number(b)}" for name, (a, b) in one.scorecard.items()),
        )
        for one in found[:shown]
    ]
    table = pipe_table(("document", "sha256", "state", "problems", "similarity", "tables", "scorecard"), rows)
    return f"{head}\n\n{table}\n" if rows else f"{head}\n"


@dataclass(frozen=True, slots=True)
class Accepted:
    """Versions of parsers that somebody has accepted as they are, whatever the comparison says."""

    root: Path

    def load(self) -> frozenset[str]:
        """All of them."""
        try:
            return frozenset(json.loads(self._file.read_bytes()))
        except FileNotFoundError:
            return frozenset()

    def add(self, version: str) -> None:
        """Let this version go on."""
        with pointer_lock(self.root, "accepted"):
            versions = sorted(self.load() | {version})
            write_atomically(self._file, json.dumps(versions, indent=0).encode(), root=self.root)

    @property
    def _file(self) -> Path:
        return self.root / "comparisons" / "accepted.json"


def name_of(version: str) -> str:
    """``pdf_words`` of ``pdf_words-3+pymupdf-1.28.2``."""
    return version.split("+", 1)[0].rpartition("-")[0]


def read_again(job: StageJob) -> tuple[Row, Row, Row]:
    """In a worker: from extraction to the gate, in memory. Returns the rows of ``extracted`` (without its payload), ``cleaned`` and ``gated``."""
    extracted = run_stage(job)
    payloads = {**job.payloads, "extracted": extracted.payload}
    cleaned = run_stage(
        replace(job, stage="cleaned", payloads={name: payloads[name] for name in ("sniffed", "extracted")})
    )
    gated = run_stage(replace(job, stage="gated", payloads={**payloads, "cleaned": cleaned.payload}))
    return replace(extracted, payload=b""), cleaned, gated


def _again(run: Advance, documents: Sequence[str]) -> Iterator[tuple[str, Reading]]:
    """The readings of today's parsers; a document whose worker died is held by that problem."""
    for outcome in map_documents(
        "ingest_assets.comparison:read_again",
        _jobs(run, documents),
        limits=run.settings.limits,
        workers=run.workers,
        preload=PRELOAD,
        settings=worker_settings(run.settings),
    ):
        if outcome.failure is not None:
            problems = frozenset({outcome.failure.code.value})
            yield outcome.key, Reading(state="quarantined", problems=problems, words=Counter(), tables=0, scorecard={})
        else:
            assert isinstance(outcome.value, tuple)
            extracted, cleaned, gated = outcome.value
            payloads = {"cleaned": cleaned.payload, "gated": gated.payload}
            yield outcome.key, _reading(payloads, _codes(extracted.columns["findings"]))


def _jobs(run: Advance, documents: Sequence[str]) -> Iterator[Job]:
    payloads = {name: dict(run.store.load(name, run.source, documents)) for name in INPUTS}
    for sha in documents:
        inputs = {name: found[sha] for name, found in payloads.items() if sha in found}
        if len(inputs) == len(INPUTS):
            job = StageJob(
                stage="extracted",
                fingerprint="",
                raw=run.known[sha].raw,
                store=run.store.root,
                settings=run.settings,
                payloads=inputs,
            )
            yield Job(key=sha, argument=job)


def _stored(run: Advance, documents: Sequence[str]) -> dict[str, dict[str, bytes]]:
    """Document → the packed records of its outputs; only documents that went the whole way."""
    found: dict[str, dict[str, bytes]] = {}
    for name in OUTPUTS:
        for sha, payload in run.store.load(name, run.source, documents):
            found.setdefault(sha, {})[name] = payload
    return {sha: payloads for sha, payloads in found.items() if len(payloads) == len(OUTPUTS)}


def _codes(findings: Any) -> frozenset[str]:
    return frozenset(str(finding["code"]) for finding in findings or ())


def _reading(payloads: Mapping[str, bytes], problems: frozenset[str]) -> Reading:
    cleaned = from_json_bytes(Cleaned, unpack(payloads["cleaned"]))
    verdict = from_json_bytes(Verdict, unpack(payloads["gated"]))
    texts = [block.text for block in cleaned.blocks]
    cells = [cell for table in cleaned.tables for row in table.rows for cell in row]
    return Reading(
        state=verdict.state,
        problems=problems | {finding.code.value for finding in (*cleaned.findings, *verdict.findings)},
        words=Counter(word for text in (*texts, *cells) for word in re.findall(r"\w+", text)),
        tables=len(cleaned.tables),
        scorecard={one.name: round(one.value, 4) for one in verdict.scorecard if one.value is not None},
    )


def _sample(documents: Sequence[str], size: int, seed: int) -> list[str]:
    """The same documents for the same seed: those whose salted hash is smallest."""
    return sorted(documents, key=lambda sha: hashlib.sha256(f"{seed}\0{sha}".encode()).digest())[:size]


def _badness(one: Compared) -> tuple[bool, bool, float, str]:
    left = one.state_before == "indexed" and one.state_after != "indexed"
    return (not one.worse, not left, one.similarity, one.raw_sha256)


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3g}"
