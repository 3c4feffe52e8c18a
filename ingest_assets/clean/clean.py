"""Cleaning: what was read becomes a document in reading order, whatever its format."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.clean.layout.layout import lay_out
from ingest_assets.clean.mojibake import repaired
from ingest_assets.images.turned import to_displayed
from ingest_assets.lexicon import language_of, tokens_of
from ingest_assets.model import Block, Cleaned, Extraction, Sniffed
from ingest_assets.settings import Settings

LANGUAGE_TOKENS = 2000  # words whose vote names the language; more change nothing


def clean(extraction: Extraction, sniffed: Sniffed, settings: Settings) -> Cleaned:
    """Paged content is laid out; structured formats keep the blocks and tables that their parser gave."""
    cleaned = (
        _laid_out(extraction, settings) if any(page.content for page in extraction.pages) else _as_read(extraction)
    )
    cleaned = repaired(cleaned)
    return Cleaned(
        blocks=cleaned.blocks,
        tables=cleaned.tables,
        removed=cleaned.removed,
        language=language_of(_first_tokens(cleaned)),
        metadata=cleaned.metadata,
        findings=cleaned.findings,
    )


def _first_tokens(cleaned: Cleaned) -> list[str]:
    """The words that tell the language: those of a long document's first pages."""
    found: list[str] = []
    for block in cleaned.blocks:
        found.extend(tokens_of(block.text))
        if len(found) >= LANGUAGE_TOKENS:
            break
    return found[:LANGUAGE_TOKENS]


def _as_read(extraction: Extraction) -> Cleaned:
    return Cleaned(
        blocks=extraction.blocks, tables=extraction.tables, removed=extraction.removed, metadata=extraction.metadata
    )


def _laid_out(extraction: Extraction, settings: Settings) -> Cleaned:
    """Laid out pages, with the blocks that a parser gave for other pages at their places, boxes in the displayed frame."""
    laid = lay_out(extraction.pages, extraction.metadata, settings.layout)
    given = (_shifted(block, len(laid.tables)) for block in extraction.blocks)
    cleaned = Cleaned(
        blocks=tuple(sorted((*laid.blocks, *given), key=lambda block: block.page)),
        tables=(*laid.tables, *extraction.tables),
        removed=(*extraction.removed, *laid.removed),
        metadata=extraction.metadata,
        findings=laid.findings,
    )
    return to_displayed(cleaned, {page.page: page.content for page in extraction.pages if page.content is not None})


def _shifted(block: Block, tables: int) -> Block:
    """A parser's block, its table counted behind the ``tables`` of the layout."""
    return block if block.table is None else replace(block, table=block.table + tables)
