"""The seven assets of a document's way, one partition a source."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg
from pydantic import Field

from ingest_assets.advance import Done
from ingest_assets.orchestration import metadata
from ingest_assets.orchestration.partitions import GROUP, OWNERS, SOURCES
from ingest_assets.orchestration.raw_source import look, place_of, raw_counts
from ingest_assets.orchestration.resources import Ingest, SourceRun
from ingest_assets.orchestration.upgrade import parser_comparison
from ingest_assets.problems import Problem
from ingest_assets.selection import in_quarantine, selected


class Again(dg.Config):
    """Documents of the source that are read again whatever is stored of them; none by default."""

    problem: str = Field(default="", description="Those in quarantine with this problem code.")
    where: str = Field(
        default="", description="Those that meet this condition over outcomes, sniffed_files and extracted_text."
    )


def stage_asset(name: str, dataset: str, upstream: str, description: str, **options: Any) -> Any:
    """The decorator's common part: partitions, group, kinds, the dataset's schema."""
    return dg.asset(
        name=name,
        partitions_def=SOURCES,
        deps=[upstream],
        group_name=GROUP,
        owners=OWNERS,
        kinds={"python", "parquet"},
        description=description,
        metadata={"dagster/column_schema": metadata.schema_of(dataset)},
        **options,
    )


def plain_stage(name: str, dataset: str, upstream: str, description: str) -> dg.AssetsDefinition:
    """A stage that needs nothing but its documents: bring its dataset up to date, tell the counts."""

    @stage_asset(name, dataset, upstream, description)
    def advanced(context: dg.AssetExecutionContext, source_run: SourceRun) -> dg.MaterializeResult:
        return _result([source_run.open(context.partition_key).stage(dataset)])

    found: dg.AssetsDefinition = advanced
    return found


@dg.asset(
    partitions_def=SOURCES,
    group_name=GROUP,
    owners=OWNERS,
    kinds={"python", "file"},
    metadata={"dagster/column_schema": metadata.LOCATION_COLUMNS},
)
def raw_files(context: dg.AssetExecutionContext, source_run: SourceRun) -> dg.MaterializeResult:
    """The files of the source as they were found: bytes stored once by their sha256; names, sizes and times in the manifest.

    A partition is a source. Files that are as they were at the last look are not opened.
    """
    home, own = source_run.ingest.workspace(), time.process_time()
    place = place_of(home, context.partition_key)
    run = source_run.open(context.partition_key)
    found = look(run, place)
    documents = run.documents()
    files = sum(len(document.names) for document in documents.values() if document.raw.parent_sha256 is None)
    values = {"files": files, **raw_counts(found), "docs_total": len(documents)}
    return dg.MaterializeResult(
        metadata={
            **metadata.int_values(values, ""),
            "name": dg.MetadataValue.text(home.source_names().get(context.partition_key, context.partition_key)),
            "place": dg.MetadataValue.path(place.title),
            "owners": dg.MetadataValue.text(", ".join(home.owners(context.partition_key)) or "none named"),
            "cpu_s": dg.MetadataValue.float(round(time.process_time() - own, 3)),
            "dagster/partition_row_count": dg.MetadataValue.int(files),
        }
    )


sniffed_files = plain_stage(
    "sniffed_files",
    "sniffed",
    "raw_files",
    "What each file is, from its bytes and not from its name: format and encoding, each with the evidence that decided.",
)
page_triage = plain_stage(
    "page_triage",
    "triaged",
    "sniffed_files",
    "Which way each page has to go: its class (clean digital, broken text, scan, mixed, blank) and the route it deserves "
    "(native, repaired, OCR, vision). Nothing is read yet.",
)


@stage_asset(
    "extracted_text",
    "extracted",
    "parser_comparison",
    "What the parsers read: words with coordinates, by the route of each page. Members of archives, attachments and embedded files become "
    "documents of their own here. An upgraded parser reads exactly its documents again.",
)
def extracted_text(
    context: dg.AssetExecutionContext, ingest: Ingest, source_run: SourceRun, config: Again
) -> dg.MaterializeResult:
    """Read what is new, or was read by another version of its parser, or what the run's config asks for."""
    run = source_run.open(context.partition_key)
    run.forced |= _chosen(ingest, context.partition_key, config)
    done = run.extracted()
    return _result(done, parsers=run.recorded_versions())


