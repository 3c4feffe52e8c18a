"""Each measure of a text, at its edges."""

from __future__ import annotations

import pytest

from ingest_assets import text_quality as quality


def test_empty_text_has_nothing_wrong() -> None:
    assert quality.letter_share("") == quality.alphanumeric_share(" \n") == 1.0
    assert quality.garbage_share("") == quality.intok_share("") == quality.mean_token_length("") == 0.0


def test_combining_marks_count_as_letters() -> None:
    assert quality.letter_share("हिन्दी") == 1.0


def test_contents_leaders_are_left_out_of_the_alphanumeric_share() -> None:
    assert quality.alphanumeric_share("Chapter one . . . . . . . . . . . . 12") == 1.0
    assert quality.alphanumeric_share("@@@@ ab") == pytest.approx(2 / 6)


def test_a_lone_private_character_is_a_bullet_and_a_word_of_them_is_not() -> None:
    assert quality.private_use_share("\uf0b7 first\n\uf0b7 second") == 0.0
    assert quality.private_use_share("\uf041\uf042 ok") == pytest.approx(0.5)


def test_garbage_counts_every_leak_once() -> None:
    assert quality.garbage_share("(cid:12)(cid:7)ab") == pytest.approx(0.5)
    assert quality.cid_count("(cid:12) and (cid:7)") == 2
    assert quality.replacement_share("a\ufffd") == 0.5
    assert quality.control_share("a\x07\n\t") == 0.5


@pytest.mark.parametrize(
    ("text", "language", "share"),
    [
        ("Ïëàòåæíîå ïîðó÷åíèå", None, 1.0),  # cp1251 read as Latin-1
        ("Müller fährt über die Straße", "de", 0.0),
        ("Список оборудования and an English line", "en", 0.0),  # another language in its own letters
        ("כל בני האדם נולדו בני חורין", None, 0.0),  # a coherent script without a rule
        ("Қазақстан Республикасы", None, 0.0),  # an alphabet without a word list
        ("the energy 𝐻 and ℝ of the state", "en", 0.0),  # formulas
        ("ｴ\nｴ\nplain words beside bullets", "en", 0.0),  # a bullet with a wrong code
    ],
)
def test_unexpected_letters(text: str, language: str | None, share: float) -> None:
    assert quality.unexpected_letter_share(text, language) == share


MANUAL = "The manual of the package says how to compile the document and how to print it. "


@pytest.mark.parametrize(
    "quoted",
    [
        "PDF版のマニュアルを読み込み、スタイルファイルを確認します。",
        "繁體中文的測試文件，以及简体中文的文本。",
        "한국어 문서도 있습니다",
        "שלום עולם זה מסמך בעברית",
        "ภาษาไทยเป็นภาษาที่สวยงาม",
    ],
)
def test_another_script_beside_english_is_no_damage(quoted: str) -> None:
    assert quality.unexpected_letter_share(MANUAL + quoted, "en") == 0.0
    assert quality.repeated_unexpected_letter(MANUAL + quoted, "en") is None


def test_a_line_of_one_word_in_another_script_is_no_damage() -> None:
    assert quality.unexpected_letter_share("नमस्ते", None) == 0.0
    assert quality.unexpected_letter_share("こんにちは", None) == 0.0


def test_a_wrong_map_into_a_far_script_is_damage() -> None:
    scattered = "".join(chr(0x4E00 + (number * 7919) % 0x51A5) for number in range(200))
    assert quality.unexpected_letter_share(scattered, None) == 1.0
    assert quality.unexpected_letter_share(MANUAL + scattered, "en") > 0.5
    amid = "".join(f"{thai}{latin}" for thai, latin in zip("กขคงจฉชซฌญ" * 9, "abcdefghij" * 9, strict=True))
    assert quality.unexpected_letter_share(amid, "en") == 0.5
    assert quality.repeated_unexpected_letter("con版rm the o版ce de版ne it", "en") == "版"


def test_one_wrong_letter_in_several_words_is_named() -> None:
    assert quality.repeated_unexpected_letter("con\u0167rm the o\u0167ce and de\u0167ne it", "en") == "\u0167"
    assert quality.repeated_unexpected_letter("con\u0167rm con\u0167rm con\u0167rm", "en") is None
    assert quality.repeated_unexpected_letter("Bär, Jäger, Käse and Ölmühle", "en") is None


def test_words_that_mix_scripts() -> None:
    assert quality.mixed_script_share("Hacocнaя вода PN-16 IT-отдел") == pytest.approx(1 / 5)
    assert not quality.is_mixed("naïve")


def test_word_length_and_single_letters_leave_unspaced_scripts_out() -> None:
    assert quality.mean_token_length("すべての人間は、生まれながらにして") == 0.0
    assert quality.mean_token_length("Foglayontheriver") == 16.0
    assert quality.single_letter_share("W h e r e is it") == pytest.approx(5 / 7)


@pytest.mark.parametrize("word", ["cont#ract", "c1ause", "paYment", "inspe°ed"])
def test_words_of_a_bad_ocr_layer(word: str) -> None:
    assert quality.is_intok(word)


@pytest.mark.parametrize(
    "word", ["PN-16", "25мм", "(clause),", "e.g.", "don't", "and/or", "SKF6204", "«Разное»", "1st"]
)
def test_honest_words_are_not_taken_for_ocr_errors(word: str) -> None:
    assert not quality.is_intok(word)


def test_base64_is_measured_over_lines_and_long_words_are_none() -> None:
    line = "TWFuIGlzIGRpc3Rpbmd1aXNoZWQsIG5vdCBvbmx5IGJ5IGhpcyByZWFzb24sIGJ1dCBi"
    assert quality.base64_run(f"{line}\n{line}\n{line}") == 3 * len(line)
    assert quality.base64_run("a" * 80) == 0
    assert quality.base64_run("a short text") == 0
