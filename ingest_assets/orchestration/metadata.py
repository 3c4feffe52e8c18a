"""What a materialisation says about itself: counts, versions, schema, a preview, the newest quarantine rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import dagster as dg
import duckdb

from ingest_assets.advance import Done
from ingest_assets.pipe_tables import pipe_table
from ingest_assets.problems import Problem
from ingest_assets.store.schemas import DATASETS, KEYS, LOCATIONS

QUARANTINE_ROWS = 50
QUARANTINE_COLUMNS = ("document", "format", "problem", "parser_version", "raw_sha256")


def schema_of(dataset: str) -> dg.TableSchema:
    """The dataset's columns with their meaning, as the asset page shows them."""
    columns = {**KEYS, **DATASETS[dataset].columns}
    return dg.TableSchema(
        [dg.TableColumn(name, str(kind), description=meaning) for name, (kind, meaning) in columns.items()]
    )


LOCATION_COLUMNS = dg.TableSchema(
    [dg.TableColumn(name, str(kind), description=meaning) for name, (kind, meaning) in LOCATIONS.items()]
)
BYTES = ("raw_files", "raw_sha256")
READ_FROM: Mapping[str, Mapping[str, Sequence[tuple[str, str]]]] = {
    "sniffed": {
        "format": [BYTES],
        "media_type": [BYTES],
        "encoding": [BYTES, ("raw_files", "http_content_type")],
        "declared_extension": [("raw_files", "name")],
        "extension_mismatch": [BYTES, ("raw_files", "name")],
    },
    "triaged": {"pages": [BYTES, ("sniffed_files", "format")]},
    "extracted": {
        "pages": [BYTES, ("sniffed_files", "format"), ("sniffed_files", "encoding"), ("page_triage", "pages")],
        "parser_versions": [("sniffed_files", "format"), ("page_triage", "pages")],
        "children": [BYTES],
    },
    "cleaned": {
        "blocks": [("extracted_text", "payload")],
        "tables": [("extracted_text", "payload")],
        "language": [("extracted_text", "payload")],
    },
    "gated": {
        "state": [("cleaned_documents", "payload"), ("extracted_text", "findings"), ("sniffed_files", "findings")],
        "skip_rule": [("sniffed_files", "skip_rule"), ("cleaned_documents", "payload")],
        "measures": [("cleaned_documents", "payload"), ("extracted_text", "pages")],
        "holds": [("sniffed_files", "findings"), ("extracted_text", "findings"), ("cleaned_documents", "findings")],
    },
    "indexed": {"chunks": [("cleaned_documents", "payload"), ("gated_documents", "state"), ("raw_files", "name")]},
}
"""Dataset → column → (asset, column) that it comes from: what the UI draws as column lineage."""


def column_lineage(dataset: str) -> dict[str, dg.MetadataValue]:
    """Where the dataset's columns come from."""
    deps = {
        column: [dg.TableColumnDep(asset_key=dg.AssetKey(asset), column_name=name) for asset, name in origin]
        for column, origin in READ_FROM[dataset].items()
    }
    return {"dagster/column_lineage": dg.MetadataValue.column_lineage(dg.TableColumnLineage(deps_by_column=deps))}


def counts(done: Sequence[Done]) -> dict[str, dg.MetadataValue]:
    """Documents in, read, taken over and gone, over all rounds of a stage."""
    last = done[-1]
    return {
        "docs_total": dg.MetadataValue.int(last.wanted),
        "docs_read": dg.MetadataValue.int(sum(one.read for one in done if one.stage == last.stage)),
        "docs_reused": dg.MetadataValue.int(done[0].kept),
        "docs_dropped": dg.MetadataValue.int(sum(one.dropped for one in done)),
        "docs_failed": dg.MetadataValue.int(sum(one.failed for one in done)),
        "workers_cpu_s": dg.MetadataValue.float(round(sum(one.cpu_s for one in done), 3)),
        "cpu_s": dg.MetadataValue.float(round(sum(one.own_cpu_s for one in done), 3)),
        "wall_s": dg.MetadataValue.float(round(sum(one.seconds for one in done), 3)),
        "dagster/partition_row_count": dg.MetadataValue.int(last.wanted),
    }


def states(connection: duckdb.DuckDBPyConnection, source: str | None = None) -> dict[str, int]:
    """Documents by terminal state, of one source or of all."""
    rows = connection.execute(
        "select state, count(*) from outcomes where source = coalesce(?, source) group by state", [source]
    ).fetchall()
    found = {str(state): int(count) for state, count in rows}
    return {state: found.get(state, 0) for state in ("indexed", "quarantined", "skipped")}


