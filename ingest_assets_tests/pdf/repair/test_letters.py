"""Repairs of letters, of lost blanks, and where they are applied."""

from __future__ import annotations

import pytest

from ingest_assets.lexicon import is_listed, is_word
from ingest_assets.model import Span
from ingest_assets.pdf.repair.apply import repaired
from ingest_assets.pdf.repair.codecs import codec_pair
from ingest_assets.pdf.repair.content import mended_spans
from ingest_assets.pdf.repair.mapping import glyph_name, glyph_pairs, mend_of
from ingest_assets.pdf.repair.spaces import likelihood, segmented


def test_look_alikes_become_cyrillic_and_latin_words_stay() -> None:
    assert mend_of("homoglyphs")("Hacocнaя cтaнция Modbus RTU по IP") == "Насосная станция Modbus RTU по IP"


def test_a_word_of_look_alikes_only_is_mapped_when_it_is_a_word() -> None:
    assert mend_of("homoglyphs")("Bce cpoки") == "Все сроки"


@pytest.mark.parametrize(
    ("text", "right", "mended"),
    [
        ("con\u0166rm", "fi", "confirm"),
        ("OFFICE \u0166RM", "fi", "OFFICE FIRM"),
        ("\u0166ve", "fi", "five"),
        ("di\u0166erent o\u0166ce", "*", "different office"),
    ],
)
def test_one_wrong_glyph(text: str, right: str, mended: str) -> None:
    assert mend_of(glyph_name([("\u0166", right)]))(text) == mended


def test_names_of_glyph_repairs_hold_any_character() -> None:
    pairs = [(">", "fi"), (";", "fl"), ("\ufffd", "*")]
    assert glyph_pairs(glyph_name(pairs)) == pairs


def test_private_use_codes_are_bytes_of_a_code_page() -> None:
    text = "".join(chr(0xF000 + byte) for byte in "Договор 5".encode("cp1251"))
    assert mend_of("private:cp1251")(text) == "Договор 5"


def test_a_shift_keeps_what_is_no_letter() -> None:
    assert mend_of("shift:-1")("Tbnqmft, 12") == "Samples, 12"


def test_blanks_come_back_and_nothing_else_changes() -> None:
    split = segmented("en")("Foglayontheriver,soclosethat12boatswaited.")
    assert split == "Fog lay on the river, so close that 12 boats waited."
    assert segmented("ru")("Поставщикобязуетсяпередатьтовар") == "Поставщик обязуется передать товар"


def test_keyboard_mash_is_unlikely_in_every_language() -> None:
    assert likelihood(["thesupplierdeliversthegoods"], "en") > -0.9
    assert all(likelihood(["qqqqwwwwefwefsdfsregtweg"], one) < -1.3 for one in ("en", "de", "ru"))


def test_the_healthy_half_of_a_page_is_left_alone() -> None:
    koi8 = "Каждая поставка".encode("koi8_r").decode("cp1251")
    texts = ["Договор подписан", koi8, "12-45", "Срок оплаты"]
    mend = codec_pair("cp1251", "koi8_r")
    assert repaired(texts, ["a", "b", "b", "a"], mend, is_listed) == [texts[0], "Каждая поставка", "12-45", texts[3]]


def test_text_without_evidence_follows_its_font() -> None:
    texts = ["Платёжное поручение по договору", "Вёх"]
    wrong = [text.encode("cp1251").decode("cp1252") for text in texts]
    mend = codec_pair("cp1252", "cp1251")
    assert repaired(wrong, ["a", "a"], mend, is_word) == texts
    assert repaired(wrong, ["a", "b"], mend, is_word) == [texts[0], wrong[1]]


def test_words_of_a_mended_span_get_extents_anew() -> None:
    span = Span(text="thegoods", bbox=(10, 0, 90, 10), origin=(10, 8), size=10)
    secret = Span(text="thesecret", bbox=(10, 20, 90, 30), origin=(10, 28), size=10, hidden="colour")
    mended, hidden = mended_spans((span, secret), "spaces:en")
    assert mended.text == "the goods"
    assert mended.words[0][0] == 10
    assert mended.words[-1][1] == pytest.approx(90)
    assert hidden is secret


def test_an_unknown_repair_is_an_error() -> None:
    with pytest.raises(KeyError):
        mend_of("magic")
