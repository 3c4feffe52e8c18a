"""Statistics: the page by which the bytes are the likeliest text."""

from __future__ import annotations

import pytest

from ingest_assets.code_pages.decode import codec_of, decode
from ingest_assets.code_pages.detect import detect, foreign_of, guess, lead_of
from ingest_assets_tests.corpus.encodings import PAGES, TEXTS


@pytest.mark.parametrize(("language", "page"), PAGES)
@pytest.mark.parametrize("characters", [40, 200])
def test_a_text_is_read_in_its_own_page(language: str, page: str, characters: int) -> None:
    text = TEXTS[language][:characters]
    data = text.encode(codec_of(page))
    assert decode(data, guess(data).encoding) == text


@pytest.mark.parametrize("language", sorted(TEXTS))
def test_utf8_is_never_guessed(language: str) -> None:
    found = detect(TEXTS[language].encode())
    assert (found.encoding, found.confidence) == ("utf-8", 1.0)


def test_markup_is_not_believed() -> None:
    data = "Привет, это договор поставки. <meta charset=koi8-r> Больше ничего.".encode("cp1251")
    assert guess(data, markup=True).encoding == "windows-1251"
    assert guess(data).encoding == "windows-1251"


def test_the_accent_behind_a_long_ascii_head_counts() -> None:
    data = b"plain line\n" * 500 + "café, mañana y azúcar\n".encode("cp1252")
    assert guess(data).encoding == "windows-1252"


def test_quotes_alone_are_western() -> None:
    found = guess("He said “no” — twice.".encode("cp1252"))
    assert (found.encoding, found.confidence) == ("windows-1252", 0.6)


def test_candidates_limit_the_answer() -> None:
    data = TEXTS["ru"].encode("koi8-r")
    assert guess(data, candidates=["windows-1251", "ibm866"]).encoding in ("windows-1251", "ibm866")


def test_a_server_default_is_overruled_on_another_script_only() -> None:
    assert foreign_of(TEXTS["ru"].encode("cp1251")) == "windows-1251"
    assert foreign_of(TEXTS["el"].encode("cp1253")) == "windows-1253"
    assert foreign_of(TEXTS["fr"].encode("cp1252")) is None
    assert foreign_of(TEXTS["de"].encode("cp1252")) is None


def test_two_declarations_are_compared() -> None:
    lead, high = lead_of(TEXTS["uk"].encode("koi8-u"), second="koi8-u", first="windows-1251")
    assert lead > high


def test_escapes_announce_themselves() -> None:
    assert detect(TEXTS["ja"].encode("iso2022_jp")).encoding == "iso-2022-jp"
    assert detect(TEXTS["ko"].encode("iso2022_kr")).encoding == "iso-2022-kr"
    assert detect(TEXTS["zh"].encode("hz")).encoding == "hz-gb-2312"
    assert detect(b"echo ~{not chinese}~ at all").encoding == "utf-8"


@pytest.mark.parametrize("language", ["de", "ru", "el", "he", "ja", "zh", "ko"])
@pytest.mark.parametrize(("codec", "name"), [("utf-16-le", "utf-16le"), ("utf-16-be", "utf-16be")])
def test_sixteen_bit_text_without_a_mark(language: str, codec: str, name: str) -> None:
    assert detect(TEXTS[language].encode(codec)).encoding == name


@pytest.mark.parametrize("codec", ["cp932", "euc_jp", "gb18030", "big5hkscs", "cp949", "cp1251", "koi8-r"])
def test_eight_bit_text_is_not_sixteen_bit(codec: str) -> None:
    languages = {"cp932": "ja", "euc_jp": "ja", "gb18030": "zh", "big5hkscs": "zht", "cp949": "ko"}
    data = TEXTS[languages.get(codec, "ru")][:24].encode(codec)
    assert not detect(data[: len(data) // 2 * 2]).encoding.startswith("utf-16")