def ocr_share(connection: duckdb.DuckDBPyConnection, source: str) -> float:
    """Share of the source's pages (0-1) that went through OCR; 0 where there are none."""
    rows = connection.execute(
        "select coalesce(avg((route in ('ocr', 'native_repaired'))::int), 0) from extracted_text where source = ?",
        [source],
    ).fetchall()
    return round(float(rows[0][0]), 4)


def quarantine_table(connection: duckdb.DuckDBPyConnection, source: str) -> dg.MetadataValue:
    """The newest quarantine rows of a source."""
    rows = connection.execute(
        "select o.locations[1], q.format, q.problem, q.parser_version, q.raw_sha256 from quarantine q join outcomes o using (source, raw_sha256) "
        "where source = ? order by o.first_seen desc, raw_sha256, problem limit ?",
        [source, QUARANTINE_ROWS],
    ).fetchall()
    records = [
        dg.TableRecord({name: str(value or "") for name, value in zip(QUARANTINE_COLUMNS, row, strict=True)})
        for row in rows
    ]
    return dg.MetadataValue.table(
        records, schema=dg.TableSchema([dg.TableColumn(name, "string") for name in QUARANTINE_COLUMNS])
    )


def quarantine_report(connection: duckdb.DuckDBPyConnection, source: str) -> str:
    """Every quarantined document of a source by name, then what its problems mean and what cures them."""
    rows = connection.execute(
        "select o.locations[1], q.format, q.problem, q.parser_version, q.raw_sha256 from quarantine q join outcomes o using (source, raw_sha256) "
        "where source = ? order by q.problem, 1",
        [source],
    ).fetchall()
    if not rows:
        return f"# Quarantine of {source}\n\nNothing is in quarantine.\n"
    codes = [Problem(code) for code in dict.fromkeys(str(row[2]) for row in rows)]
    known = [
        (
            code.value,
            code.about.meaning,
            code.about.cure,
            f"ingest quarantine --source {source} --problem {code.value} --rerun",
        )
        for code in codes
    ]
    table = pipe_table(("document", "format", "problem", "read by", "raw_sha256"), rows)
    cures = pipe_table(("problem", "what it means", "what cures it", "after the cure"), known)
    return f"# Quarantine of {source}\n\n{table}\n\n## The problems\n\n{cures}\n"


def links(source: str, report: Path) -> dict[str, dg.MetadataValue]:
    """From a partition to the rest: its quarantine as a query, its report, the totals of all sources."""
    return {
        "quarantine_query": dg.MetadataValue.text(f"ingest sql \"SELECT * FROM quarantine WHERE source = '{source}'\""),
        "quarantine_report": dg.MetadataValue.path(str(report)),
        "coverage_report": dg.MetadataValue.asset(dg.AssetKey("coverage_report")),
        "comparison": dg.MetadataValue.url(f"/assets/parser_comparison?view=partitions&partition={source}"),
    }


def parser_versions(connection: duckdb.DuckDBPyConnection, source: str) -> dict[str, list[str]]:
    """Parser → the versions that have read documents of this source, as they are recorded."""
    rows = connection.execute(
        "select distinct unnest(parser_versions) as version from outcomes where source = ? order by version", [source]
    ).fetchall()
    found: dict[str, list[str]] = {}
    for (version,) in rows:
        found.setdefault(str(version).split("+", 1)[0].rpartition("-")[0], []).append(str(version))
    return found


def problems_table(connection: duckdb.DuckDBPyConnection, source: str | None = None) -> str:
    """Quarantined documents by source, format and primary problem."""
    rows = connection.execute(
        "select source, format, primary_problem, count(*) from outcomes where state = 'quarantined' and source = coalesce(?, source) "
        "group by all order by 4 desc, 1, 2, 3",
        [source],
    ).fetchall()
    return pipe_table(("source", "format", "problem", "documents"), rows) if rows else "Nothing is in quarantine."


def preview(connection: duckdb.DuckDBPyConnection, source: str, limit: int = 5) -> str:
    """The first chunks of a source, shortened."""
    rows = connection.execute(
        "select o.locations[1], c.pages, c.routes, left(c.text, 160) from chunks c join outcomes o using (source, raw_sha256) "
        "where source = ? order by 1, 2 limit ?",
        [source, limit],
    ).fetchall()
    return pipe_table(("document", "pages", "routes", "text"), rows) if rows else "No chunks."


def int_values(values: Mapping[str, int], prefix: str = "docs_") -> dict[str, dg.MetadataValue]:
    """Counts as plottable numbers."""
    return {f"{prefix}{name}": dg.MetadataValue.int(count) for name, count in values.items()}
