"""Delimited files: cells are strings as printed, nothing is lost."""

from __future__ import annotations

import pytest

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import extraction, text_of


def rows(source: str, file_format: str = "csv", encoding: str = "utf-8") -> tuple[tuple[str, ...], ...]:
    return extraction(source, file_format, encoding=encoding).tables[0].rows


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "id,name\n00501,NA\n4276380012345678123,1E5\n",
            (("id", "name"), ("00501", "NA"), ("4276380012345678123", "1E5")),
        ),
        ("a;b\n1 234,56;0,15\n2;3\n", (("a", "b"), ("1 234,56", "0,15"), ("2", "3"))),
        ("a|b\nbolt, M8|5\n", (("a", "b"), ("bolt, M8", "5"))),
        ("sep=;\na;b\n1,5;2\n", (("a", "b"), ("1,5", "2"))),
        ('a,b\n"say ""hi""","two\nlines"\n', (("a", "b"), ('say "hi"', "two lines"))),
        ('a,b\n="00123",x\n', (("a", "b"), ("00123", "x"))),
        ("a,b\r1,2\r\n3,4\n5,6", (("a", "b"), ("1", "2"), ("3", "4"), ("5", "6"))),
        ("a,b\nal\x00pha,1\n", (("a", "b"), ("alpha", "1"))),
        (
            "a,b,c\n1,2,3\n4,5\n6,7,8,9\n1,2,3\n",
            (("a", "b", "c", ""), ("1", "2", "3", ""), ("4", "5", "", ""), ("6", "7", "8", "9"), ("1", "2", "3", "")),
        ),
    ],
)
def test_rows(source: str, expected: tuple[tuple[str, ...], ...]) -> None:
    assert rows(source) == expected


def test_stray_quotes_in_tsv_are_text() -> None:
    assert rows('name\tnote\nAnna\tsaid 5" pipe\nOleg\t"half\n', "tsv") == (
        ("name", "note"),
        ("Anna", 'said 5" pipe'),
        ("Oleg", '"half'),
    )


@pytest.mark.parametrize(
    "preamble", ["Report of 2024-03-15\nSource: ERP\n\n", "Report of 2024-03-15,,\nSource: ERP,,\n"]
)
def test_preamble_lines_stay_text(preamble: str) -> None:
    read = extraction(f"{preamble}id,name,qty\n1,bolt,5\n2,nut,6\n", "csv")
    assert [block.text for block in read.blocks if block.kind == "paragraph"] == ["Report of 2024-03-15", "Source: ERP"]
    assert read.tables[0].rows[0] == ("id", "name", "qty")


def test_a_field_of_any_length() -> None:
    assert rows(f"id,text\n1,{'x' * 200_000}\n2,after\n")[2] == ("2", "after")


def test_one_column_is_a_list() -> None:
    read = extraction("name\nalpha\nbeta\n", "csv")
    assert text_of(read) == "name\nalpha\nbeta"
    assert read.findings == ()


def test_one_endless_row_does_not_blow_the_table_up() -> None:
    source = "a,b\n" * 2000 + ",".join(map(str, range(20_000))) + "\n"
    read = extraction(source, "csv")
    assert sum(len(row) for row in read.tables[0].rows) <= 5_000_000
    assert "19999" in read.tables[0].rows[-1][-1]
    assert Problem.TOO_LARGE not in {finding.code for finding in read.findings}
