"""Text of a program that prints one form feed a page: pages in = pages out."""

from __future__ import annotations

from collections.abc import Sequence

from ingest_assets.extract.plain.prose import paragraphs, readable
from ingest_assets.model import Block, ExtractedPage, Extraction
from ingest_assets.thresholds.web import Web


def printed_pages(pages: Sequence[str], parser: str, web: Web) -> Extraction:
    """Paragraphs of each page. A page without text is one that only a picture of it would show: route none."""
    blocks: list[Block] = []
    read: list[ExtractedPage] = []
    for number, text in enumerate(pages, start=1):
        found = list(paragraphs(readable(text), web))
        blocks.extend(Block(kind="paragraph", text=part, page=number, parser=parser) for part in found)
        read.append(
            ExtractedPage(
                page=number,
                page_class="clean_digital" if found else "scan",
                route="native" if found else "none",
                parser=parser,
                parser_version="",
                characters=sum(map(len, found)),
            )
        )
    return Extraction(pages=tuple(read), blocks=tuple(blocks))
