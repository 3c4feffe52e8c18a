"""A source moves on stage by stage: wanted minus present, the difference through the worker pool, rows committed as they come."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from ingest_assets.descent import child_files
from ingest_assets.extract.registry import installed_versions, planned_parsers
from ingest_assets.model import Finding
from ingest_assets.office_batches import WINDOW, Office, prepared
from ingest_assets.pipeline import unsniffed
from ingest_assets.planning import Difference, difference, fingerprint, is_current
from ingest_assets.preload import PRELOAD, worker_settings
from ingest_assets.problems import Problem, Severity
from ingest_assets.raw.folder import Folder
from ingest_assets.raw.member_rules import member_rule
from ingest_assets.raw.place import Place
from ingest_assets.raw.raw_files import Look, RawDocument, Scan, documents, is_unchanged, listing, scan
from ingest_assets.settings import Settings
from ingest_assets.signatures import Signature, Signatures, signature
from ingest_assets.sniff.outcome import is_system_file
from ingest_assets.stages import BY_NAME, Stage, StageJob, base_fingerprint, failed_row, held_row
from ingest_assets.store.columns import current_columns
from ingest_assets.store.overrides import Override, Overrides
from ingest_assets.store.rates import Rates
from ingest_assets.store.rows import Ending, StoredChild, outcome_row, sniffed_row
from ingest_assets.store.store import Store
from ingest_assets.store.tables import Row
from ingest_assets.workers.job import Job, Outcome
from ingest_assets.workers.pool import map_documents

WORKER_FAULTS = frozenset(
    {
        Problem.WORKER_CRASHED.value,
        Problem.TIMEOUT.value,
        Problem.MEMORY_LIMIT.value,
        Problem.PARSER_EXCEPTION.value,
    }
)
BATCH = 64  # documents whose records are in memory at a time: a scan's words take a few hundred kilobytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What one stage of one source did: documents wanted, read now, taken over, and gone; those whose worker died are among the read.

    ``seconds`` is wall time, ``cpu_s`` what the workers spent, ``own_cpu_s`` what this process did.
    """

    stage: str
    wanted: int
    read: int
    kept: int
    dropped: int
    failed: int = 0
    seconds: float = 0.0
    cpu_s: float = 0.0
    own_cpu_s: float = 0.0


