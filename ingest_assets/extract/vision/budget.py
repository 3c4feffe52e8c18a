"""How much may still be sent: pages and tokens of a document, of a source and of the whole run, whatever its number of worker processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ingest_assets.thresholds.vision import Vision
from ingest_assets.workers.tally import tally

PAGES, TOKENS = "vision_pages", "vision_tokens"


@dataclass(slots=True)
class Budget:
    """Pages and tokens of one document; those of its source and its run stand in the run's tally."""

    source: str = ""
    pages: int = 0
    tokens: int = 0

    def take_page(self, limits: Vision) -> str | None:
        """Count one page before it is sent, or say which budget is used up."""
        reason = self._refusal(limits)
        if reason is None:
            reason = tally().add({PAGES: 1, self._source_pages: 1}, lambda used: self._refusal_of_run(used, limits))
        if reason is None:
            self.pages += 1
        return reason

    def spend(self, tokens: int) -> None:
        """Count the tokens of an answer."""
        self.tokens += tokens
        tally().add({TOKENS: tokens}, lambda used: None)

    @property
    def _source_pages(self) -> str:
        return f"{PAGES} of {self.source}"

    def _refusal(self, limits: Vision) -> str | None:
        return _first_used_up(
            (self.pages, limits.pages_per_document, "pages of the document"),
            (self.tokens, limits.tokens_per_document, "tokens of the document"),
        )

    def _refusal_of_run(self, used: Mapping[str, int], limits: Vision) -> str | None:
        return _first_used_up(
            (used.get(PAGES, 0), limits.pages_per_run, "pages of the run"),
            (used.get(self._source_pages, 0), limits.pages_per_source, "pages of the source"),
            (used.get(TOKENS, 0), limits.tokens_per_run, "tokens of the run"),
        )


def _first_used_up(*budgets: tuple[int, int, str]) -> str | None:
    return next((f"{used} {name} used, limit {limit}" for used, limit, name in budgets if used >= limit), None)
