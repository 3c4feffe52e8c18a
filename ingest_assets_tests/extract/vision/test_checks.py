"""What an answer must pass, and how it becomes blocks."""

from __future__ import annotations

import pytest

from ingest_assets.extract.vision.blocks import aligned_box, transcript
from ingest_assets.extract.vision.checks import rejection, unverified_numbers
from ingest_assets.extract.vision.client import Answer
from ingest_assets.model import Span
from ingest_assets.thresholds.vision import Vision

LIMITS = Vision()
OCR = "Счёт № 4219 от 23.11.2023 Сумма 14 654,44 руб. ИНН 5826827234 и ещё много слов страницы " * 4


def answer(text: str, finish_reason: str = "stop") -> Answer:
    return Answer(text=text, finish_reason=finish_reason, model="m", fingerprint=None, tokens=1, attempts=1)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (answer("Half a pa", "length"), "finish reason length"),
        (answer("text", "content_filter"), "finish reason content_filter"),
        (answer("  \n "), "empty text"),
        (answer("I'm sorry, but I can't help with that image."), "a refusal"),
        (answer("Извините, я не могу прочитать это изображение."), "a refusal"),
        (answer("Сумма договора\n" * 11), "a line 11 times"),
        (answer("слово страницы " * 200), "characters where OCR saw"),
        (answer("xqz wvk pltr brzg fnord glib " * 12), "dictionary hit 0."),
    ],
)
def test_bad_answers_are_rejected_with_their_reason(given: Answer, reason: str) -> None:
    assert reason in (rejection(given, OCR, LIMITS) or "")


def test_good_answers_pass() -> None:
    assert rejection(answer("Счёт на оплату\n\nПокупатель обязуется принять товар."), OCR, LIMITS) is None
    assert (
        rejection(answer("I'm sorry to hear of your loss. " + "The letter goes on about the goods. " * 12), OCR, LIMITS)
        is None
    )


def test_numbers_that_no_ocr_saw_are_named() -> None:
    text = "Счёт № 4219 от 23.11.2023, сумма 14654,44 руб., ИНН 5826827234, НДС 2 930,88, стр. 7 из 99"
    assert unverified_numbers(text, OCR) == ("2 930,88", "99")
    assert unverified_numbers("no numbers, one 7", OCR) == ()


def test_numbers_are_seen_through_blanks_and_line_ends() -> None:
    assert unverified_numbers("1 250 000,50", "1250 000.50") == ()
    assert unverified_numbers("40702810900000012345", "Р/с 4070 2810 9000 0001 2345") == ()


def span(text: str, x: float, y: float) -> Span:
    return Span(text=text, bbox=(x, y, x + 40, y + 10), origin=(x, y + 10), size=10, route="ocr")


WORDS = [span(word, 50.0 * index, 0) for index, word in enumerate(["Payment", "follows", "within", "thirty", "days"])]


def test_a_line_found_among_the_ocr_words_has_their_box() -> None:
    assert aligned_box("Payment follows within 30 days", WORDS, 0.8) == (0, 0, 240, 10)
    assert aligned_box("Nothing of this stands on the page", WORDS, 0.8) is None
    assert aligned_box("", WORDS, 0.8) is None


def test_markdown_of_the_answer_becomes_blocks_and_tables() -> None:
    text = "# Invoice\n\nPayment follows\nwithin thirty days\n\n- first\n- second\n\n| Item | Sum |\n|---|---|\n| Pipe | 250 |\n| a\\|b | 99 |\n"
    read = transcript(text, 3, WORDS, suspicious=("99",), aligned_share=0.8, first_table=2)
    assert [(block.kind, block.text, block.level, block.marker) for block in read.blocks] == [
        ("heading", "Invoice", 1, ""),
        ("paragraph", "Payment follows within thirty days", 0, ""),
        ("list_item", "first", 1, "-"),
        ("list_item", "second", 1, "-"),
        ("table", "", 0, ""),
    ]
    assert {(block.page, block.route, block.parser) for block in read.blocks} == {(3, "vision", "vision")}
    assert read.blocks[1].bbox == (0, 0, 240, 10)
    assert read.blocks[0].bbox is None
    assert read.blocks[-1].table == 2
    (table,) = read.tables
    assert table.rows == (("Item", "Sum"), ("Pipe", "250"), ("a|b", "99"))
    assert table.flags == ("numbers_unverified",)
    assert read.blocks[1].flags == ()
