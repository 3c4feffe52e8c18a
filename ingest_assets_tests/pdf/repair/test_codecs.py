"""Strict codec pairs."""

from __future__ import annotations

import pytest

from ingest_assets.pdf.repair.codecs import codec_mends, codec_pair

TEXT = "Платёжное поручение № 17 по договору поставки"


@pytest.mark.parametrize(
    ("wrong", "right"), [("cp1252", "cp1251"), ("cp1251", "koi8_r"), ("cp866", "cp1251"), ("latin_1", "utf_8")]
)
def test_a_wrong_code_page_is_undone(wrong: str, right: str) -> None:
    text = TEXT.replace("№", "N") if right == "koi8_r" else TEXT
    assert codec_pair(wrong, right)(text.encode(right).decode(wrong)) == text


def test_bytes_that_windows_1252_leaves_undefined_pass_through() -> None:
    assert codec_pair("cp1252", "cp1251")("\u0090\u0081\u00e0") == "\u0452\u0403\u0430"


def test_one_character_outside_the_page_kills_the_candidate() -> None:
    assert codec_pair("latin_1", "cp1251")("Ïëàò\ufffd") is None
    assert codec_pair("cp1252", "utf_8")("Ïëàò") is None


def test_ascii_is_left_alone_by_every_pair() -> None:
    assert all(mend("plain text, 12") == "plain text, 12" for mend in codec_mends().values())
