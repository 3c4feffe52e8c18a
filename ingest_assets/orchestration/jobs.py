"""Jobs and the nightly schedule."""

from collections.abc import Iterator

import dagster as dg

from ingest_assets.orchestration.assets import STAGE_ASSETS, coverage_report, extracted_text

SOURCE_RUN = dg.define_asset_job(
    "source_run", selection=dg.AssetSelection.assets(*STAGE_ASSETS), description="One source, the whole way."
)
REPARSE = dg.define_asset_job(
    "reparse",
    selection=dg.AssetSelection.assets(*STAGE_ASSETS[STAGE_ASSETS.index(extracted_text) :]),
    description="One source from extraction on: after a parser's upgrade.",
)
REPORT = dg.define_asset_job(
    "report", selection=dg.AssetSelection.assets(coverage_report), description="Totals over all sources."
)


@dg.schedule(
    cron_schedule="0 2 * * *",
    job=SOURCE_RUN,
    execution_timezone="UTC",
    description="Every night at two, one run a source.",
)
def nightly(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest]:
    """One run a source: retries, logs and metadata are per source."""
    night = context.scheduled_execution_time.date().isoformat()
    for key in context.instance.get_dynamic_partitions("sources"):
        yield dg.RunRequest(
            partition_key=key, run_key=f"night:{night}:{key}", tags={"ingest/source": key, "ingest/reason": "nightly"}
        )


@dg.schedule(
    cron_schedule="0 6 * * *", job=REPORT, execution_timezone="UTC", description="Every morning: the coverage report."
)
def morning_report(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """After the nightly runs."""
    return dg.RunRequest(run_key=f"report:{context.scheduled_execution_time.date().isoformat()}")
