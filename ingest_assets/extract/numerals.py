"""Numerals of list labels: letters, Roman numbers, ordinals, in the number formats of the office programs."""

from __future__ import annotations

LATIN = "abcdefghijklmnopqrstuvwxyz"
RUSSIAN = "абвгдежзиклмнопрстуфхцчшщэюя"
"""Without ё, й, ъ, ы, ь, as Word counts."""

ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)


def letters(value: int, alphabet: str) -> str:
    """a … z, aa, bb …: Word repeats the letter."""
    turn, index = divmod(value - 1, len(alphabet))
    return alphabet[index] * (turn + 1) if value > 0 else str(value)


def counted_letters(value: int) -> str:
    """a … z, aa, ab …: HTML counts on, as columns of a sheet do."""
    text = ""
    while value > 0:
        value, rest = divmod(value - 1, len(LATIN))
        text = LATIN[rest] + text
    return text


def roman(value: int) -> str:
    """Lower-case Roman number; the digits themselves outside 1-3999."""
    if not 0 < value < 4000:
        return str(value)
    text = ""
    for number, sign in ROMAN:
        count, value = divmod(value, number)
        text += sign * count
    return text


def ordinal(value: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    suffix = "th" if value % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{suffix}"


def formatted(value: int, number_format: str) -> str:
    """A counter in a ``w:numFmt``; unknown formats show digits, as Word does for formats it lacks."""
    match number_format:
        case "lowerLetter" | "upperLetter":
            text = letters(value, LATIN)
        case "russianLower" | "russianUpper":
            text = letters(value, RUSSIAN)
        case "lowerRoman" | "upperRoman":
            text = roman(value)
        case "decimalZero":
            text = f"{value:02d}"
        case "ordinal":
            text = ordinal(value)
        case "none":
            text = ""
        case _:
            text = str(value)
    return text.upper() if number_format.startswith("upper") or number_format.endswith("Upper") else text
