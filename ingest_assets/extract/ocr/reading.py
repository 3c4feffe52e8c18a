"""What one attempt at a page gave."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.images.decode import Raster
from ingest_assets.images.ink import Ink
from ingest_assets.model import Json, Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One attempt and its figures.

    Word boxes and ``ink`` are in pixels of the page after it was turned by ``quarter`` degrees clockwise, then by ``skew`` degrees
    counter-clockwise; ``rules`` are in points. ``uncovered`` is the share of text-sized ink outside every word, ``filled`` the number of
    words from other attempts.
    """

    attempt: str
    words: tuple[Word, ...]
    confidence: float
    uncovered: float
    ink: Ink
    raster: Raster
    quarter: int = 0
    skew: float = 0.0
    filled: int = 0
    dropped_ink: bool = False
    rules: tuple[Rule, ...] = ()
    history: tuple[dict[str, Json], ...] = ()

    def figures(self) -> dict[str, Json]:
        """The attempt for the page's signals."""
        return {
            "attempt": self.attempt,
            "confidence": round(self.confidence, 1),
            "uncovered": round(self.uncovered, 4),
            "words": len(self.words),
        }