cleaned_documents = plain_stage(
    "cleaned_documents",
    "cleaned",
    "extracted_text",
    "The text as a person would read it: reading order, headings, lists and tables; running lines and hidden text are set apart with their reason.",
)


STATES_ADD_UP = dg.AssetCheckSpec(
    "states_add_up",
    asset="gated_documents",
    blocking=True,
    description="indexed + quarantined + skipped = documents of the source: none has vanished. Blocks the index of that source.",
)
QUARANTINE_SHARE = dg.AssetCheckSpec(
    "quarantine_share",
    asset="gated_documents",
    description="The share of quarantined documents has not jumped since the run before.",
)
OCR_SHARE_MOVED = dg.AssetCheckSpec(
    "ocr_share_moved",
    asset="gated_documents",
    description="The share of pages that went through OCR is about that of the run before: a broken export shows here.",
)


@stage_asset(
    "gated_documents",
    "gated",
    "cleaned_documents",
    "The verdict on each document with its scorecard: indexed, quarantined (with the problem that holds it) or skipped (with the rule). "
    "Quarantine by source: below, under Metadata, choose Partitions and Plots; Events shows it over time.",
    check_specs=[STATES_ADD_UP, QUARANTINE_SHARE, OCR_SHARE_MOVED],
)
def gated_documents(context: dg.AssetExecutionContext, ingest: Ingest, source_run: SourceRun) -> dg.MaterializeResult:
    """Judge what is new."""
    key = context.partition_key
    before, ocr_before = _share_before(context), _ocr_before(context)
    run = source_run.open(key)
    done = run.stage("gated")
    run.outcomes()
    with run.store.connect() as connection:
        states = metadata.states(connection, key)
        ocr = metadata.ocr_share(connection, key)
        report = ingest.write_report(f"quarantine-{key}.md", metadata.quarantine_report(connection, key))
        extra = {
            **metadata.int_values(states),
            "summary": dg.MetadataValue.md(metadata.problems_table(connection, key)),
            "quarantine": metadata.quarantine_table(connection, key),
            **metadata.links(key, report),
            "ocr_share": dg.MetadataValue.float(ocr),
        }
    checks = [
        _states_check(states, len(run.known)),
        _share_check(states, before, ingest),
        _ocr_check(ocr, ocr_before, ingest),
    ]
    named = [one._replace(metadata={"source": dg.MetadataValue.text(key), **one.metadata}) for one in checks]
    return _result([done], extra=extra, checks=named)  # a check's own page does not tell which partition it looked at


@stage_asset(
    "index_chunks",
    "indexed",
    "gated_documents",
    "What search finds: chunks of indexed documents, cut by heading, each with page, boxes, route and parser version. "
    "The chunks of an unchanged text keep their ids.",
)
def index_chunks(context: dg.AssetExecutionContext, source_run: SourceRun) -> dg.MaterializeResult:
    """Cut what is new into chunks."""
    key = context.partition_key
    run = source_run.open(key)
    done = run.stage("indexed")
    if done.failed:
        run.outcomes()
        context.log.warning(f"{done.failed} documents could not be cut into chunks: they are in quarantine now")
    run.store.compact(key)
    with run.store.connect() as connection:
        count = connection.execute("select count(*) from chunks where source = ?", [key]).fetchall()[0][0]
        extra = {
            "chunks": dg.MetadataValue.int(count),
            "preview": dg.MetadataValue.md(metadata.preview(connection, key)),
        }
    return _result([done], extra=extra)


