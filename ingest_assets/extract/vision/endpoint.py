"""Where the vision model lives: from the environment, never from a file, and never printed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

BASE_URL, MODEL, KEY = "INGEST_VISION_BASE_URL", "INGEST_VISION_MODEL", "INGEST_VISION_KEY"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """An OpenAI-compatible chat endpoint. ``key`` is left out of every representation."""

    base_url: str
    model: str
    key: str = field(default="", repr=False)

    @property
    def host(self) -> str:
        """The host that answers for the text; without user, password and path."""
        return urlsplit(self.base_url).hostname or ""


def endpoint(environment: Mapping[str, str] = os.environ) -> Endpoint | None:
    """The configured endpoint; None, which switches the route off, unless base URL and model are both set."""
    base_url, model = environment.get(BASE_URL, "").strip(), environment.get(MODEL, "").strip()
    if not base_url or not model:
        return None
    return Endpoint(base_url=base_url.rstrip("/"), model=model, key=environment.get(KEY, "").strip())
