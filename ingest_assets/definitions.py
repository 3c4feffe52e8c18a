"""The one Dagster entry point."""

from __future__ import annotations

from ingest_assets.orchestration.deployment import deployment
from ingest_assets.orchestration.resources import Ingest

defs = deployment(Ingest())