@dataclass(slots=True, kw_only=True)
class Advance:
    """One run over one source, under its lock. ``on_document`` is called with the stage after each document."""

    store: Store
    source: str
    settings: Settings
    workers: int = 2
    on_document: Callable[[str], None] = lambda stage: None
    forced: frozenset[str] = frozenset()
    overrides: dict[str, Override] = field(default_factory=dict)
    known: dict[str, RawDocument] = field(default_factory=dict)
    spent: float = 0.0
    failed: int = 0

    def look(self, place: Place | Path) -> Scan | None:
        """Raw stage: what stands in the source now; new bytes are stored, the manifest replaced. None when nothing has changed.

        A path stands for a folder. Raises SourceMissingError when the source cannot be listed: nothing is concluded from that.
        """
        place = Folder(place) if isinstance(place, Path) else place
        manifest = self.store.manifest(self.source)
        look = how_to_look(self.settings)
        try:
            listed = listing(place, look)
            if is_unchanged(listed, manifest, self.store.blobs, look):
                manifest.touch(seen_at=look.now)
                return None
            found = scan(
                listed,
                manifest.load(),
                self.store.blobs,
                look,
                checkpoint=lambda locations: manifest.save(locations, seen_at=look.now),
            )
        finally:
            place.close()
        manifest.save(found.locations, seen_at=look.now, signature=found.signature)
        return found

    def documents(self) -> dict[str, RawDocument]:
        """Every document of the source by its hash: files of the manifest, and below them the children that extraction found."""
        self.overrides = Overrides(self.store.root, self.source).load()
        located = self.store.manifest(self.source).load()
        self.known = {document.raw.raw_sha256: document for document in documents(self.source, located)}
        children = self._children()
        waiting = list(self.known.values())
        while waiting:
            parent = waiting.pop(0)
            for raw in child_files(parent.raw, children.get(parent.raw.raw_sha256, ()), self.settings.limits):
                if raw.raw_sha256 not in self.known:
                    self.known[raw.raw_sha256] = RawDocument(raw=raw, names=(raw.name,), skip_rule=member_rule(raw))
                    waiting.append(self.known[raw.raw_sha256])
        return self.known

    def stage(self, name: str) -> Done:
        """Bring one stage up to date for all known documents."""
        stage, start, own = BY_NAME[name], time.monotonic(), time.process_time()
        wanted = self.wanted(stage)
        change = self.change(stage, wanted)
        jobs = {sha: wanted[sha] for sha in change.todo}
        self.spent, self.failed = 0.0, 0
        count = self.store.append(name, self.source, self._rows(stage, jobs)) if jobs else 0
        self.store.drop(name, self.source, change.drop)
        self._sign(stage)
        Rates(self.store.root, self.source).add(name, count, self.spent)
        return Done(
            stage=name,
            wanted=len(wanted),
            read=count,
            kept=len(change.keep),
            dropped=len(change.drop),
            failed=self.failed,
            seconds=time.monotonic() - start,
            cpu_s=self.spent,
            own_cpu_s=time.process_time() - own,
        )

    def extracted(self) -> list[Done]:
        """Extraction, level by level: a container's members are sniffed, triaged and read in turn until no new one appears."""
        self._forget_faults()
        done = [self.stage("extracted")]
        while len(self.documents()) > done[-1].wanted:
            done.extend(self.stage(name) for name in ("sniffed", "triaged", "extracted"))
        for name in ("sniffed", "triaged"):
            self.store.drop(name, self.source, self.change(BY_NAME[name], self.wanted(BY_NAME[name])).drop)
        return done

    def outcomes(self) -> int:
        """After the gate: one more line of history for each document whose ending or reading is new. Returns how many."""
        gated = self._columns("gated", ["state", "skip_rule", "format", "output_hash", "findings"])
        read = self._columns("extracted", ["parser_versions", "run", "cpu_s", "attempts", "findings"])
        wanted = {sha: fingerprint(row["output_hash"], read[sha]["run"]) for sha, row in gated.items() if sha in read}
        change = difference(wanted, self.store.present("outcomes", self.source))
        earlier = (
            [self._columns(name, ["findings"]) for name in ("sniffed", "triaged", "cleaned")] if change.todo else []
        )
        rows = (
            outcome_row(sha, wanted[sha], _ending(gated[sha], read[sha], [found.get(sha) for found in earlier]))
            for sha in change.todo
        )
        count = self.store.append("outcomes", self.source, rows)
        self.store.drop("outcomes", self.source, change.drop)
        return count

    def recorded_versions(self) -> dict[str, list[str]]:
        """Parser → the versions that have read this source's documents."""
        rows = self._columns("extracted", ["parser_versions"]).values()
        versions = sorted({version for row in rows for version in row["parser_versions"] or ()})
        found: dict[str, list[str]] = {}
        for version in versions:
            found.setdefault(version.split("+", 1)[0].rpartition("-")[0], []).append(version)
        return found

    def wanted(self, stage: Stage) -> dict[str, str]:
        """Document → fingerprint of the row that should be there. Documents whose inputs are missing wait."""
        inputs = {name: self.store.present(name, self.source) for name in stage.inputs}
        planned = self._planned() if stage.name == "extracted" else {}
        wanted = {}
        for sha, document in self.known.items():
            hashes = {name: found[sha][1] for name, found in inputs.items() if sha in found}
            if len(hashes) == len(stage.inputs):
                hashes.update(_decided(stage, self.overrides.get(sha)))
                wanted[sha] = base_fingerprint(stage, document.raw, hashes, planned.get(sha, ()), self.settings)
        return wanted

    def change(self, stage: Stage, wanted: Mapping[str, str]) -> Difference:
        """Wanted minus present; for extraction a row also counts as absent when another version of one of its parsers is installed."""
        present = self.store.present(stage.name, self.source)
        for sha in self._outdated() if stage.name == "extracted" else ():
            present.pop(sha, None)
        return difference(wanted, present)

    def rules(self, stage: Stage) -> Signature:
        """Today's rules of a stage for this source."""
        return signature(stage, self.settings, set(self._formats().values()) if stage.name == "extracted" else ())

    def _sign(self, stage: Stage) -> None:
        """The stage is up to date by today's rules: the sensor need not ask for it."""
        Signatures(self.store.root, self.source).record({stage.name: self.rules(stage)})

    def _planned(self) -> dict[str, tuple[str, ...]]:
        return {sha: planned_parsers(name) for sha, name in self._formats().items()}

    def _formats(self) -> dict[str, str]:
        return {sha: str(row["format"]) for sha, row in self._columns("sniffed", ["format"]).items()}

    def _outdated(self) -> Iterator[str]:
        """Documents that another version of a parser has read, or that somebody asked to read again."""
        yield from self.forced
        today = installed_versions()
        for sha, row in self._columns("extracted", ["parser_versions"]).items():
            if not all(is_current(version, today) for version in row["parser_versions"] or ()):
                yield sha

    def _forget_faults(self) -> None:
        """Documents that are read again by hand get another try in the stages in which a worker died of them."""
        for shown, forgotten in (("cleaned", ("cleaned",)), ("gated", ("gated", "indexed"))) if self.forced else ():
            rows = self._columns(shown, ["findings"])
            died = [sha for sha in sorted(self.forced & rows.keys()) if _died(rows[sha]["findings"])]
            for name in forgotten:
                self.store.drop(name, self.source, self.store.present(name, self.source).keys() & set(died))

    def _children(self) -> dict[str, list[StoredChild]]:
        rows = self._columns("extracted", ["children"])
        return {
            sha: [StoredChild(**child) for child in row["children"]] for sha, row in rows.items() if row["children"]
        }

    def _columns(self, name: str, columns: Sequence[str]) -> dict[str, dict[str, Any]]:
        rows = current_columns(self.store.table(name, self.source), columns)
        return {str(row["raw_sha256"]): row for row in rows}

    def _rows(self, stage: Stage, todo: Mapping[str, str]) -> Iterator[Row]:
        """The rows of the documents that are to be done, as their workers finish."""
        if stage.name == "sniffed":
            yield from self._never_opened(todo)
        pool = worker_settings(self.settings)
        waiting = iter(todo.items())
        while window := dict(islice(waiting, WINDOW)):
            offices = self._offices(window) if stage.name == "extracted" else ()
            with prepared(offices, self.settings, workers=self.workers, preload=PRELOAD, pool=pool) as folder:
                yield from self._window(stage, window, folder)

    def _offices(self, todo: Mapping[str, str]) -> Iterator[Office]:
        formats = self._columns("sniffed", ["format"])
        for sha in todo:
            path = self.store.blobs.path(sha)
            yield Office(raw_sha256=sha, path=path, format=str(formats[sha]["format"]))

    def _window(self, stage: Stage, todo: Mapping[str, str], folder: Path | None) -> Iterator[Row]:
        jobs: dict[str, StageJob] = {}

        def emitted() -> Iterator[Job]:
            for job in (replace(one, prepared=folder) for one in self._jobs(stage, todo)):
                jobs[job.raw.raw_sha256] = job
                yield Job(key=job.raw.raw_sha256, argument=job)

        for outcome in map_documents(
            "ingest_assets.stages:run_stage",
            emitted(),
            limits=self.settings.limits,
            workers=self.workers,
            preload=PRELOAD,
            settings=worker_settings(self.settings),
        ):
            job = jobs.pop(outcome.key)
            self.spent += outcome.cpu_s
            if outcome.failure is not None:
                self._note_failure(job, outcome.failure)
            yield _finished(job, outcome)
            self.on_document(stage.name)

    def _note_failure(self, job: StageJob, fault: Finding) -> None:
        """A document without chunks is not indexed: its verdict is replaced first, so that a kill in between repeats the last stage."""
        self.failed += 1
        if job.stage == "indexed":
            verdict = self.store.present("gated", self.source)[job.raw.raw_sha256][0]
            self.store.append("gated", self.source, [held_row(job, fault, verdict)])

    def _never_opened(self, todo: Mapping[str, str]) -> Iterator[Row]:
        """Links, pipes, files over the limit and files that could not be read: there are no bytes to sniff."""
        for sha, wanted in todo.items():
            document = self.known[sha]
            if _is_closed(document):
                record = replace(unsniffed(document.raw), skip_rule=document.skip_rule, findings=document.findings)
                yield sniffed_row(sha, wanted, record)

    def _jobs(self, stage: Stage, todo: Mapping[str, str]) -> Iterator[StageJob]:
        waiting = iter(todo)
        while batch := list(islice(waiting, BATCH)):
            payloads = {name: dict(self.store.load(name, self.source, batch)) for name in stage.inputs}
            for sha in batch:
                document = self.known[sha]
                if stage.name == "sniffed" and _is_closed(document):
                    continue
                inputs = {name: payloads[name][sha] for name in stage.inputs}
                yield StageJob(
                    stage=stage.name,
                    fingerprint=todo[sha],
                    raw=document.raw,
                    store=self.store.root,
                    settings=self.settings,
                    override=self.overrides.get(sha, Override()),
                    payloads=inputs,
                )


