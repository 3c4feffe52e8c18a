"""Lines of a cell become one text."""

from __future__ import annotations

import pytest

from ingest_assets.clean.layout.hyphens import Vocabulary
from ingest_assets.clean.tables.cell_text import cell_text
from ingest_assets.clean.tables.words import Word


def words(*lines: str) -> list[Word]:
    return [
        Word(
            text,
            10.0 + 20 * column,
            28.0 + 20 * column,
            20.0 + 12 * row,
            9.0,
            bold=False,
            keys=((row, column),),
            span=row,
        )
        for row, line in enumerate(lines)
        for column, text in enumerate(line.split())
    ]


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("Roof survey", "with report"), "Roof survey with report"),
        (("Коммерческие рас\u2010", "ходы"), "Коммерческие расходы"),
        (("expen-", "diture"), "expenditure"),
        (("two-", "storey house"), "two-storey house"),
        (("COVID-", "19"), "COVID-19"),
        (("двух- и", "трёхкомнатные"), "двух- и трёхкомнатные"),
        (("soft\u00adened",), "softened"),
        (("\u00ad845",), "-845"),
        (("507", "860,36"), "507 860,36"),
    ],
)
def test_lines_are_joined(lines: tuple[str, ...], text: str) -> None:
    assert Vocabulary(()).settled(cell_text(words(*lines))) == text


def test_no_words_no_text() -> None:
    assert cell_text([]) == ""
