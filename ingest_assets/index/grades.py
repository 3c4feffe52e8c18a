"""One letter for how far a document's scorecard stays from its limits: shown with every chunk, so that a reader can weigh it."""

from __future__ import annotations

from ingest_assets.model import Measure, Verdict
from ingest_assets.settings import Settings

SHARES = ("ocr_share", "vision_share")


def grade(verdict: Verdict, settings: Settings) -> str:
    """``a``: read natively, every measure far from its limit; ``b``: OCR took part or a measure comes near; ``c``: pages were lost or a model read."""
    values = {measure.name: measure.value or 0.0 for measure in verdict.scorecard}
    if verdict.lost_pages or values.get("vision_share", 0.0) > 0:
        return "c"
    near = any(_is_near(measure, settings) for measure in verdict.scorecard if measure.name not in SHARES)
    return "b" if near or values.get("ocr_share", 0.0) > 0 else "a"


def _is_near(measure: Measure, settings: Settings) -> bool:
    if measure.value is None or measure.threshold is None:
        return False
    if measure.threshold > 0:
        return measure.value > settings.chunks.near_share * measure.threshold
    return measure.name == "dictionary_hit_margin" and measure.value < settings.chunks.near_margin
