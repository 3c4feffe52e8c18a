"""Wrong decodings that were saved: undone when certain, left alone otherwise."""

from __future__ import annotations

import pytest

from ingest_assets.code_pages.decode import decode
from ingest_assets.code_pages.mojibake import is_mojibake, lost_share, repair
from ingest_assets_tests.corpus.encodings import TEXTS


@pytest.mark.parametrize("language", sorted(TEXTS))
@pytest.mark.parametrize("read_as", ["windows-1252", "macintosh", "cp437"])
def test_utf8_read_as_a_one_byte_set(language: str, read_as: str) -> None:
    broken = decode(TEXTS[language].encode(), read_as)
    found = repair(broken)
    assert found is not None
    assert (found.text, found.chain, found.confidence) == (TEXTS[language], (f"{read_as}>utf-8",), 0.99)


@pytest.mark.parametrize("language", ["ru", "fr", "ja"])
def test_twice_encoded_text(language: str) -> None:
    twice = decode(decode(TEXTS[language].encode(), "windows-1252").encode(), "windows-1252")
    found = repair(twice)
    assert found is not None
    assert (found.text, len(found.chain)) == (TEXTS[language], 2)


@pytest.mark.parametrize(
    ("language", "written", "read_as"),
    [
        ("ru", "cp1251", "windows-1252"),
        ("ru", "koi8-r", "windows-1252"),
        ("ru", "koi8-r", "windows-1251"),
        ("bg", "cp1251", "ibm866"),
        ("ru", "cp866", "windows-1251"),
        ("el", "cp1253", "windows-1252"),
        ("he", "cp1255", "windows-1252"),
    ],
)
def test_a_legacy_page_read_as_another(language: str, written: str, read_as: str) -> None:
    found = repair(decode(TEXTS[language].encode(written), read_as))
    assert found is not None
    assert found.text == TEXTS[language]


@pytest.mark.parametrize("language", sorted(TEXTS))
def test_clean_text_is_left_alone(language: str) -> None:
    assert repair(TEXTS[language]) is None
    assert not is_mojibake(TEXTS[language])


@pytest.mark.parametrize(
    "text",
    [
        "UTF-8 read as Latin-1 turns “é” into “Ã©” and the dash into â€”.",
        "Ångström, naïve, São Tomé, Ýmir, piñata, Škoda",
        "‹quoted› – “only” ‘marks’ … €5",
        "ÆØÅ ÄÖÜ ÉÈÊ ÑÇ ÃÕ",
        "½ cup, ¾ tsp, 20°C ± 2 %",
        "плохо",
        "цимшиски",
        "Нэмэгдэх зэрэг",
        "Алжирська Сахара",
        "Alignement y de l’étiquette, pas d’état",
    ],
)
def test_text_that_only_looks_odd_is_left_alone(text: str) -> None:
    assert repair(text) is None


def test_the_assertion_needs_pairs_and_a_working_decode() -> None:
    assert is_mojibake("fine\n" + decode("café, déjà".encode(), "windows-1252"))
    assert not is_mojibake("UTF-8 read as Latin-1 turns “é” into “Ã©”.")


def test_what_is_lost_is_counted() -> None:
    assert lost_share("ab?cd ef?gh fine") == pytest.approx(2 / 3)
    assert lost_share("Why? Really? Yes.") == 0.0
    assert lost_share("\ufffd\ufffd") == 1.0
    assert lost_share("") == 0.0
