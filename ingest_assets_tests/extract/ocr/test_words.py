"""What is done to words after reading: scripts, strokes, insertion, coverage."""

from __future__ import annotations

import numpy as np
import pytest

from ingest_assets.extract.ocr.coverage import uncovered_share
from ingest_assets.extract.ocr.engine import Word
from ingest_assets.extract.ocr.insertion import inserted, missing_from
from ingest_assets.extract.ocr.scripts import one_script, settled
from ingest_assets.extract.ocr.second_script import read_again
from ingest_assets.extract.ocr.tidy import without_specks, without_strokes
from ingest_assets.images.ink import ink_of
from ingest_assets.model import BBox, Rule
from ingest_assets_tests.corpus.scans import DPI, Pixels, rendered


def word(text: str, bbox: BBox = (0, 0, 10, 10), *, line: int = 0, confidence: float = 90) -> Word:
    return Word(text=text, bbox=bbox, confidence=confidence, line=line, size=10, x_height=5)


def box_of_ink(page: Pixels) -> BBox:
    rows, columns = np.nonzero(page < 200)
    return (float(columns.min()), float(rows.min()), float(columns.max()), float(rows.max()))


@pytest.mark.parametrize(
    ("read", "settled_as"),
    [
        ("дoгoвop", "договор"),  # Latin o and p
        ("Cчёт", "Счёт"),
        ("Раyment", "Payment"),  # Cyrillic Р and а
        ("AO", "АО"),
        ("c", "с"),
        ("HTTP", "HTTP"),
        ("KX-450", "KX-450"),
        ("Modbus", "Modbus"),
        ("USB-кабель", "USB-кабель"),
    ],
)
def test_a_word_has_one_script(read: str, settled_as: str) -> None:
    assert settled(read, "cyrillic") == settled_as


def test_cyrillic_twins_of_an_english_line_become_latin() -> None:
    assert settled("КХ-450", "latin") == "KX-450"
    assert settled("договор", "latin") == "договор"
    assert settled("КХ-450", "both") == "КХ-450"


def test_latin_words_of_an_english_line_stay() -> None:
    words = [word("The"), word("AO"), word("a"), word("договор")]
    assert [w.text for w in one_script(words)] == ["The", "AO", "a", "договор"]


def test_russian_words_spelt_in_latin_are_read_again() -> None:
    page = rendered("<p>Консультационные</p>", height=50)
    words = [word("услуги"), word("по"), word("договору"), word("Консультации"), word("предоставлены")]
    wrong = word("KoHcynbTauMoHHble", box_of_ink(page), confidence=20)
    fixed = read_again([*words, wrong], page, DPI, ("rus", "eng"))
    assert fixed[-1].text == "Консультационные"
    assert fixed[-1].bbox == wrong.bbox


def test_names_in_latin_stay_when_the_other_script_makes_no_word_of_them() -> None:
    page = rendered("<p>Modbus</p>", height=50)
    words = [word("Modbus", box_of_ink(page)), word("сервер"), word("передаёт"), word("данные")]
    assert read_again(words, page, DPI, ("rus", "eng"))[0].text == "Modbus"


def test_ruling_lines_are_no_characters() -> None:
    rules = [Rule(x0=5, y0=0, x1=5, y1=100)]
    words = [word("|"), word("|25107"), word("[Аренда"), word("[1]"), word("Итого|")]
    assert [w.text for w in without_strokes(words, rules)] == ["25107", "Аренда", "[1]", "Итого"]
    assert [w.text for w in without_strokes([word("|"), word("[Аренда")], [])] == ["|", "[Аренда"]


def test_specks_of_dirt_are_no_words() -> None:
    words = [
        word("-", confidence=5),
        word("—", confidence=95),
        word("‘равенства,"),
        word("‘quoted’"),
        word("№", confidence=96),
    ]
    assert [w.text for w in without_specks(words, 60)] == ["—", "равенства,", "‘quoted’", "№"]


def test_words_of_a_second_search_are_put_where_they_stand() -> None:
    lines = [
        word("one", (0, 0, 40, 10), line=0),
        word("three", (120, 0, 160, 10), line=0),
        word("last", (0, 40, 40, 50), line=1),
    ]
    extra = [word("two", (60, 1, 100, 11), line=7), word("middle", (0, 20, 60, 30), line=8)]
    merged = inserted(lines, extra)
    assert [w.text for w in merged] == ["one", "two", "three", "middle", "last"]
    assert [w.line for w in merged] == [0, 0, 0, 1, 2]


def test_only_words_in_uncovered_places_are_missing() -> None:
    have = [word("one", (0, 0, 40, 10))]
    found = [
        word("one", (1, 1, 39, 9)),
        word("two", (60, 0, 90, 10)),
        word("weak", (60, 40, 90, 50), confidence=30),
        word("--", (0, 80, 20, 90)),
    ]
    assert [w.text for w in missing_from(have, found, 50)] == ["two"]


def test_uncovered_ink_is_the_share_of_letters_outside_the_words() -> None:
    page = rendered("<p>aaaa aaaa</p><p>aaaa aaaa</p>", height=90)
    ink = ink_of(page, DPI)
    rows = np.sort(ink.boxes[:, 3])
    upper: BBox = (0, 0, page.shape[1], float(rows[len(rows) // 2 - 1]))
    assert uncovered_share(ink, [word("x", (0, 0, page.shape[1], page.shape[0]))]) == 0
    assert uncovered_share(ink, [word("x", upper)]) == pytest.approx(0.5, abs=0.1)
    assert uncovered_share(ink, []) == 1
