"""Compressed RTF."""

from __future__ import annotations

import compressed_rtf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest_assets.extract.mail.lzfu import decompressed


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=300), st.integers(1, 30))
def test_what_another_program_packed_comes_out(data: bytes, repeats: int) -> None:
    packed = compressed_rtf.compress(data * repeats, compressed=True)
    assert decompressed(packed, 10**6) == data * repeats


def test_a_damaged_stream_gives_its_beginning() -> None:
    packed = compressed_rtf.compress(rb"{\rtf1\ansi the keeper of the lock}" * 9, compressed=True)
    assert decompressed(packed[: len(packed) // 2], 10**6).startswith(rb"{\rtf1\ansi the")


def test_the_limit_holds_whatever_the_header_says() -> None:
    assert len(decompressed(compressed_rtf.compress(b"a" * 9000, compressed=True), 100)) == 100


@pytest.mark.parametrize("data", [b"", b"abc", bytes(40)])
def test_foreign_bytes(data: bytes) -> None:
    with pytest.raises(ValueError):
        decompressed(data, 100)
