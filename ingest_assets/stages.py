"""The stages as they are stored: what each needs, what decides its output, and how it runs in a worker on stored records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any, cast

from ingest_assets.clean.clean import clean
from ingest_assets.extract.assertions import check_extraction
from ingest_assets.extract.extract import extract
from ingest_assets.extract.registry import planned_parsers, settings_of, version_of
from ingest_assets.gate.gate import gate
from ingest_assets.index.index import index
from ingest_assets.model import (
    Chunk,
    Cleaned,
    Document,
    ExtractedPage,
    Extraction,
    Finding,
    RawFile,
    Route,
    Sniffed,
    Triage,
    Verdict,
)
from ingest_assets.pipeline import is_decided, opened_pdf, reading_seconds, unsniffed
from ingest_assets.planning import fingerprint
from ingest_assets.settings import Settings
from ingest_assets.sniff.sniff import sniff
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.codec import from_json_bytes, unpack
from ingest_assets.store.overrides import Override
from ingest_assets.store.rows import (
    StoredChild,
    cleaned_row,
    extracted_row,
    gated_row,
    indexed_row,
    sniffed_row,
    triaged_row,
)
from ingest_assets.store.tables import Row
from ingest_assets.triage.triage import triage
from ingest_assets.workers.allowance import allow


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A stage's name is its dataset. ``revision`` is raised by hand when its output changes; ``engines`` are distributions whose versions count.

    ``inputs`` are the stages whose records it reads, ``settings`` the groups of ``Settings`` that matter to it.
    """

    name: str
    revision: int
    inputs: tuple[str, ...]
    settings: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()


