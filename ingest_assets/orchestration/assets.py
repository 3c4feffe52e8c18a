"""The seven assets of a document's way, one partition a source."""

from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg
from pydantic import Field

from ingest_assets.advance import Done
from ingest_assets.orchestration import metadata
from ingest_assets.orchestration.partitions import GROUP, OWNERS, SOURCES
from ingest_assets.orchestration.raw_source import look, place_of, raw_counts
from ingest_assets.orchestration.reaper import claim
from ingest_assets.orchestration.resources import Ingest
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


@dg.asset(partitions_def=SOURCES, group_name=GROUP, owners=OWNERS, kinds={"python", "file"})
def raw_files(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """Bytes as they were found, stored once by their sha256; names, sizes and times in the manifest."""
    claim(context.instance, context.run.run_id)
    place = place_of(ingest.workspace(), context.partition_key)
    with ingest.run(context.partition_key) as run:
        found = look(run, place)
        documents = run.documents()
    files = sum(len(document.names) for document in documents.values() if document.raw.parent_sha256 is None)
    values = {"files": files, **raw_counts(found), "docs_total": len(documents)}
    return dg.MaterializeResult(
        metadata={
            **metadata.int_values(values, ""),
            "place": dg.MetadataValue.path(place.title),
            "owners": dg.MetadataValue.text(
                ", ".join(ingest.workspace().owners(context.partition_key)) or "none named"
            ),
            "dagster/partition_row_count": dg.MetadataValue.int(files),
        }
    )


@stage_asset(
    "sniffed_files",
    "sniffed",
    "raw_files",
    "What the bytes are: format and encoding, each with the evidence that decided.",
)
def sniffed_files(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """Sniff what is new."""
    with ingest.run(context.partition_key) as run:
        run.documents()
        return _result([run.stage("sniffed")])


@stage_asset(
    "page_triage",
    "triaged",
    "sniffed_files",
    "Each page's class (clean digital, broken text, scan, mixed, blank) and the route it deserves.",
)
def page_triage(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """Triage what is new."""
    with ingest.run(context.partition_key) as run:
        run.documents()
        return _result([run.stage("triaged")])


@stage_asset(
    "extracted_text",
    "extracted",
    "parser_comparison",
    "Words with coordinates by the route of each page; members of containers become documents here.",
)
def extracted_text(context: dg.AssetExecutionContext, ingest: Ingest, config: Again) -> dg.MaterializeResult:
    """Read what is new, or was read by another version of its parser, or what the run's config asks for."""
    claim(context.instance, context.run.run_id)
    chosen = _chosen(ingest, context.partition_key, config)
    with ingest.run(context.partition_key) as run:
        run.forced |= chosen
        run.documents()
        done = run.extracted()
        versions = run.recorded_versions()
    return _result(done, parsers=versions)


@stage_asset(
    "cleaned_documents",
    "cleaned",
    "extracted_text",
    "Reading order, headings, lists and tables; running lines and hidden text set apart with their reason.",
)
def cleaned_documents(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """Clean what is new."""
    with ingest.run(context.partition_key) as run:
        run.documents()
        return _result([run.stage("cleaned")])


STATES_ADD_UP = dg.AssetCheckSpec(
    "states_add_up",
    asset="gated_documents",
    blocking=True,
    description="indexed + quarantined + skipped = documents of the source. Blocks the index of that source.",
)
QUARANTINE_SHARE = dg.AssetCheckSpec(
    "quarantine_share", asset="gated_documents", description="Share of quarantined documents against the run before."
)
OCR_SHARE_MOVED = dg.AssetCheckSpec(
    "ocr_share_moved",
    asset="gated_documents",
    description="Share of pages that went through OCR, against the run before: a broken export shows here.",
)


@stage_asset(
    "gated_documents",
    "gated",
    "cleaned_documents",
    "The scorecard and the verdict: indexed, quarantined or skipped. Quarantine counts by source are plotted from here.",
    check_specs=[STATES_ADD_UP, QUARANTINE_SHARE, OCR_SHARE_MOVED],
)
def gated_documents(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """Judge what is new."""
    key = context.partition_key
    before, ocr_before = _share_before(context), _ocr_before(context)
    with ingest.run(key) as run:
        documents = run.documents()
        done = run.stage("gated")
        run.outcomes()
        with run.store.connect() as connection:
            states = metadata.states(connection, key)
            ocr = metadata.ocr_share(connection, key)
            extra = {
                "ocr_share": dg.MetadataValue.float(ocr),
                **metadata.int_values(states),
                "quarantine": metadata.quarantine_table(connection, key),
                "summary": dg.MetadataValue.md(metadata.problems_table(connection, key)),
                "query": dg.MetadataValue.text(f"ingest sql \"SELECT * FROM quarantine WHERE source = '{key}'\""),
            }
    checks = [
        _states_check(states, len(documents)),
        _share_check(states, before, ingest),
        _ocr_check(ocr, ocr_before, ingest),
    ]
    return _result([done], extra=extra, checks=checks)


@stage_asset(
    "index_chunks",
    "indexed",
    "gated_documents",
    "Chunks of indexed documents, by heading, with page, boxes, route and parser version.",
)
def index_chunks(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """Cut what is new into chunks."""
    key = context.partition_key
    with ingest.run(key) as run:
        run.documents()
        done = run.stage("indexed")
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
    values: dict[str, Any] = {**metadata.counts(done), **(extra or {})}
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
