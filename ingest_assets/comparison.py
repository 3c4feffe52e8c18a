"""An upgraded parser or stage beside the stored output: a seeded sample is read again, nothing of it is stored, and both are compared.

The similarity is the share of words in common (Dice over the multisets), which costs no more than counting and sees lost text as well as
added text; the order of words is the business of the parsers' own tests.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ingest_assets.advance import Advance
from ingest_assets.affected import Affected, pending
from ingest_assets.model import Cleaned, Verdict
from ingest_assets.pipe_tables import pipe_table
from ingest_assets.preload import PRELOAD, worker_settings
from ingest_assets.stages import BY_NAME, StageJob, run_stage
from ingest_assets.store.codec import from_json_bytes, unpack
from ingest_assets.store.columns import current_columns
from ingest_assets.store.overrides import Override
from ingest_assets.thresholds.reports import Reports
from ingest_assets.workers.job import Job
from ingest_assets.workers.pool import map_documents

WAY = ("sniffed", "triaged", "extracted", "cleaned", "gated")
OUTPUTS = ("cleaned", "gated")
MEASURES = 3  # of the scorecard, shown in a row


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The documents of a sample, the worst first. ``reasons`` say what has changed, ``tokens`` name the code that did it.

    Without tokens only settings have changed: somebody's decision is compared and told, and stops nothing.
    """

    documents: Sequence[Compared] = ()
    reasons: Sequence[str] = ()
    tokens: frozenset[str] = frozenset()

    @property
    def worse(self) -> int:
        """Documents that got worse."""
        return sum(one.worse for one in self.documents)

    def exceeds(self, limits: Reports) -> bool:
        """Did more documents get worse than the settings allow?"""
        return self.worse > limits.compare_worse_share * len(self.documents)

    def is_blocked(self, limits: Reports) -> bool:
        """Has the run to stop before anything is read again or published?"""
        return self.exceeds(limits) and bool(self.tokens)


def compare_source(
    run: Advance, affected: Affected | None = None, *, seed: int = 0, size: int | None = None
) -> Comparison:
    """Compare a sample of the ``affected`` documents, by default of those that something newer than their stored output would change."""
    limits = run.settings.reports
    known = run.known or run.documents()
    touched = pending(run) if affected is None else affected
    chosen = _sample(
        [sha for sha in touched.documents if sha in known], limits.compare_sample if size is None else size, seed
    )
    if not chosen:
        return Comparison(reasons=touched.reasons, tokens=touched.tokens)
    findings = {
        str(row["raw_sha256"]): _codes(row["findings"])
        for row in current_columns(run.store.table("extracted", run.source), ["findings"])
    }
    before = {sha: _reading(found, findings[sha]) for sha, found in _stored(run, chosen).items()}
    again = _again(run, {sha: touched.documents[sha] for sha in chosen if sha in before}, findings)
    found = [
        compared(run.source, known[sha].raw.name, sha, (before[sha], after), limits) for sha, after in sorted(again)
    ]
    return Comparison(documents=sorted(found, key=_badness), reasons=touched.reasons, tokens=touched.tokens)


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


def report(found: Comparison, limits: Reports, *, shown: int = 10) -> str:
    """The comparison in markdown, the worst first."""
    allowed = f"{limits.compare_worse_share:.0%} allowed"
    head = f"{len(found.documents)} documents compared, {found.worse} worse ({allowed}): {_verdict(found, limits)}."
    why = [f"What has changed: {'; '.join(found.reasons)}."] if found.reasons else []
    rows = [
        (
            one.name,
            one.raw_sha256[:12],
            f"{one.state_before} → {one.state_after}",
            ", ".join([*(f"+{code}" for code in one.problems_gained), *(f"-{code}" for code in one.problems_lost)]),
            f"{one.similarity:.3f}",
            f"{one.tables_before} → {one.tables_after}",
            _moved(one.scorecard),
        )
        for one in found.documents[:shown]
    ]
    table = pipe_table(("document", "sha256", "state", "problems", "similarity", "tables", "scorecard"), rows)
    return "\n\n".join([head, *why, *([table] if rows else [])]) + "\n"


def _verdict(found: Comparison, limits: Reports) -> str:
    if found.is_blocked(limits):
        return "**blocked**; `ingest compare --accept` lets it go on all the same"
    return "not stopped, since somebody changed a setting" if found.exceeds(limits) else "passed"


def read_again(job: StageJob) -> tuple[list[str], bytes, bytes]:
    """In a worker: from the job's stage to the gate, in memory. Returns the codes of extraction and the records of ``cleaned`` and ``gated``."""
    payloads, codes = dict(job.payloads), list[str]()
    for stage in WAY[WAY.index(job.stage) :]:
        inputs = {name: payloads[name] for name in BY_NAME[stage].inputs}
        row = run_stage(replace(job, stage=stage, payloads=inputs))
        payloads[stage] = row.payload
        codes += sorted(_codes(row.columns["findings"])) if stage == "extracted" else []
    return codes, payloads["cleaned"], payloads["gated"]


def _again(
    run: Advance, stages: Mapping[str, str], findings: Mapping[str, frozenset[str]]
) -> Iterator[tuple[str, Reading]]:
    """The readings of today's code; a document whose worker died is held by that problem."""
    for outcome in map_documents(
        "ingest_assets.comparison:read_again",
        _jobs(run, stages),
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
            codes, cleaned, gated = outcome.value
            read = frozenset(codes) if stages[outcome.key] == "extracted" else findings[outcome.key]
            yield outcome.key, _reading({"cleaned": cleaned, "gated": gated}, read)


def _jobs(run: Advance, stages: Mapping[str, str]) -> Iterator[Job]:
    """What each document's first stage needs; later stages take what the worker makes."""
    payloads = {
        name: dict(run.store.load(name, run.source, [sha for sha, stage in stages.items() if name in _before(stage)]))
        for name in WAY[:-1]
    }
    for sha, stage in stages.items():
        needed = _before(stage)
        inputs = {name: payloads[name][sha] for name in needed if sha in payloads[name]}
        if len(inputs) == len(needed):
            job = StageJob(
                stage=stage,
                fingerprint="",
                raw=run.known[sha].raw,
                store=run.store.root,
                settings=run.settings,
                override=run.overrides.get(sha, Override()),
                payloads=inputs,
            )
            yield Job(key=sha, argument=job)


def _before(stage: str) -> tuple[str, ...]:
    """The stages whose records lie in the store when this one begins."""
    return WAY[: WAY.index(stage)]


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


def _moved(scorecard: Mapping[str, tuple[float | None, float | None]]) -> str:
    """The first measures that moved, so that a row stays readable."""
    told = [f"{name} {_number(a)} → {_number(b)}" for name, (a, b) in scorecard.items()]
    more = [f"{len(told) - MEASURES} more"] if len(told) > MEASURES else []
    return "; ".join([*told[:MEASURES], *more])


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3g}"