def _chosen(ingest: Ingest, source: str, config: Again) -> frozenset[str]:
    conditions = [config.where, in_quarantine(Problem(config.problem).value) if config.problem else ""]
    given = [f"({condition})" for condition in conditions if condition]
    if not given:
        return frozenset()
    with ingest.store().connect() as lake:
        return frozenset(sha for found, sha, _ in selected(lake, " and ".join(given)) if found == source)


def _result(
    done: Sequence[Done],
    *,
    parsers: dict[str, list[str]] | None = None,
    extra: dict[str, Any] | None = None,
    checks: Sequence[dg.AssetCheckResult] = (),
) -> dg.MaterializeResult:
    values: dict[str, Any] = {**(extra or {}), **metadata.counts(done), **metadata.column_lineage(done[0].stage)}
    if parsers is None:
        return dg.MaterializeResult(metadata=values, check_results=list(checks))
    values["parser_versions"] = dg.MetadataValue.json(parsers)
    values.update({f"parser/{name}": dg.MetadataValue.text(", ".join(versions)) for name, versions in parsers.items()})
    tags = {f"ingest/parser.{name}": tag_value(versions[-1]) for name, versions in parsers.items()}
    joined = ",".join(version for versions in parsers.values() for version in versions) or "none"
    return dg.MaterializeResult(
        metadata=values, tags=tags, data_version=dg.DataVersion(joined), check_results=list(checks)
    )


def tag_value(version: str) -> str:
    """Dagster's tag values: 63 characters of letters, digits, - _ and dot."""
    return "".join(character if character.isalnum() or character in "-_." else "_" for character in version)[:63].strip(
        "-_."
    )


def _states_check(states: dict[str, int], documents: int) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        check_name=STATES_ADD_UP.name,
        passed=sum(states.values()) == documents,
        severity=dg.AssetCheckSeverity.ERROR,
        metadata={**states, "documents": documents},
    )


def _share_check(states: dict[str, int], before: float | None, ingest: Ingest) -> dg.AssetCheckResult:
    share = states["quarantined"] / max(sum(states.values()), 1)
    limit = ingest.settings().reports.quarantine_rise
    return dg.AssetCheckResult(
        check_name=QUARANTINE_SHARE.name,
        passed=before is None or share - before <= limit,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={"share": share, "share_before": before if before is not None else "first run", "allowed_rise": limit},
    )


def _ocr_check(share: float, before: float | None, ingest: Ingest) -> dg.AssetCheckResult:
    limit = ingest.settings().reports.ocr_share_move
    return dg.AssetCheckResult(
        check_name=OCR_SHARE_MOVED.name,
        passed=before is None or abs(share - before) <= limit,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={"share": share, "share_before": before if before is not None else "first run", "allowed_move": limit},
    )


def _share_before(context: dg.AssetExecutionContext) -> float | None:
    """The partition's share of quarantined documents at its last materialisation."""
    found = _metadata_before(context)
    counts = [
        int(str(found[f"docs_{state}"].value))
        for state in ("indexed", "quarantined", "skipped")
        if f"docs_{state}" in found
    ]
    return counts[1] / max(sum(counts), 1) if len(counts) == 3 else None


def _ocr_before(context: dg.AssetExecutionContext) -> float | None:
    """The partition's share of OCR pages at its last materialisation."""
    value = _metadata_before(context).get("ocr_share")
    return float(str(value.value)) if value is not None else None


def _metadata_before(context: dg.AssetExecutionContext) -> Mapping[str, dg.MetadataValue]:
    records = context.instance.fetch_materializations(
        dg.AssetRecordsFilter(asset_key=context.asset_key, asset_partitions=[context.partition_key]), limit=1
    ).records
    return records[0].asset_materialization.metadata if records and records[0].asset_materialization else {}


STAGE_ASSETS = [
    raw_files,
    sniffed_files,
    page_triage,
    parser_comparison,
    extracted_text,
    cleaned_documents,
    gated_documents,
    index_chunks,
]
