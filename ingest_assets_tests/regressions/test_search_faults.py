"""Faults of the way into the index that were met once."""

from __future__ import annotations

import json

from ingest_assets.gate.measures import score_document
from ingest_assets.model import Cleaned, Extraction, Verdict
from ingest_assets.settings import Settings
from ingest_assets.store.codec import from_json_bytes, to_json_bytes


def test_a_scorecard_can_be_read_back_from_the_store() -> None:
    """An infinite threshold became null in the stored verdict; the index stage could not read it and cut no document into chunks."""
    scored = score_document(Extraction(), Cleaned(), (), Settings())
    verdict = Verdict(state="indexed", scorecard=scored.measures)
    assert from_json_bytes(Verdict, to_json_bytes(verdict)) == verdict
    json.dumps([measure.threshold for measure in scored.measures], allow_nan=False)
