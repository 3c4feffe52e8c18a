"""Faults of the way into the index that were met once."""

from __future__ import annotations

import json

from ingest_assets.gate.measures import score_document
from ingest_assets.model import Cleaned, Extraction, Verdict
from ingest_assets.search.words import terms
from ingest_assets.settings import Settings
from ingest_assets.store.codec import from_json_bytes, to_json_bytes


def test_a_scorecard_can_be_read_back_from_the_store() -> None:
    """An infinite threshold became null in the stored verdict; the index stage could not read it and cut no document into chunks."""
    scored = score_document(Extraction(), Cleaned(), (), Settings())
    verdict = Verdict(state="indexed", scorecard=scored.measures)
    assert from_json_bytes(Verdict, to_json_bytes(verdict)) == verdict
    json.dumps([measure.threshold for measure in scored.measures], allow_nan=False)


def test_a_number_sign_is_no_part_of_the_number() -> None:
    """Compatibility folding made "No" of the sign №: invoice №17/б could not be found by 17/б."""
    assert "17/б" in terms("счёт №17/б").exact


def test_a_quantity_with_blanks_is_found_however_it_is_written() -> None:
    assert set(terms("30 000,00").exact) & set(terms("30000").exact) == {"=30000"}
