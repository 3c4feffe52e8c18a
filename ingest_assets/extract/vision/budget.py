"""How much may still be sent: pages and tokens of a document and of the worker's process."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.vision import Vision


@dataclass(slots=True)
class Budget:
    """Pages and tokens used so far. One for the process lives as long as the worker; one is made for each document."""

    pages: int = 0
    tokens: int = 0

    def spend(self, tokens: int) -> None:
        """Count one page that was sent."""
        self.pages += 1
        self.tokens += tokens


def exhausted(process: Budget, document: Budget, limits: Vision) -> str | None:
    """Which budget is used up, or None."""
    for used, limit, name in (
        (document.pages, limits.pages_per_document, "pages of the document"),
        (document.tokens, limits.tokens_per_document, "tokens of the document"),
        (process.pages, limits.pages_per_run, "pages of the run"),
        (process.tokens, limits.tokens_per_run, "tokens of the run"),
    ):
        if used >= limit:
            return f"{used} {name} used, limit {limit}"
    return None
