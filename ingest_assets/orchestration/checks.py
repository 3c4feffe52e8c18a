"""Checks that look at the store after the fact."""

import datetime

import dagster as dg

from ingest_assets.coverage import DAYS
from ingest_assets.orchestration.assets import extracted_text
from ingest_assets.orchestration.reports import coverage_report
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


@dg.asset_check(
    asset=coverage_report,
    description="Every source was looked at as often as its schedule asks for. Looked at each morning, also when no run of the source starts.",
)
def every_source_is_fresh(ingest: Ingest) -> dg.AssetCheckResult:
    """WARN with the sources that no run has looked at for too long; sources without a schedule are left out."""
    home, now = ingest.workspace(), datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    nightly = home.settings().reports.silent_days
    late = {}
    for key in home.source_names():
        schedule, seen = home.schedule(key), ingest.store().manifest(key).seen_at()
        days = nightly if schedule == "nightly" else nightly + DAYS  # a cron expression may mean once a week
        if schedule != "manual" and (seen is None or now - seen > datetime.timedelta(days=days)):
            late[key] = "never" if seen is None else seen.isoformat(" ", "minutes")
    return dg.AssetCheckResult(
        passed=not late, severity=dg.AssetCheckSeverity.WARN, metadata={"last_looked_at": dg.MetadataValue.json(late)}
    )
