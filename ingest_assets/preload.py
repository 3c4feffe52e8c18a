"""What the forkserver loads once, so that no worker pays for it with its first document; and what workers may do."""

from __future__ import annotations

import os
from dataclasses import replace

from ingest_assets.settings import Settings
from ingest_assets.thresholds.workers import Workers

PRELOAD = ("ingest_assets.engines",)
VISION_ENDPOINT = "INGEST_VISION_BASE_URL"


def worker_settings(settings: Settings) -> Workers:
    """Workers have no network, unless a vision endpoint is configured."""
    return replace(settings.workers, network=True) if os.environ.get(VISION_ENDPOINT) else settings.workers
