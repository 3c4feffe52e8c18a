"""All assets, checks, jobs, schedules and sensors over one workspace."""

from __future__ import annotations

import dagster as dg

from ingest_assets.orchestration.admin import admin_tables
from ingest_assets.orchestration.assets import STAGE_ASSETS, coverage_report
from ingest_assets.orchestration.checks import parser_versions_uniform
from ingest_assets.orchestration.jobs import REPARSE, REPORT, SOURCE_RUN, morning_report, nightly
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.orchestration.search import SEARCH, search_index, search_updates
from ingest_assets.orchestration.sensors import parser_upgrades, source_files


def deployment(ingest: Ingest) -> dg.Definitions:
    """The code location over ``ingest``'s workspace. Steps run in the run's own process: parallelism is runs and the worker pool."""
    return dg.Definitions(
        assets=[*STAGE_ASSETS, admin_tables, search_index, coverage_report],
        asset_checks=[parser_versions_uniform],
        jobs=[SOURCE_RUN, REPARSE, REPORT, SEARCH],
        schedules=[nightly, morning_report],
        sensors=[source_files, parser_upgrades, search_updates],
        resources={"ingest": ingest},
        executor=dg.in_process_executor,
    )