STAGES: tuple[Stage, ...] = (
    Stage(
        name="sniffed",
        revision=3,
        inputs=(),
        settings=("sniff", "limits"),
        engines=("python-magic", "charset-normalizer", "olefile", "webencodings"),
    ),
    Stage(
        name="triaged", revision=5, inputs=("sniffed",), settings=("triage", "ocr", "passwords"), engines=("pymupdf",)
    ),
    Stage(name="extracted", revision=1, inputs=("sniffed", "triaged"), settings=("limits", "passwords")),
    Stage(name="cleaned", revision=8, inputs=("sniffed", "extracted"), settings=("layout", "tables")),
    Stage(
        name="gated",
        revision=6,
        inputs=("sniffed", "triaged", "extracted", "cleaned"),
        settings=("assertions", "gate", "formats", "ocr", "triage"),
    ),
    Stage(name="indexed", revision=2, inputs=("sniffed", "extracted", "cleaned", "gated"), settings=("chunks",)),
)
BY_NAME: Mapping[str, Stage] = {stage.name: stage for stage in STAGES}
RECORDS: Mapping[str, Any] = {
    "sniffed": Sniffed,
    "triaged": Triage,
    "extracted": Extraction,
    "cleaned": Cleaned,
    "gated": Verdict,
    "indexed": tuple[Chunk, ...],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StageJob:
    """One stage of one document. ``payloads`` are the packed records of its inputs."""

    stage: str
    fingerprint: str
    raw: RawFile
    store: Path
    settings: Settings
    override: Override = field(default_factory=Override)
    payloads: Mapping[str, bytes] = field(default_factory=dict)
    prepared: Path | None = None


def base_fingerprint(
    stage: Stage, raw: RawFile, inputs: Mapping[str, str], planned: tuple[str, ...], settings: Settings
) -> str:
    """Everything that decides a stage's output but the parsers' versions, which rows record by name (planning.stale).

    ``inputs`` maps each input stage to the output hash of the document there; ``planned`` names the parsers that would read it.
    """
    groups = (*stage.settings, *settings_of(planned))
    relevant = {name: getattr(settings, name) for name in groups if hasattr(settings, name)}
    engines = {engine: engine_version(engine) for engine in stage.engines}
    return fingerprint(
        stage.name, stage.revision, engines, relevant, sorted(inputs.items()), planned, _place(stage, raw)
    )


@cache
def engine_version(engine: str) -> str:
    """An optional engine that is not installed has its own mark: installing it decides anew.

    Looked up once in a process: a night asks for it once for each document.
    """
    try:
        return version(engine)
    except PackageNotFoundError:
        return "none"


def _place(stage: Stage, raw: RawFile) -> tuple[object, ...]:
    """What a stage takes from the document's place: the sniffer its extension and header, the chunks its whole name."""
    if stage.name == "sniffed":
        return (PurePath(raw.name).suffix.lower(), PurePath(raw.name).name.startswith("~$"), raw.http_content_type)
    if stage.name == "extracted":
        return (raw.depth, raw.children_allowed)
    return (raw.source, raw.name) if stage.name == "indexed" else ()


def run_stage(job: StageJob) -> Row:
    """Run one stage in a worker; what comes back is the row to store."""
    records: dict[str, object] = {
        name: from_json_bytes(RECORDS[name], unpack(payload)) for name, payload in job.payloads.items()
    }
    return RUNNERS[job.stage](job, records)


def failed_row(job: StageJob, finding: Finding) -> Row:
    """The row of a document whose worker died in this stage: an empty record with the fault."""
    sha = job.raw.raw_sha256
    match job.stage:
        case "sniffed":
            return sniffed_row(sha, job.fingerprint, replace(unsniffed(job.raw), findings=(finding,)))
        case "triaged":
            return triaged_row(sha, job.fingerprint, Triage(findings=(finding,)))
        case "extracted":
            return extracted_row(sha, job.fingerprint, Extraction(pages=_blamed(job), findings=(finding,)))
        case "cleaned":
            return cleaned_row(sha, job.fingerprint, Cleaned(findings=(finding,)))
        case "gated":
            verdict = Verdict(state="quarantined", findings=(finding,))
            return gated_row(sha, job.fingerprint, verdict, file_format=_format(job))
        case _:
            return indexed_row(sha, job.fingerprint, ())


def held_row(job: StageJob, finding: Finding, fingerprint: str) -> Row:
    """The verdict of a document that no worker could cut into chunks: what nobody can find must not count as indexed.

    ``job`` is that of the last stage, ``fingerprint`` that of the verdict it takes the place of.
    """
    read = from_json_bytes(Extraction, unpack(job.payloads["extracted"]))
    before = from_json_bytes(Verdict, unpack(job.payloads["gated"]))
    held = replace(before, state="quarantined", findings=(*before.findings, finding), lost_pages=())
    return gated_row(job.raw.raw_sha256, fingerprint, held, file_format=_format(job), pages=read.pages)


def _format(job: StageJob) -> str:
    return from_json_bytes(Sniffed, unpack(job.payloads["sniffed"])).format


def _blamed(job: StageJob) -> tuple[ExtractedPage, ...]:
    """The parser that would have read the document: an upgrade of it reads the document again."""
    planned = planned_parsers(_format(job))[:1]
    return tuple(
        ExtractedPage(
            page=1, page_class="clean_digital", route="none", parser=name, parser_version=version_of(name), characters=0
        )
        for name in planned
    )


def _sniffed(job: StageJob, records: Mapping[str, object]) -> Row:
    del records
    return sniffed_row(
        job.raw.raw_sha256, job.fingerprint, sniff(_path(job), job.raw, job.settings, override=job.override.encoding)
    )


def _triaged(job: StageJob, records: Mapping[str, object]) -> Row:
    sniffed = _sniffed_of(records)
    record = Triage()
    if not is_decided(sniffed):
        with opened_pdf(_path(job), sniffed, job.settings.passwords) as pdf:
            record = _routed(triage(_path(job), sniffed, job.settings, pdf), job.override.route)
    return triaged_row(job.raw.raw_sha256, job.fingerprint, record)


def _routed(record: Triage, route: str | None) -> Triage:
    """A person's route for every page that shows something."""
    if route is None:
        return record
    pages = tuple(page if page.route == "none" else replace(page, route=cast("Route", route)) for page in record.pages)
    return replace(record, pages=pages)


def _extracted(job: StageJob, records: Mapping[str, object]) -> Row:
    sniffed, triaged = _sniffed_of(records), records["triaged"]
    assert isinstance(triaged, Triage)
    record = Extraction()
    allow(reading_seconds(triaged, job.settings))
    if not is_decided(sniffed) and not any(finding.code.about.stage.value == "parser" for finding in triaged.findings):
        with (
            opened_pdf(_path(job), sniffed, job.settings.passwords) as pdf,
            TemporaryDirectory(prefix="ingest-") as scratch,
        ):
            record = extract(
                job.raw,
                _path(job),
                sniffed,
                triaged,
                settings=job.settings,
                scratch=Path(scratch),
                pdf=pdf,
                prepared=job.prepared,
            )
    blobs = Blobs(job.store)
    children = [
        StoredChild(
            member=child.member,
            raw_sha256=blobs.put(child.data),
            size_bytes=len(child.data),
            content_type=child.content_type,
        )
        for child in record.children
    ]
    return extracted_row(job.raw.raw_sha256, job.fingerprint, record, children)


def _cleaned(job: StageJob, records: Mapping[str, object]) -> Row:
    return cleaned_row(
        job.raw.raw_sha256, job.fingerprint, clean(_extraction_of(records), _sniffed_of(records), job.settings)
    )


def _gated(job: StageJob, records: Mapping[str, object]) -> Row:
    sniffed, extraction, triaged, cleaned = (
        _sniffed_of(records),
        _extraction_of(records),
        records["triaged"],
        records["cleaned"],
    )
    assert isinstance(triaged, Triage)
    assert isinstance(cleaned, Cleaned)
    asserted = () if is_decided(sniffed) else check_extraction(job.raw, sniffed, extraction, cleaned, job.settings)
    findings = (*sniffed.findings, *triaged.findings, *extraction.findings, *cleaned.findings, *asserted)
    verdict = gate(sniffed, extraction, cleaned, findings, job.settings)
    return gated_row(
        job.raw.raw_sha256,
        job.fingerprint,
        replace(verdict, findings=(*asserted, *verdict.findings)),
        file_format=sniffed.format,
        findings=(*sniffed.findings, *triaged.findings, *extraction.findings, *cleaned.findings),
        pages=extraction.pages,
    )


def _indexed(job: StageJob, records: Mapping[str, object]) -> Row:
    verdict, cleaned = records["gated"], records["cleaned"]
    assert isinstance(verdict, Verdict)
    assert isinstance(cleaned, Cleaned)
    document = Document(
        raw=job.raw, sniffed=_sniffed_of(records), extraction=_extraction_of(records), cleaned=cleaned, verdict=verdict
    )
    chunks = index(document, job.settings).chunks if verdict.state == "indexed" else ()
    return indexed_row(job.raw.raw_sha256, job.fingerprint, chunks)


def _path(job: StageJob) -> Path:
    return Blobs(job.store).path(job.raw.raw_sha256)


def _sniffed_of(records: Mapping[str, object]) -> Sniffed:
    record = records["sniffed"]
    assert isinstance(record, Sniffed)
    return record


def _extraction_of(records: Mapping[str, object]) -> Extraction:
    record = records["extracted"]
    assert isinstance(record, Extraction)
    return record


RUNNERS: Mapping[str, Callable[[StageJob, Mapping[str, object]], Row]] = {
    "sniffed": _sniffed,
    "triaged": _triaged,
    "extracted": _extracted,
    "cleaned": _cleaned,
    "gated": _gated,
    "indexed": _indexed,
}
