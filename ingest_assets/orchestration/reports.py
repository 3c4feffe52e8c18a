"""Counts that somebody sees: the nightly series, the weekly report, and a hook for what cannot wait."""

import datetime
import os
from collections.abc import Sequence

import dagster as dg
import httpx

from ingest_assets.coverage import as_html, as_markdown, coverage, problem_table, source_table, trend_table
from ingest_assets.orchestration import metadata
from ingest_assets.orchestration.assets import index_chunks
from ingest_assets.orchestration.partitions import GROUP, OWNERS
from ingest_assets.orchestration.resources import Ingest

WEBHOOK = "INGEST_WEBHOOK_URL"
PATIENCE = 10.0  # wall s: a hook that does not answer must not hold up the night


@dg.asset(deps=[index_chunks], group_name=GROUP, owners=OWNERS, kinds={"python", "markdown"})
def coverage_report(context: dg.AssetExecutionContext, ingest: Ingest) -> dg.MaterializeResult:
    """Totals over all sources: the honest series, since an asset's own page shows its last partition only."""
    with ingest.store().connect() as connection:
        found = coverage(connection, _now(), ingest.settings().reports)
    told = notify(found.alerts)
    if told is not None:
        context.log.info(told)
    return dg.MaterializeResult(
        metadata={
            **metadata.int_values(found.totals),
            "docs_total": dg.MetadataValue.int(sum(found.totals.values())),
            "alerts": dg.MetadataValue.int(len(found.alerts)),
            "worth_a_look": dg.MetadataValue.md("\n".join(f"- {alert}" for alert in found.alerts) or "Nothing."),
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


def notify(alerts: Sequence[str]) -> str | None:
    """Post the alerts to the webhook in ``INGEST_WEBHOOK_URL``; None when there is nothing to say or nobody to hear.

    The body, ``{"text": …}``, is what chat services take. It holds names of sources and counts, nothing of a document.
    """
    url = os.environ.get(WEBHOOK)
    if not url or not alerts:
        return None
    try:
        answer = httpx.post(url, json={"text": "\n".join(alerts)}, timeout=PATIENCE)
        answer.raise_for_status()
    except httpx.HTTPError as error:
        return f"the webhook did not take {len(alerts)} alerts: {type(error).__name__}"
    return f"{len(alerts)} alerts were posted"


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
