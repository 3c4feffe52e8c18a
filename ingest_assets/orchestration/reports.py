"""Counts that somebody sees: the nightly series, the weekly report, and alerts for what cannot wait."""

import datetime
from collections.abc import Sequence

import dagster as dg

from ingest_assets.coverage import Alert, coverage
from ingest_assets.coverage_page import as_html, as_markdown, listed, problem_table, source_table, trend_table
from ingest_assets.orchestration import metadata
from ingest_assets.orchestration.assets import index_chunks
from ingest_assets.orchestration.notices import Delivery, notify
from ingest_assets.orchestration.partitions import GROUP, OWNERS
from ingest_assets.orchestration.reaper import claim
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.workspace import Workspace


@dg.asset(deps=[index_chunks], group_name=GROUP, owners=OWNERS, kinds={"python", "markdown"})
def coverage_report(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """Totals over all sources: the honest series, since an asset's own page shows its last partition only. Alerts are told once."""
    claim(context.instance, context.run.run_id)
    home = ingest.workspace()
    registered = context.instance.get_dynamic_partitions("sources")
    expected = [key for key in registered if key in home.source_names() and home.schedule(key) != "manual"]
    with ingest.store().connect() as connection:
        found = coverage(connection, _now(), ingest.settings().reports, expected)
    told = _told(context)
    news = [alert for alert in found.alerts if alert.key not in told]
    deliveries = notify([_text(alert, home) for alert in news])
    for delivery in deliveries:
        (context.log.warning if delivery.fault else context.log.info)(f"{len(news)} alerts, {delivery}")
    heard = {alert.key for alert in news} if any(not delivery.fault for delivery in deliveries) else set()
    return dg.MaterializeResult(
        metadata={
            **metadata.int_values(found.totals),
            "docs_total": dg.MetadataValue.int(sum(found.totals.values())),
            "alerts": dg.MetadataValue.int(len(found.alerts)),
            "worth_a_look": dg.MetadataValue.md(listed(found.alerts)),
            "notifications": dg.MetadataValue.md(_shown(news, deliveries)),
            "told": dg.MetadataValue.json(sorted(heard | (told & {alert.key for alert in found.alerts}))),
            "trend": dg.MetadataValue.md(trend_table(found)),
            "by_source": dg.MetadataValue.md(source_table(found)),
            "quarantine": dg.MetadataValue.md(problem_table(found)),
        }
    )


@dg.asset(deps=[coverage_report], group_name=GROUP, owners=OWNERS, kinds={"python", "markdown"})
def weekly_report(ingest: Ingest) -> dg.MaterializeResult:
    """The week in one page, markdown and HTML, in the lake's reports folder."""
    now = _now()
    with ingest.store().connect() as connection:
        found = coverage(connection, now, ingest.settings().reports)
    name = f"coverage-{now:%G-W%V}"
    text = as_markdown(found)
    path = ingest.write_report(f"{name}.md", text)
    page = ingest.write_report(f"{name}.html", as_html(found))
    return dg.MaterializeResult(
        metadata={
            "report": dg.MetadataValue.md(text),
            "markdown": dg.MetadataValue.path(str(path)),
            "html": dg.MetadataValue.path(str(page)),
        }
    )


def _shown(news: Sequence[Alert], deliveries: Sequence[Delivery]) -> str:
    """What was sent where in this run, failures included."""
    if not news:
        return "Nothing new to tell."
    if not deliveries:
        return "Nobody is told: no channel is set up (docs/alerts.md)."
    return "\n".join(f"- {delivery}" for delivery in deliveries)


def _told(context: dg.AssetExecutionContext) -> frozenset[str]:
    """Keys of the alerts that somebody has heard and that still stood at the last report."""
    records = context.instance.fetch_materializations(context.asset_key, limit=1).records
    last = records[0].asset_materialization if records else None
    value = last.metadata.get("told") if last is not None else None
    return frozenset(map(str, value.value)) if value is not None and isinstance(value.value, list) else frozenset()


def _text(alert: Alert, home: Workspace) -> str:
    """The alert with the owners of its source."""
    owners = home.owners(alert.subject) if alert.kind != "format" else []
    return f"{alert} (owners: {', '.join(owners)})" if owners else str(alert)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
