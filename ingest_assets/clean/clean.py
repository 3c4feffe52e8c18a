"""Cleaning: what was read becomes a document in reading order, whatever its format."""

from __future__ import annotations

from ingest_assets.lexicon import language_of, tokens_of
from ingest_assets.model import Block, Cleaned, ExtractedPage, Extraction, Region, Sniffed
from ingest_assets.settings import Settings


def clean(extraction: Extraction, sniffed: Sniffed, settings: Settings) -> Cleaned:
    """Paged content is laid out; structured formats keep their blocks."""
    blocks = extraction.blocks or tuple(_page_block(page) for page in extraction.pages if page.content and page.content.spans)
    text = " ".join(block.text for block in blocks)
    return Cleaned(
        blocks=blocks,
        tables=extraction.tables,
        removed=extraction.removed,
        language=language_of(tokens_of(text)[:2000]),
        metadata=extraction.metadata,
        findings=(),
    )


def _page_block(page: ExtractedPage) -> Block:
    assert page.content is not None
    text = " ".join(span.text for span in page.content.spans if span.hidden is None)
    box = (0.0, 0.0, page.content.width, page.content.height)
    return Block(kind="paragraph", text=text, page=page.page, bbox=box, regions=(Region(page=page.page, bbox=box),), route=page.route, parser=page.parser)
