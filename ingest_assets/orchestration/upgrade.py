"""The baseline before an upgrade: the new code beside the stored output, and a check that keeps it out."""

import dagster as dg

from ingest_assets.affected import passed
from ingest_assets.comparison import compare_source, report
from ingest_assets.orchestration.partitions import GROUP, OWNERS, SOURCES
from ingest_assets.orchestration.resources import Ingest, SourceRun

NOT_WORSE = dg.AssetCheckSpec(
    "upgrade_is_not_worse",
    asset="parser_comparison",
    blocking=True,
    description="New code (a parser, an engine, a stage) makes no more documents of the sample worse than the settings allow. Otherwise nothing is "
    "read again or published until it is mended, or accepted with: ingest compare --accept. A changed setting is compared and told, not stopped.",
)


@dg.asset(
    partitions_def=SOURCES,
    deps=["page_triage"],
    kinds={"python", "markdown"},
    check_specs=[NOT_WORSE],
    group_name=GROUP,
    owners=OWNERS,
)
def parser_comparison(context: dg.AssetExecutionContext, ingest: Ingest, source_run: SourceRun) -> dg.MaterializeResult:
    """What an upgrade would change: a seeded sample of the documents that an upgraded parser, engine, stage or setting would read or judge
    again, beside their stored output. Empty on other nights."""
    key = context.partition_key
    limits = ingest.settings(key).reports
    run = source_run.open(key)
    found = compare_source(run)
    blocked = found.is_blocked(limits)
    if not blocked:
        passed(run)
    told = report(found, limits) if found.documents else "Nothing was upgraded."
    written = (
        {
            "report": dg.MetadataValue.path(
                str(ingest.write_report(f"comparison-{key}.md", report(found, limits, shown=len(found.documents))))
            )
        }
        if found.documents
        else {}
    )
    worse = "\n".join(f"- {one.name} ({one.raw_sha256})" for one in found.documents if one.worse)
    return dg.MaterializeResult(
        metadata={
            "docs_compared": dg.MetadataValue.int(len(found.documents)),
            "docs_worse": dg.MetadataValue.int(found.worse),
            "what_changed": dg.MetadataValue.text("; ".join(found.reasons) or "nothing"),
            "comparison": dg.MetadataValue.md(told),
            **written,
        },
        check_results=[
            dg.AssetCheckResult(
                check_name=NOT_WORSE.name,
                passed=not found.exceeds(limits),
                severity=dg.AssetCheckSeverity.ERROR if blocked else dg.AssetCheckSeverity.WARN,
                metadata={
                    "source": key,
                    "compared": len(found.documents),
                    "worse": found.worse,
                    "what_changed": "; ".join(found.reasons) or "nothing",
                    "documents": dg.MetadataValue.md(worse or "none"),
                },
            )
        ],
    )
