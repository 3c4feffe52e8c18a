"""The failure table of the design, format by format: every assertion has its code, and a test that goes from bytes to that code."""

from __future__ import annotations

import importlib

import pytest

from ingest_assets.problems import Problem

ROWS: dict[str, tuple[str, ...]] = {
    "docx": ("docx_text_loss", "docx_duplicate_text", "numbering_lost"),
    "docm and dotx": ("docx_text_loss",),
    "strict and oddly named parts": ("empty_extraction",),
    "doc and ppt": ("ole_text_loss",),
    "xlsx": ("formula_without_value",),
    "xlsb": ("missing_part",),
    "xls": ("declared_conflict", "unknown_ole"),
    "ods": ("too_large",),
    "csv and tsv": ("not_tabular", "replacement_chars"),
    "pptx": ("pptx_text_loss",),
    "rtf": ("rtf_undecoded", "low_letter_ratio"),
    "odt and odp": ("deleted_text_leak",),
    "epub": ("missing_part", "encrypted"),
    "html": ("js_required", "login_wall", "frames_only", "hidden_text"),
    "xml": ("xml_entities",),
    "mhtml": ("missing_part",),
    "json and jsonl": ("bad_records",),
    "ipynb": ("base64_leak",),
    "text": ("mixed_encoding", "mojibake"),
    "tex": ("missing_program",),
    "images": ("empty_extraction", "pixel_limit"),
    "zip, 7z and tar": ("bomb", "encrypted", "member_limit", "depth_limit", "broken_zip", "corrupt"),
    "djvu and ps": ("page_without_text", "missing_program"),
}


@pytest.mark.parametrize(("row", "code"), [(row, code) for row, codes in ROWS.items() for code in codes])
def test_a_row_has_its_test(row: str, code: str) -> None:
    """A row that loses its last test fails here under its own name."""
    module = importlib.import_module(f"ingest_assets_tests.failures.test_{Problem(code).value}")
    assert [name for name in vars(module) if name.startswith("test_")], row
