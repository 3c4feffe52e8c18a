"""Letter spacing, on extents alone."""

from __future__ import annotations

from ingest_assets.clean.layout.letters import joined_letters
from ingest_assets.thresholds.layout import Layout

LIMITS = Layout()


def extents(*starts: float, width: float = 6) -> tuple[tuple[float, float], ...]:
    return tuple((start, start + width) for start in starts)


def test_words_are_cut_at_wider_gaps() -> None:
    assert joined_letters("a b c d e", extents(0, 10, 20, 38, 48), 10, LIMITS) == "abc de"


def test_ordinary_blanks_between_single_letters_stay() -> None:
    assert joined_letters("a b c d e", extents(0, 8.5, 17, 25.5, 34), 10, LIMITS) is None
    assert joined_letters("one two six ten", extents(0, 30, 60, 90), 10, LIMITS) is None
