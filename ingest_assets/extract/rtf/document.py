"""A whole RTF document as an extraction, with the check that its bytes were decoded."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.extract.drafts import assembled
from ingest_assets.extract.rtf.reader import RtfReader
from ingest_assets.model import Extraction, Json
from ingest_assets.settings import Settings


def read_rtf(data: bytes, settings: Settings) -> Extraction:
    """Blocks, tables and notes of RTF bytes; blanks and a byte order mark before the first brace are passed over."""
    start = max(0, data.find(b"{\\rt"))
    reader = RtfReader(data[start:])
    metadata: dict[str, Json] = dict(reader.info)
    return replace(assembled(reader.drafts, settings.formats), removed=tuple(reader.removed), metadata=metadata)


def undecoded(extraction: Extraction) -> tuple[bool, float]:
    """Whether a ``\\'`` escape is left in the text, and the share of U+FFFD among its characters."""
    texts = [block.text for block in extraction.blocks] + [
        cell for table in extraction.tables for row in table.rows for cell in row
    ]
    characters = sum(len(text) for text in texts)
    escapes = any("\\'" in text for text in texts)
    return escapes, sum(text.count("\ufffd") for text in texts) / characters if characters else 0.0
