"""All assets, checks, jobs, schedules and sensors over one workspace."""

from __future__ import annotations

import dagster as dg

from ingest_assets.orchestration.admin import admin_tables
from ingest_assets.orchestration.assets import STAGE_ASSETS
from ingest_assets.orchestration.checks import every_source_is_fresh, parser_versions_uniform
from ingest_assets.orchestration.jobs import (
    QUARANTINE_RERUN,
    REPARSE,
    REPORT,
    SOURCE_RUN,
    WEEKLY,
    monday_report,
    morning_report,
    nightly,
)
from ingest_assets.orchestration.polls import fetched_sources, source_times
from ingest_assets.orchestration.reaper import stuck_runs
from ingest_assets.orchestration.reports import coverage_report, weekly_report
from ingest_assets.orchestration.resources import Ingest, SourceRun
from ingest_assets.orchestration.search import SEARCH, search_index, search_updates
from ingest_assets.orchestration.sensors import parser_upgrades, source_files


def deployment(ingest: Ingest) -> dg.Definitions:
    """The code location over ``ingest``'s workspace. Steps run in the run's own process: parallelism is runs and the worker pool."""
    return dg.Definitions(
        assets=[*STAGE_ASSETS, admin_tables, search_index, coverage_report, weekly_report],
        asset_checks=[parser_versions_uniform, every_source_is_fresh],
        jobs=[SOURCE_RUN, REPARSE, QUARANTINE_RERUN, REPORT, WEEKLY, SEARCH],
        schedules=[nightly, morning_report, monday_report],
        sensors=[source_files, fetched_sources, source_times, parser_upgrades, search_updates, stuck_runs],
        resources={"ingest": ingest, "source_run": SourceRun(ingest=ingest)},
        executor=dg.in_process_executor,
    )
