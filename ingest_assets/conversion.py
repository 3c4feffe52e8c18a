"""``ingest convert``: the contract's two files for every document, its children included, and a report that adds up."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest_assets.model import Finding, RawFile, Sniffed
from ingest_assets.office_batches import WINDOW, Office, prepared
from ingest_assets.output_names import OutputNames
from ingest_assets.pipeline import failed
from ingest_assets.preload import PRELOAD, worker_settings
from ingest_assets.raw.walk import found_files, found_folders
from ingest_assets.settings import Settings
from ingest_assets.sidecar import to_json
from ingest_assets.sniff.ole_kinds import MAGIC
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.files import write_atomically
from ingest_assets.work import ChildFile, Converted, ConvertJob, rendered
from ingest_assets.workers.job import Job, Outcome
from ingest_assets.workers.pool import map_documents
from ingest_assets.workers.tally import one_run

UNKNOWN = Sniffed(
    format="binary",
    media_type="application/octet-stream",
    format_evidence="not sniffed",
    declared_extension="",
    extension_mismatch=False,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call of ``ingest convert``."""

    paths: Sequence[Path]
    out: Path
    settings: Settings
    source: str = ""
    http_content_type: str | None = None
    workers: int = 2


@dataclass(slots=True, kw_only=True)
class Report:
    """Counts of terminal states and the time of each document; ``as_json`` is ``_report.json``."""

    states: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    timings: dict[str, dict[str, float]] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """The report of output-contract.md; the three states add up to ``documents``."""
        counts = {state: self.states[state] for state in ("indexed", "quarantined", "skipped")}
        return {
            "documents": sum(counts.values()),
            **counts,
            "problems": dict(self.problems.most_common()),
            "timings": self.timings,
        }


def convert(request: Request, on_done: Callable[[Report], None] = lambda report: None) -> Report:
    """Convert every file under the request's paths but those in its output folder. ``on_done`` is called after each document."""
    report = Report()
    with one_run(), TemporaryDirectory(prefix="ingest-convert-") as folder:
        names = OutputNames()
        jobs: Iterator[ConvertJob] = _input_jobs(request, Path(folder), names)
        while True:
            children: deque[ConvertJob] = deque()
            for job, converted, outcome in _round(jobs, request):
                _write(request.out, job, converted)
                _count(report, job, converted, outcome)
                children.extend(_child_job(job, child) for child in converted.children)
                on_done(report)
            if not children:
                break
            jobs = iter(children)
    write_atomically(request.out / "_report.json", to_json(report.as_json()))
    return report


def _round(jobs: Iterator[ConvertJob], request: Request) -> Iterator[tuple[ConvertJob, Converted, Outcome]]:
    """One round of documents; its children are the next one. Documents that ended their worker are sniffed once more, for their sidecars."""
    while window := list(islice(jobs, WINDOW)):
        offices = (office for office in _offices(window, request))
        settings, pool = request.settings, worker_settings(request.settings)
        with prepared(offices, settings, workers=request.workers, preload=PRELOAD, pool=pool) as folder:
            ready = [replace(job, prepared=folder) for job in window]
            yield from _window(iter(ready), request)


def _offices(window: Sequence[ConvertJob], request: Request) -> Iterator[Office]:
    """The old office documents of a window. Only what has their signature is sniffed twice, and nothing when it is one alone."""
    marked = [job for job in window if job.decided is None and job.raw.raw_sha256 and _has_mark(job.path)]
    if len(marked) > 1:
        for job, outcome in _read(iter(marked), request, "sniff_document"):
            if isinstance(outcome.value, Sniffed):
                yield Office(raw_sha256=job.raw.raw_sha256, path=job.path, format=outcome.value.format)


def _has_mark(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def _window(jobs: Iterator[ConvertJob], request: Request) -> Iterator[tuple[ConvertJob, Converted, Outcome]]:
    failures: dict[str, tuple[ConvertJob, Outcome, Finding]] = {}
    for job, outcome in _read(jobs, request, "convert_document"):
        if outcome.failure is None:
            assert isinstance(outcome.value, Converted)
            yield job, outcome.value, outcome
        else:
            failures[job.stem] = (job, outcome, outcome.failure)
    for job, again in _read((job for job, _, _ in list(failures.values())), request, "sniff_document"):
        _, outcome, failure = failures[job.stem]
        sniffed = again.value if isinstance(again.value, Sniffed) else UNKNOWN
        yield job, rendered(job, failed(job.raw, sniffed, failure)), outcome


def _read(jobs: Iterator[ConvertJob], request: Request, task: str) -> Iterator[tuple[ConvertJob, Outcome]]:
    """Run jobs through the pool with a function of ``work``."""
    running: dict[str, ConvertJob] = {}

    def emitted() -> Iterator[Job]:
        for job in jobs:
            running[job.stem] = job
            yield Job(key=job.stem, argument=job)

    for outcome in map_documents(
        f"ingest_assets.work:{task}",
        emitted(),
        limits=request.settings.limits,
        workers=request.workers,
        preload=PRELOAD,
        settings=worker_settings(request.settings),
    ):
        yield running.pop(outcome.key), outcome


def _input_jobs(request: Request, blobs: Path, names: OutputNames) -> Iterator[ConvertJob]:
    for folder in found_folders(request.paths, without=request.out):
        names.reserve(folder)
    for found in found_files(request.paths, without=request.out):
        raw = RawFile(
            raw_sha256=found.raw_sha256,
            size_bytes=found.size_bytes,
            name=found.name,
            source=request.source,
            http_content_type=request.http_content_type,
        )
        stem = names.claim(found.name)
        yield ConvertJob(
            raw=raw,
            path=found.path,
            stem=stem,
            children_folder=names.children_folder(stem),
            blobs=blobs,
            settings=request.settings,
            decided=found.skip_rule,
        )


def _child_job(job: ConvertJob, child: ChildFile) -> ConvertJob:
    return replace(
        job,
        raw=child.raw,
        path=Blobs(job.blobs).path(child.raw.raw_sha256),
        stem=child.stem,
        children_folder=f"{child.stem}.d",
        decided=None,
    )


def _write(out: Path, job: ConvertJob, converted: Converted) -> None:
    write_atomically(out / f"{job.stem}.md", converted.markdown)
    write_atomically(out / f"{job.stem}.json", converted.sidecar)


def _count(report: Report, job: ConvertJob, converted: Converted, outcome: Outcome) -> None:
    report.states[converted.state] += 1
    report.problems.update(set(converted.problems))
    report.timings[job.stem] = {"wall_s": round(outcome.wall_s, 3), "cpu_s": round(outcome.cpu_s, 3)}
