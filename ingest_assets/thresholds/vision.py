"""Limits of the vision route: what leaves the house, how often, and which answers are taken."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Vision:
    """The vision route is off until an endpoint is configured (triage-ocr.md section 7, which measured none of these numbers)."""

    long_side: int = threshold(2000, "px", "triage-ocr.md section 7")
    image_bytes: int = threshold(4_000_000, "bytes of PNG", "triage-ocr.md section 7")
    connect_seconds: float = threshold(10.0, "s", "triage-ocr.md section 7")
    read_seconds: float = threshold(120.0, "s", "triage-ocr.md section 7")
    retries: int = threshold(3, "calls after the first", "triage-ocr.md section 7")
    retry_after_cap: float = threshold(60.0, "s", "triage-ocr.md section 7")
    backoff_seconds: float = threshold(1.0, "s before the first retry, doubled each time", "customary; not measured")
    answer_bytes: int = threshold(
        4_000_000, "bytes", "a page of text has under 20,000; a wrong endpoint may stream for ever"
    )
    max_tokens: int = threshold(8192, "tokens per answer", "a dense page of Russian has about 4,000")
    pages_per_run: int = threshold(
        1000, "pages per run, over all workers and sources", "one page in ten of a 10,000 page run; not measured"
    )
    pages_per_source: int = threshold(
        1000, "pages of one source per run", "as the run's: a source may be given less, or 0, in sources.toml"
    )
    pages_per_document: int = threshold(50, "pages", "not measured")
    tokens_per_run: int = threshold(4_000_000, "tokens per run", "pages_per_run times 4,000")
    tokens_per_document: int = threshold(200_000, "tokens", "pages_per_document times 4,000")
    repeated_line: int = threshold(10, "times", "triage-ocr.md section 7")
    growth: float = threshold(4.0, "characters per OCR character", "triage-ocr.md section 7")
    growth_from: int = threshold(200, "OCR characters", "under it OCR saw too little to compare with")
    aligned_share: float = threshold(0.8, "share of a line's words in order", "triage-ocr.md section 7")
    least_hit: float = threshold(0.65, "share of tokens", "triage-ocr.md section 3, as for every text")
    hit_tokens: int = threshold(40, "tokens", "triage-ocr.md section 3: false alarms double below it")
