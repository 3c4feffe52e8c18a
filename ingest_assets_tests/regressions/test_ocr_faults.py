"""Faults of OCR that were met and mended, each by its symptom."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytesseract
import pytest

from ingest_assets.extract.ocr.attempts import PageRaster, mean_confidence, read_page
from ingest_assets.extract.ocr.engine import Word, recognise
from ingest_assets.extract.ocr.preprocess import clean_paper
from ingest_assets.extract.ocr.tidy import with_whole_numbers
from ingest_assets.text_quality import is_mixed
from ingest_assets.thresholds.ocr import Ocr
from ingest_assets_tests.corpus.scans import DPI, ENGLISH, RUSSIAN, encoded, noisy, read, rendered, scan_pdf, text_of


def test_russian_scans_hold_no_word_of_two_scripts(tmp_path: Path) -> None:
    """Latin look-alikes inside Russian words are readable to the eye and invisible to a search."""
    text = text_of(
        read(
            scan_pdf(
                [
                    rendered(
                        "<p>Настоящий договор поставки составлен в двух экземплярах. АО «Восход», ООО «Север», КПП 772190962</p>"
                    )
                ]
            ),
            tmp_path,
        )
    )
    assert not [word for word in text.split() if is_mixed(word)]
    assert "АО" in text.split()


def test_an_english_page_on_its_side_is_not_turned_the_wrong_way() -> None:
    """Tesseract's orientation detector turned it by 270 degrees instead of 90 and left confidence 53."""
    page = PageRaster(grey=np.rot90(rendered(f"<p>{ENGLISH}</p>", height=100)).copy(), dpi=DPI)
    reading = read_page(page, ("rus", "eng"), Ocr())
    assert (reading.quarter, [word.text for word in reading.words[:3]]) == (90, ["The", "buyer", "shall"])


def test_the_median_does_not_eat_thin_strokes_of_coarse_scans() -> None:
    """At 100 dpi the 3 x 3 median took confidence from 81 to 58; coarse pages are enlarged before they are calmed."""
    data = encoded(rendered(f"<p>{RUSSIAN}</p>", height=100, dpi=100), "jpeg", quality=10)
    coarse = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
    cleaned, factor = clean_paper(coarse, 100)
    calmed = np.asarray(cv2.medianBlur(coarse, 3), np.uint8)
    better = mean_confidence(recognise(cleaned, 100 * factor, ("rus", "eng")))
    assert factor == 2.5
    assert better > mean_confidence(recognise(calmed, 100, ("rus", "eng"))) + 10


def test_vertical_rules_do_not_stick_to_the_cells(tmp_path: Path) -> None:
    """ "|25107" instead of 25107: one bank statement had 15 such cells."""
    rows = "".join(
        f"<tr><td>{n}</td><td>АО «Восход»</td><td>{25107 + n}</td><td>{n * 1300}</td></tr>" for n in range(11, 17)
    )
    document = read(
        encoded(
            rendered(
                f"<table><tr><td>№</td><td>Контрагент</td><td>Номер</td><td>Сумма</td></tr>{rows}</table>", height=190
            )
        ),
        tmp_path,
    )
    text = text_of(document)
    assert "|" not in text
    assert all(str(25107 + n) in text.split() for n in range(11, 17))


def test_heavy_grain_does_not_make_a_page_of_text_blank(tmp_path: Path) -> None:
    """Found by the benchmark of kinds: such images were skipped as images without text."""
    page = noisy(rendered(f"<p>{RUSSIAN}</p><p>{ENGLISH}</p>", height=260), 95)
    document = read(encoded(page), tmp_path)
    assert document.extraction.pages[0].page_class == "scan"
    assert document.verdict.state != "skipped"
    grain = noisy(np.full_like(page, 255), 95)
    assert read(encoded(grain), tmp_path).verdict.state == "skipped"


def test_a_justified_typewriter_line_is_not_cut_at_its_blanks(tmp_path: Path) -> None:
    style = "font-family: monospace; text-align: justify"
    page = rendered(f'<p style="{style}">{ENGLISH}</p>', height=220)
    assert ENGLISH in text_of(read(encoded(page), tmp_path))


def test_a_number_is_not_cut_at_its_comma() -> None:
    def word(text: str, x0: float, x1: float, line: int = 0) -> Word:
        return Word(text=text, bbox=(x0, 0, x1, 10), confidence=90, line=line)

    cut = [
        word("158718,", 95, 141),
        word("00", 131, 142),
        word("17,", 150, 160),
        word("18", 164, 174),
        word("5,", 0, 9, 1),
    ]
    assert [one.text for one in with_whole_numbers(cut)] == ["158718,00", "17,", "18", "5,"]
    assert next(iter(with_whole_numbers(cut))).bbox == (95, 0, 142, 10)


def test_a_language_that_tesseract_was_not_asked_for_is_not_believed(tmp_path: Path) -> None:
    """ "fiir" and "Gebiihren" come with a confidence of over 90."""
    german = (
        "Die Höhe der Gebühren richtet sich nach der Länge der Straße und der Zahl der Häuser. Die Prüfer öffneten das Lager und zählten "
        "die Kisten für den Übergabebericht. Größere Schäden wurden nicht festgestellt. Bitte schicken Sie die Bestätigung zurück."
    )
    document = read(encoded(rendered(f"<p>{german}</p>")), tmp_path)
    assert document.verdict.state == "quarantined"
    assert "their language is de" in document.findings[0].detail


def test_a_dying_tesseract_is_told_and_never_makes_a_page_blank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "tesseract"
    fake.write_text("#!/bin/sh\nkill -SEGV $$\n")
    fake.chmod(0o755)
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", str(fake))
    extraction = read(encoded(rendered(f"<p>{ENGLISH}</p>")), tmp_path).extraction
    assert [finding.code for finding in extraction.findings] == ["page_without_text"]
    assert "Tesseract ended with status -11" in extraction.findings[0].detail
