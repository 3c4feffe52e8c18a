"""Checks that look at the store after the fact."""

import dagster as dg

from ingest_assets.orchestration.assets import extracted_text
from ingest_assets.orchestration.resources import Ingest


@dg.asset_check(
    asset=extracted_text, description="Each parser has read all documents, over all sources, in one version."
)
def parser_versions_uniform(ingest: Ingest) -> dg.AssetCheckResult:
    """WARN when documents of two versions of one parser stand side by side: an upgrade has not reached every source."""
    with ingest.store().connect() as connection:
        rows = connection.execute(
            "select distinct unnest(parser_versions) as version from outcomes order by 1"
        ).fetchall()
    versions: dict[str, list[str]] = {}
    for (version,) in rows:
        versions.setdefault(str(version).split("+", 1)[0].rpartition("-")[0], []).append(str(version))
    mixed = {name: found for name, found in versions.items() if len(found) > 1}
    return dg.AssetCheckResult(
        passed=not mixed, severity=dg.AssetCheckSeverity.WARN, metadata={"mixed": dg.MetadataValue.json(mixed)}
    )
