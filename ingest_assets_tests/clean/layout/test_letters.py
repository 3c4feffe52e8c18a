"""Right-to-left text and letter spacing, on extents alone."""

from __future__ import annotations

from ingest_assets.clean.layout.letters import is_rtl, joined_letters, logical
from ingest_assets.thresholds.layout import Layout

LIMITS = Layout()


def extents(*starts: float, width: float = 6) -> tuple[tuple[float, float], ...]:
    return tuple((start, start + width) for start in starts)


def test_logical_order_stays() -> None:
    assert is_rtl("המכתב נשלח")
    assert logical("המכתב נשלח", extents(300, 250)) == "המכתב נשלח"


def test_visual_order_is_turned_and_numbers_in_it_stay() -> None:
    assert logical("חלשנ 12 בתכמה", extents(250, 280, 300)) == "המכתב 12 נשלח"


def test_words_are_cut_at_wider_gaps() -> None:
    assert joined_letters("a b c d e", extents(0, 10, 20, 38, 48), 10, LIMITS) == "abc de"


def test_ordinary_blanks_between_single_letters_stay() -> None:
    assert joined_letters("a b c d e", extents(0, 8.5, 17, 25.5, 34), 10, LIMITS) is None
    assert joined_letters("one two six ten", extents(0, 30, 60, 90), 10, LIMITS) is None
