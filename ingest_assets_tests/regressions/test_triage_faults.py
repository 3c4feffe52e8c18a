"""Faults of triage that were seen once on real pages and must not come back."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from ingest_assets.model import Span
from ingest_assets.thresholds.triage import TriageLimits
from ingest_assets.triage.fonts import judge_fonts
from ingest_assets.triage.layer import faults, measure
from ingest_assets_tests.corpus.broken_pdfs import ENGLISH, add_lines, lying, text_pdf, triaged

LIMITS = TriageLimits()


def test_a_repair_of_one_abbreviation_does_not_break_a_healthy_form(tmp_path: Path) -> None:
    form = ["Счет на оплату № 3606 от 04.07.2021 г.", "Банк получателя АО «Региональный банк» БИК 044548115"]
    rows = [f"{row} Кабель ВВГ нг 3х2,5 шт {row * 17} {row * 1043},20 НДС {row * 3}" for row in range(1, 12)]
    page = triaged(text_pdf([*form, *rows, "Итого к оплате в том числе НДС", "Руководитель Савельев И. П."]), tmp_path)
    assert (page.page_class, page.route) == ("clean_digital", "native")


def test_codes_minus_29_are_not_taken_for_a_shift_that_shouts(tmp_path: Path) -> None:
    def by_glyph(char: str) -> str:
        return char if char == " " else chr(max(33, ord(char) - 29))

    page = triaged(lying(text_pdf(), by_glyph), tmp_path)
    assert page.page_class == "broken_text"
    assert page.signals.get("repair") != "shift:-3"


def test_russian_letters_in_an_english_page_are_expected() -> None:
    text = "\n".join([*ENGLISH, "Список оборудования цеха", "Наименование работ и услуг"])
    assert faults(measure(text, LIMITS), LIMITS) == ()


def test_one_lost_ligature_does_not_break_a_small_font() -> None:
    labels = "DC-Bus Voltage Source Resis\ufffdve and constant power load of the line model"
    spans = [
        Span(text=line, bbox=(0, 0, 9, 9), origin=(0, 12 * row), size=9, font="Body")
        for row, line in enumerate(ENGLISH)
    ]
    spans.append(Span(text=labels, bbox=(0, 0, 9, 9), origin=(0, 300), size=9, font="Labels"))
    assert not any(verdict["broken"] for verdict in judge_fonts(spans, LIMITS))


def test_a_logo_beside_text_is_no_reason_for_ocr(tmp_path: Path) -> None:
    logo = pymupdf.open()
    logo.new_page(width=200, height=100).insert_text((20, 60), "ACME Ltd", fontsize=30)
    document = pymupdf.open()
    page = document.new_page()
    add_lines(page, ENGLISH)
    page.insert_image(pymupdf.Rect(60, 400, 360, 550), stream=logo[0].get_pixmap(dpi=150).tobytes("png"))
    found = triaged(document.tobytes(), tmp_path)
    assert (found.page_class, found.route) == ("clean_digital", "native")
