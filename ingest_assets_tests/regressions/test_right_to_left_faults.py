"""Hebrew and Arabic pages that came out scrambled; each test is named after what went wrong."""

from __future__ import annotations

import pytest

from ingest_assets.clean.layout.layout import LaidOut
from ingest_assets_tests.clean.layout.reading import laid_out, texts
from ingest_assets_tests.corpus.leftward_pdfs import Shown, Stored, leftward_pdf, shown_up_to

BOTH: list[Stored] = ["rightwards", "leftwards"]
DATES = (".2025 תנשל ביצקתה תא 12/05/2024 םויב רצואה דרשמ", "משרד האוצר ביום 12/05/2024 את התקציב לשנת 2025.")


def read(*lines: Shown) -> str:
    return " ".join(texts(laid_out(leftward_pdf([lines]))))


@pytest.mark.parametrize("stored", BOTH)
def test_numbers_of_a_hebrew_line_were_out_of_place(stored: Stored) -> None:
    assert read(shown_up_to(450, 100, DATES[0], stored=stored)) == DATES[1]


@pytest.mark.parametrize("stored", BOTH)
def test_letters_of_an_arabic_ligature_were_turned(stored: Stored) -> None:
    shown = ["م", "ا", "ل", "ق", "أ", " ", "ب", "ا", "ت", "ك", " ", "لا"]
    assert read(shown_up_to(450, 100, shown, stored=stored)) == "لا كتاب أقلام"


def test_latin_names_in_hebrew_lines_were_read_backwards() -> None:
    shown = "הבוט (16.0 הסרג) Microsoft Office 365 הנכותה"
    assert read(shown_up_to(450, 100, shown)) == "התוכנה Microsoft Office 365 (גרסה 16.0) טובה"


def test_hebrew_words_in_a_latin_line_were_read_backwards() -> None:
    assert read(Shown(50, 100, "The word םלוע םולש means hello")) == "The word שלום עולם means hello"


def columns(stored: Stored) -> LaidOut:
    right = ["הירבסה לש רהנה לע הדמע ריעה", "הבש םיבשותה לכו הבר הפוקת", "ךומסה הרישעתב םידבוע ויה"]
    left = ["רתוי לודג רפסמ םיבשות םירג", "הרישעת תביבסב ריעה ברקב", "רבכ תונושה םינשה ךשמב הזכ"]
    lines = [shown_up_to(460, 100 + 13 * n, line, stored=stored) for n, line in enumerate(right * 3)]
    lines += [shown_up_to(230, 100 + 13 * n, line, stored=stored) for n, line in enumerate(left * 3)]
    return laid_out(leftward_pdf([lines]))


@pytest.mark.parametrize("stored", BOTH)
def test_the_left_column_of_a_hebrew_page_was_read_first(stored: Stored) -> None:
    text = " ".join(texts(columns(stored)))
    assert text.startswith("העיר עמדה על הנהר של הסבריה")
    assert text.rindex("עובדים בתעשירה הסמוך") < text.index("גרים תושבים מספר גדול יותר")


def test_columns_of_a_hebrew_table_came_from_left_to_right() -> None:
    rows = [
        ("טירפ", "תומכ", "ריחמ"),
        ("לוחכ ןורפיע", "12", "3.50"),
        ("A4 תרבחמ", "250", "18.90"),
        ("Galaxy ןופלט", "7", "99.00"),
    ]
    lines = [
        shown_up_to(440 - 120 * column, 115 + 20 * row, cell)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
    ]
    rules = [(90.0, 100.0 + 20 * n, 450.0, 100.0 + 20 * n) for n in range(5)]
    rules += [(450.0 - 120 * n, 100.0, 450.0 - 120 * n, 180.0) for n in range(4)]
    (table,) = laid_out(leftward_pdf([lines], rules=rules)).tables
    assert table.rows == (
        ("פריט", "כמות", "מחיר"),
        ("עיפרון כחול", "12", "3.50"),
        ("מחברת A4", "250", "18.90"),
        ("טלפון Galaxy", "7", "99.00"),
    )
    assert table.bbox is not None
    assert (round(table.bbox[0]), round(table.bbox[2])) == (90, 450)


def test_unnamed_strokes_in_stretched_arabic_words_sent_the_page_to_ocr() -> None:
    shown = [
        "ة",
        "\ufffd",
        "ن",
        "ي",
        "د",
        "م",
        " ",
        "م",
        "ا",
        "\ufffd",
        "\ufffd",
        "ع",
        " ",
        "ب",
        "ا",
        "\ufffd",
        "ت",
        "ك",
    ]
    assert read(shown_up_to(450, 100, shown)) == "كتاب عام مدينة"


def test_a_last_line_full_of_latin_was_read_from_the_left() -> None:
    lines = ["היישעתב םידבוע ויה הבש םיבשותה לכו", "03-1234567 ןופלטב וא info@example.com"]
    text = read(*(shown_up_to(450, 100 + 13 * n, line) for n, line in enumerate(lines)))
    assert text.endswith("info@example.com או בטלפון 03-1234567")
