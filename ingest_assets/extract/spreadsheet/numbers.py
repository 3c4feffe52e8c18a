"""Numbers as a reader of the sheet sees them: 15 significant digits, no exponent for whole numbers, no trailing ``.0``."""

from __future__ import annotations

import math

DIGITS = 15
"""Significant digits of a spreadsheet; 0.1 + 0.2 shows 0.3."""

PLAIN_LIMIT = 1e21
"""Whole numbers below it are written out; a spreadsheet stores ids of 16 and more digits."""


def printed(value: float) -> str:
    """A float in the General format, at full width."""
    if math.isnan(value) or math.isinf(value):
        return str(value)
    if value == int(value) and abs(value) < PLAIN_LIMIT:
        return str(int(value))
    text = f"{value:.{DIGITS}g}"
    if "e" not in text:
        return text
    mantissa, _, exponent = text.partition("e")
    return (
        f"{value:.{DIGITS - 1 - int(exponent)}f}".rstrip("0").rstrip(".")
        if -10 < int(exponent) < 0
        else f"{mantissa}E{int(exponent):+03d}"
    )


def plain_number(text: str) -> str:
    """A number of a file's XML as printed; anything else as it stands."""
    try:
        return printed(float(text))
    except (ValueError, OverflowError):
        return text
