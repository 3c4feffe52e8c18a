"""The search index: one asset over all sources, since the engine has one writer; a sensor asks for it when the lake is ahead."""

from collections.abc import Iterator
from dataclasses import asdict

import dagster as dg

from ingest_assets.orchestration.assets import index_chunks
from ingest_assets.orchestration.partitions import OWNERS
from ingest_assets.orchestration.reaper import CLAIMS, claim
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.search.publish import is_behind, publish

RUNNING = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
]
ALL_FOUND = dg.AssetCheckSpec(
    "every_indexed_document_can_be_found",
    asset="search_index",
    description="Each document whose verdict is indexed has at least one chunk in the search index.",
)


@dg.asset(deps=[index_chunks], group_name="search", owners=OWNERS, kinds={"python", "tantivy"}, check_specs=[ALL_FOUND])
def search_index(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """Full-text index over the chunks of indexed documents, published whole: readers see the old one or the new one."""
    claim(context.instance, context.run.run_id)
    done = publish(ingest.store(), ingest.settings().search)
    counts = {name: value for name, value in asdict(done).items() if isinstance(value, int)}
    missing = done.documents_without_chunks
    return dg.MaterializeResult(
        metadata={
            **{name: dg.MetadataValue.int(value) for name, value in counts.items()},
            "rebuilt": dg.MetadataValue.text(done.rebuilt or "no: the difference was added"),
            "query": dg.MetadataValue.text('ingest search "QUERY"'),
            "dagster/row_count": dg.MetadataValue.int(done.chunks),
        },
        check_results=[
            dg.AssetCheckResult(
                check_name=ALL_FOUND.name,
                passed=missing == 0,
                severity=dg.AssetCheckSeverity.WARN,
                metadata={"documents_without_chunks": missing},
            )
        ],
    )


SEARCH = dg.define_asset_job(
    "search",
    tags=CLAIMS,
    selection=dg.AssetSelection.assets(search_index),
    description="Bring the search index up to date with the lake.",
)


@dg.sensor(
    job=SEARCH,
    minimum_interval_seconds=60,
    description="Chunks or verdicts that the search index was not made from ask for a new publication.",
)
def search_updates(context: dg.SensorEvaluationContext, ingest: Ingest) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """Compare the commit numbers of the lake with those of the publication; only pointers are read."""
    running = context.instance.get_runs(dg.RunsFilter(job_name=SEARCH.name, statuses=RUNNING), limit=1)
    if running:
        yield dg.SkipReason("a publication is running")
    elif not is_behind(ingest.store()):
        yield dg.SkipReason("the search index holds what the lake holds")
    else:
        yield dg.RunRequest(tags={"ingest/reason": "the lake is ahead of the search index"})
