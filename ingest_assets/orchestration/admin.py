"""The tables of bad documents beside a team's own data."""

import dagster as dg

from ingest_assets.orchestration.assets import index_chunks
from ingest_assets.orchestration.partitions import GROUP, OWNERS, SOURCES
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.orchestration.storage import URL, database_url


@dg.asset(partitions_def=SOURCES, deps=[index_chunks], group_name=GROUP, owners=OWNERS, kinds={"python", "postgresql"})
def admin_tables(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """Outcomes, scorecards and quarantine of the source in PostgreSQL, schema ingest, replaced in one transaction. Nothing to do on SQLite."""
    url = database_url()
    if url is None:
        return dg.MaterializeResult(metadata={"published": f"no: {URL} is not set, the lake's views hold the same"})
    from ingest_assets.store.admin_tables import publish_tables

    with ingest.store().connect() as lake:
        counts = publish_tables(url, lake, context.partition_key)
    return dg.MaterializeResult(
        metadata={
            **{f"rows/{table}": dg.MetadataValue.int(count) for table, count in counts.items()},
            "query": f"select * from ingest.quarantine where source = '{context.partition_key}'",
        }
    )
