"""Formats without pages: everything they hold stands on page 1."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.model import ExtractedPage, Extraction


def on_page_one(read: Extraction, parser: str) -> Extraction:
    """``read`` with its one page, and its blocks and tables signed by ``parser`` where nobody has signed them."""
    blocks = tuple(block if block.parser else replace(block, parser=parser) for block in read.blocks)
    tables = tuple(table if table.parser else replace(table, parser=parser) for table in read.tables)
    characters = sum(len(block.text) for block in blocks) + sum(
        len(cell) for table in tables for row in table.rows for cell in row
    )
    page = ExtractedPage(
        page=1, page_class="clean_digital", route="native", parser=parser, parser_version="", characters=characters
    )
    return replace(read, pages=(page,), blocks=blocks, tables=tables)


def expecting(read: Extraction, characters: int | None) -> Extraction:
    """``read`` with the number of characters that the file itself says it holds, on its first page; None when it says nothing."""
    if characters is None or not read.pages:
        return read
    first, *others = read.pages
    told = replace(first, signals={**first.signals, "expected_characters": characters})
    return replace(read, pages=(told, *others))
