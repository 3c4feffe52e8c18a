"""Repairs lose nothing: what goes in comes out, for any text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest_assets.lexicon import is_listed
from ingest_assets.pdf.repair.apply import repaired
from ingest_assets.pdf.repair.codecs import PAIRS, codec_pair
from ingest_assets.pdf.repair.mapping import mend_of
from ingest_assets.pdf.repair.spaces import segmented

RUSSIAN = st.text(alphabet="абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖ 0123456789.,", max_size=60)
ANY = st.text(max_size=60)


@given(RUSSIAN)
def test_a_codec_pair_inverts_the_wrong_reading(text: str) -> None:
    for wrong, right in (("cp1252", "cp1251"), ("cp1251", "koi8_r"), ("cp866", "cp1251"), ("latin_1", "utf_8")):
        assert codec_pair(wrong, right)(text.encode(right).decode(wrong, "surrogateescape")) in (text, None)


@given(ANY, st.sampled_from(PAIRS))
def test_no_codec_pair_invents_question_marks(text: str, pair: tuple[str, str]) -> None:
    mended = codec_pair(*pair)(text)
    assert mended is None or mended.count("?") == text.count("?")


@settings(max_examples=40)
@given(st.text(alphabet="the goods arepaid,12.К складу", max_size=40), st.sampled_from(["en", "ru"]))
def test_splitting_changes_blanks_only(text: str, language: str) -> None:
    assert segmented(language)(text).replace(" ", "") == text.replace(" ", "")


@given(ANY)
def test_look_alikes_keep_the_length(text: str) -> None:
    mended = mend_of("homoglyphs")(text)
    assert mended is not None
    assert len(mended) == len(text)


@given(st.lists(ANY, max_size=6), st.sampled_from(["codec:cp1252>cp1251", "homoglyphs", "shift:+3"]))
def test_as_many_texts_come_out_as_went_in(texts: list[str], name: str) -> None:
    assert len(repaired(texts, ["font"] * len(texts), mend_of(name), is_listed)) == len(texts)
