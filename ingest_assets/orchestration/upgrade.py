"""The baseline before an upgrade: the new version beside the stored output, and a check that keeps it out."""

import dagster as dg

from ingest_assets.comparison import compare_source, is_blocked, report
from ingest_assets.orchestration.partitions import GROUP, OWNERS, SOURCES
from ingest_assets.orchestration.reaper import claim
from ingest_assets.orchestration.resources import Ingest

NOT_WORSE = dg.AssetCheckSpec(
    "upgrade_is_not_worse",
    asset="parser_comparison",
    blocking=True,
    description="More documents of the sample got worse than the settings allow: nothing is read again or published until the parser is "
    "mended, or accepted with ingest compare --parser NAME --accept.",
)


@dg.asset(
    partitions_def=SOURCES,
    deps=["page_triage"],
    kinds={"python", "markdown"},
    check_specs=[NOT_WORSE],
    group_name=GROUP,
    owners=OWNERS,
)
def parser_comparison(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """A seeded sample of the documents that an upgraded parser would read again, beside their stored output. Empty on other nights."""
    claim(context.instance, context.run.run_id)
    limits = ingest.settings(context.partition_key).reports
    with ingest.run(context.partition_key) as run:
        found = compare_source(run)
    worse = sum(one.worse for one in found)
    path = (
        ingest.write_report(f"comparison-{context.partition_key}.md", report(found, limits, shown=len(found)))
        if found
        else None
    )
    return dg.MaterializeResult(
        metadata={
            "docs_compared": dg.MetadataValue.int(len(found)),
            "docs_worse": dg.MetadataValue.int(worse),
            "comparison": dg.MetadataValue.md(report(found, limits) if found else "No parser was upgraded."),
            **({"report": dg.MetadataValue.path(str(path))} if path is not None else {}),
        },
        check_results=[
            dg.AssetCheckResult(
                check_name=NOT_WORSE.name,
                passed=not is_blocked(found, limits),
                severity=dg.AssetCheckSeverity.ERROR,
                metadata={
                    "compared": len(found),
                    "worse": worse,
                    "documents": dg.MetadataValue.md(
                        "\n".join(f"- {one.name} ({one.raw_sha256})" for one in found if one.worse) or "none"
                    ),
                },
            )
        ],
    )
