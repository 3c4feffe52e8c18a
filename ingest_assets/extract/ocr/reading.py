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
    words from other attempts; ``fault`` says that a call of Tesseract died or took too long.
    """

    attempt: str
    words: tuple[Word, ...]
    confidence: float
    uncovered: float
    ink: Ink
    raster: Raster
    dpi: float = 200.0
    quarter: int = 0
    skew: float = 0.0
    filled: int = 0
    dropped_ink: bool = False
    fault: str = ""
    rules: tuple[Rule, ...] = ()
    history: tuple[dict[str, Json], ...] = ()

    def x_height(self) -> float | None:
        """The middle height of its lower-case letters in pixels; None without words."""
        heights = sorted(word.x_height for word in self.words if word.x_height > 0)
        return round(heights[len(heights) // 2], 2) if heights else None

    def figures(self) -> dict[str, Json]:
        """The attempt for the page's signals."""
        return {
            "attempt": self.attempt,
            "confidence": round(self.confidence, 1),
            "uncovered": round(self.uncovered, 4),
            "words": len(self.words),
        }
