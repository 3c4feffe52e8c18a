"""Signing what was read with the name of the parser that read it."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.model import Extraction


def signed(read: Extraction, parser: str) -> Extraction:
    """``read`` with ``parser`` on its pages, blocks and tables where nobody has signed them."""
    return replace(
        read,
        pages=tuple(page if page.parser else replace(page, parser=parser) for page in read.pages),
        blocks=tuple(block if block.parser else replace(block, parser=parser) for block in read.blocks),
        tables=tuple(table if table.parser else replace(table, parser=parser) for table in read.tables),
    )
