"""Pages for the vision route, and the environment that switches it on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from ingest_assets.workers import tally as tally_module
from ingest_assets.workers.tally import Tally
from ingest_assets_tests.corpus.scans import blurred, encoded, rendered, tiff
from ingest_assets_tests.corpus.vision_server import Reply, Server, serving

NOTICE = "Payment of 4219 roubles follows within 30 days of the invoice."
UNSHARP = blurred(rendered(f"<p>{NOTICE}</p>", width=300, height=50), 3)
ONE_PAGE = encoded(UNSHARP)
TWO_PAGES = tiff([UNSHARP, UNSHARP])


@contextmanager
def configured(monkeypatch: pytest.MonkeyPatch, replies: Sequence[Reply]) -> Iterator[Server]:
    """A loopback endpoint that the vision route is configured for, with fresh budgets."""
    monkeypatch.setattr(tally_module, "_TALLY", [Tally()])
    with serving(replies) as server:
        monkeypatch.setenv("INGEST_VISION_BASE_URL", server.base_url)
        monkeypatch.setenv("INGEST_VISION_MODEL", "test-model")
        monkeypatch.setenv("INGEST_VISION_KEY", "secret-key")
        yield server