def _decided(stage: Stage, override: Override | None) -> dict[str, str]:
    """What a person decided about this stage of a document: part of its fingerprint."""
    value = {"sniffed": override.encoding, "triaged": override.route}.get(stage.name) if override is not None else None
    return {"override": value} if value is not None else {}


def how_to_look(settings: Settings) -> Look:
    """The rules by which a source's names are judged."""
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    pattern = settings.sniff.system_names
    return Look(
        now=now,
        is_system_file=lambda name: is_system_file(name, pattern),
        rules=pattern,
        limits=settings.limits,
        scanning=settings.scanning,
        checkpoint_seconds=settings.fetching.checkpoint_seconds,
    )


def changed_listing(store: Store, source: str, place: Place | Path, settings: Settings) -> str | None:
    """The signature of a source's listing when it is not the manifest's: something was added, changed, renamed or removed."""
    signature = listing(place, how_to_look(settings)).signature
    return None if signature == store.manifest(source).signature() else signature[:16]


def _is_closed(document: RawDocument) -> bool:
    return document.skip_rule is not None or any(finding.severity is Severity.HOLD for finding in document.findings)


def _died(findings: Iterable[Mapping[str, Any]] | None) -> bool:
    """Did a worker end over this document in this stage?"""
    return any(finding["code"] in WORKER_FAULTS for finding in findings or ())


def _finished(job: StageJob, outcome: Outcome) -> Row:
    if outcome.failure is not None:
        row = failed_row(job, outcome.failure)
    else:
        assert isinstance(outcome.value, Row)
        row = outcome.value
    if job.stage != "extracted":
        return row
    return replace(row, columns={**row.columns, "cpu_s": outcome.cpu_s, "attempts": outcome.attempts})


def _ending(gated: Mapping[str, Any], read: Mapping[str, Any], earlier: Iterable[Mapping[str, Any] | None]) -> Ending:
    found = [row["findings"] for row in (*earlier, read, gated) if row is not None]
    findings = [
        Finding(code=Problem(one["code"]), severity=Severity(one["severity"]), page=one["page"], detail=one["detail"])
        for some in found
        for one in some or ()
    ]
    return Ending(
        format=str(gated["format"]),
        state=str(gated["state"]),
        skip_rule=str(gated["skip_rule"]) if gated["skip_rule"] else None,
        findings=tuple(findings),
        parser_versions=tuple(read["parser_versions"] or ()),
        cpu_s=float(str(read["cpu_s"] or 0)),
        attempts=int(str(read["attempts"] or 1)),
    )
