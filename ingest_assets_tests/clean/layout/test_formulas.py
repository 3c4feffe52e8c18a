"""Display formulas by their type and their words."""

from __future__ import annotations

from ingest_assets.clean.layout.formulas import is_formula
from ingest_assets.clean.layout.line import line_of
from ingest_assets.clean.layout.paragraphs import Paragraph
from ingest_assets.clean.layout.pieces import pieces_of
from ingest_assets.model import Span
from ingest_assets.thresholds.layout import Layout


def paragraph(*runs: tuple[str, str]) -> Paragraph:
    spans = []
    x = 100.0
    for text, font in runs:
        spans.append(Span(text=text, bbox=(x, 90, x + 6 * len(text), 102), origin=(x, 100), size=10, font=font))
        x += 6 * len(text)
    return Paragraph((line_of(1, pieces_of(spans), Layout()),), column=0, x0=100, x1=x, space=1)


def kind(*runs: tuple[str, str]) -> bool:
    found = paragraph(*runs)
    return is_formula(found, found.first)


def test_letters_and_signs_in_mathematical_type_are_a_formula() -> None:
    assert kind(("E", "CMMI10"), (" = ", "CMR10"), ("mc", "CMMI10"), ("2", "CMR7"))
    assert kind(("𝑇𝐻𝐹= ⟨𝑀𝐻𝐹⟩, 𝑑𝑡", "LatinModernMath-Regular"))
    assert kind(("𝑎 + 𝑏 = 𝑐", "Times-Roman"))
    assert kind(("y", "ABCDEF+CMMI10"), (" = sinh ", "CMR10"), ("xyz", "CMMI10"))


def test_words_and_numbers_in_text_type_are_none() -> None:
    assert not kind(("where ", "CMR10"), ("x", "CMMI10"), (" is the rate of change", "CMR10"))
    assert not kind(("a = 5, b = 7", "CMR10"))
    assert not kind(("x", "CMMI10"))
    assert not kind(("Итого = 1 250 руб.", "Symbol"))
