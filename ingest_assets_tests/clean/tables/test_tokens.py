"""Numbers, fillers and marks."""

from __future__ import annotations

import pytest

from ingest_assets.clean.tables.tokens import continues_number, is_marker, is_number, is_value


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "1,245.30",
        "-845",
        "(845.1)",
        "12%",
        "€4.50",
        "01.07.2023",
        "2023-07-01",
        "1 245 300,36",
        "372.00Dr",
        "№7",
        "12.3*",
        "−4",
    ],
)
def test_numbers(text: str) -> None:
    assert is_number(text)


@pytest.mark.parametrize("text", ["", "K001", "м2", "Total", "-", "IV", "10th"])
def test_what_is_no_number(text: str) -> None:
    assert not is_number(text)


def test_fillers_stand_for_values() -> None:
    assert is_value("—")
    assert is_value("n/a")
    assert not is_value("none of them")


@pytest.mark.parametrize(
    ("above", "below", "one"),
    [
        ("507", "860,36", True),
        ("2 354", "581", True),
        ("-12", "600", True),
        ("507", "86", False),
        ("5070", "860", False),
        ("12.5", "860", False),
    ],
)
def test_digit_groups_over_two_lines(above: str, below: str, one: bool) -> None:
    assert continues_number(above, below) is one


@pytest.mark.parametrize("text", ["•", "1.", "а)", "(iv)", "4.2.1", "–"])
def test_list_marks(text: str) -> None:
    assert is_marker(text)
    assert not is_marker(f"{text}word")
