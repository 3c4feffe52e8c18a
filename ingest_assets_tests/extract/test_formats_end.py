"""Every format that the sniffer can name ends properly: a parser reads it, a rule skips it, or a reason stands why nothing does."""

from __future__ import annotations

import pytest

from ingest_assets.extract.registry import installed
from ingest_assets.extract.unlocked import PACKAGE
from ingest_assets.extract.unread_formats import REASONS
from ingest_assets.sniff.names import FORMATS
from ingest_assets.thresholds.sniff import SniffLimits

CONTRACT = (
    "pdf docx docm dotx doc xlsx xlsm xlsb xls ods csv tsv pptx ppsx ppt rtf odt odp epub html xhtml mhtml xml svg json jsonl ipynb eml mbox msg "
    "txt markdown tex png jpg tiff webp gif bmp heic djvu ps zip 7z tar gz rar spreadsheetml wordml"
)
"""Formats that output-contract.md lists as documents and containers."""
NO_DOCUMENTS = {"empty", "binary", PACKAGE, *SniffLimits().not_a_document}
"""Skipped or held by the sniffer, or opened with a password before a parser is chosen."""


def read_formats() -> set[str]:
    """What the installed parsers read."""
    return {name for parser in installed() for name in parser.formats}


@pytest.mark.parametrize("name", sorted(set(FORMATS) - NO_DOCUMENTS))
def test_a_format_is_read_or_its_reason_is_told(name: str) -> None:
    assert (name in read_formats()) != (name in REASONS)


@pytest.mark.parametrize("name", CONTRACT.split())
def test_every_format_of_the_contract_is_read(name: str) -> None:
    assert name in read_formats()


def test_every_reason_belongs_to_a_known_format() -> None:
    assert set(REASONS) <= set(FORMATS)
