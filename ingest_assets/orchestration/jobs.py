"""Jobs and the nightly schedule."""

from collections.abc import Iterator

import dagster as dg

from ingest_assets.orchestration.admin import admin_tables
from ingest_assets.orchestration.assets import STAGE_ASSETS, extracted_text
from ingest_assets.orchestration.reaper import CLAIMS
from ingest_assets.orchestration.reports import coverage_report, weekly_report
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.orchestration.upgrade import parser_comparison

MONDAY = 0
SOURCE_RUN = dg.define_asset_job(
    "source_run",
    tags=CLAIMS,
    selection=dg.AssetSelection.assets(*STAGE_ASSETS, admin_tables),
    description="One source, the whole way.",
)
REPARSE = dg.define_asset_job(
    "reparse",
    tags=CLAIMS,
    selection=dg.AssetSelection.assets(*STAGE_ASSETS[STAGE_ASSETS.index(parser_comparison) :], admin_tables),
    description="One source from extraction on: after a parser's upgrade.",
)
QUARANTINE_RERUN = dg.define_asset_job(
    "quarantine_rerun",
    tags=CLAIMS,
    selection=dg.AssetSelection.assets(*STAGE_ASSETS[STAGE_ASSETS.index(extracted_text) :], admin_tables),
    description="Read a selection of one source again: set problem (a code) or where (a condition) in the launchpad.",
    config={"ops": {"extracted_text": {"config": {"problem": "empty_extraction", "where": ""}}}},
)
REPORT = dg.define_asset_job(
    "report", tags=CLAIMS, selection=dg.AssetSelection.assets(coverage_report), description="Totals over all sources."
)
WEEKLY = dg.define_asset_job(
    "weekly",
    tags=CLAIMS,
    selection=dg.AssetSelection.assets(coverage_report, weekly_report),
    description="The week in one page.",
)


@dg.schedule(
    cron_schedule="0 2 * * *",
    job=SOURCE_RUN,
    execution_timezone="UTC",
    description="Every night at two, one run a source.",
)
def nightly(context: dg.ScheduleEvaluationContext, ingest: Ingest) -> Iterator[dg.RunRequest]:
    """One run a source: retries, logs and metadata are per source. sources.toml may ask for Mondays only, or for no schedule at all."""
    night, home = context.scheduled_execution_time.date(), ingest.workspace()
    due = {"nightly", "weekly"} if night.weekday() == MONDAY else {"nightly"}
    keys = [key for key in context.instance.get_dynamic_partitions("sources") if home.schedule(key) in due]
    for key in sorted(keys, key=home.priority, reverse=True):
        tags = {"ingest/source": key, "ingest/reason": "nightly", "dagster/priority": str(home.priority(key))}
        yield dg.RunRequest(partition_key=key, run_key=f"night:{night.isoformat()}:{key}", tags=tags)


@dg.schedule(
    cron_schedule="0 6 * * *", job=REPORT, execution_timezone="UTC", description="Every morning: the coverage report."
)
def morning_report(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """After the nightly runs."""
    return dg.RunRequest(run_key=f"report:{context.scheduled_execution_time.date().isoformat()}")


@dg.schedule(
    cron_schedule="0 7 * * 1",
    job=WEEKLY,
    execution_timezone="UTC",
    description="Every Monday at seven: the weekly report, markdown and HTML.",
)
def monday_report(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """After Monday's morning report."""
    return dg.RunRequest(run_key=f"weekly:{context.scheduled_execution_time.date().isoformat()}")
