"""Visual order to logical order, on strings alone. The visual forms are those of python-bidi 0.6.12 for the texts."""

from __future__ import annotations

import pytest

from ingest_assets.pdf.bidi import MIRRORED, logical_order, plain_letters

LEFTWARD = [
    ("עלייה של 7.5% לעומת", "תמועל 7.5% לש היילע"),
    ("סעיף 3(א), מחיר $99.90 [כולל]", "[ללוכ] $99.90 ריחמ ,(א)3 ףיעס"),
    ("ביום 12/05/2024 נמכרו 1,234.56", "1,234.56 ורכמנ 12/05/2024 םויב"),
    ("עמודים 10-20. טלפון 03-1234567", "03-1234567 ןופלט .10-20 םידומע"),
    ("התוכנה Microsoft Office 365 (גרסה 16.0) טובה", "הבוט (16.0 הסרג) Microsoft Office 365 הנכותה"),
    ("חברת Google (ישראל) ב-2013.", ".2013-ב (לארשי) Google תרבח"),
    ("פנו אל info@example.com.", ".info@example.com לא ונפ"),
    ("بين 10-20 كتابا و50% منها", "اهنم %50و اباتك 20-10 نيب"),
    ("في ١٢/٠٥/٢٠٢٠ بلغ ٤٫٥", "٤٫٥ غلب ١٢/٠٥/٢٠٢٠ يف"),
    ("الفصل 12, Office ثم", "مث Office ,12 لصفلا"),
    ("היה 2024, Windows יצא", "אצי Windows ,2024 היה"),
]
RIGHTWARD = [
    ("The word שלום עולם means hello", "The word םלוע םולש means hello"),
    ("see (שלום 12 בית) and 7%", "see (תיב 12 םולש) and 7%"),
]


def back(visual: str, *, leftwards: bool) -> str:
    order = logical_order(list(visual), leftwards=leftwards)
    return "".join(visual[index].translate(MIRRORED) if turned else visual[index] for index, turned in order)


@pytest.mark.parametrize(("logical", "visual"), LEFTWARD)
def test_a_paragraph_that_runs_to_the_left(logical: str, visual: str) -> None:
    assert back(visual, leftwards=True) == logical


@pytest.mark.parametrize(("logical", "visual"), RIGHTWARD)
def test_words_to_the_left_in_a_paragraph_that_runs_to_the_right(logical: str, visual: str) -> None:
    assert back(visual, leftwards=False) == logical


@pytest.mark.parametrize(("visual", "number"), [("-5", "-5"), ("5-", "-5"), ("1.", "1."), ("2,499.00", "2,499.00")])
def test_numbers_by_themselves_keep_their_sign(visual: str, number: str) -> None:
    assert back(visual, leftwards=True) == number


def test_bracketed_latin_word_keeps_its_brackets() -> None:
    assert back("ןאכ (Waze) הרבח", leftwards=True) == "חברה (Waze) כאן"


def test_presentation_forms_become_letters() -> None:
    assert plain_letters("\ufefb\ufeb3\ufe8e\ufee3") == "لاسام"
    assert plain_letters("\ufb2a\u200f") == "\u05e9\u05c1"
