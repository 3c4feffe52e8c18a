"""Number formats: what a reader of the sheet sees. Dates always come out as ISO, whatever their format (formats.md sections 4 and 7).

Grammar after ECMA-376 part 1, 18.8.31: up to four sections, quoted and escaped literals, digit placeholders, scaling commas, percent, exponent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache
from typing import Literal

from ingest_assets.extract.spreadsheet.dates import duration, iso_date, time_of_day
from ingest_assets.extract.spreadsheet.numbers import printed

Kind = Literal["general", "number", "date", "time", "datetime", "duration", "text"]

BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "$#,##0;($#,##0)", 6: "$#,##0;($#,##0)", 7: "$#,##0.00;($#,##0.00)",
    8: "$#,##0.00;($#,##0.00)", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yyyy h:mm", 37: "#,##0;(#,##0)",
    38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 41: '#,##0;(#,##0);"-"', 42: '"$"#,##0;("$"#,##0);"-"',
    43: '#,##0.00;(#,##0.00);"-"', 44: '"$"#,##0.00;("$"#,##0.00);"-"', 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
    **dict.fromkeys((27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58), "yyyy-mm-dd"), **dict.fromkeys((32, 33, 34, 35, 55, 56), "h:mm:ss"),
}  # fmt: skip
"""Formats that a file names by number only; 27-36 and 50-58 are dates and times of East Asian programs."""

BEYOND_CLOCKS = 1e9
"""Days: a number as large is no date, time or duration (3 million years); its seconds would overflow."""

LITERALS = re.compile(r'"[^"]*"?|\\.|_.|\*.')
ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
BRACKETS = re.compile(r"\[[^\]]*\]")
CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)\s*(-?[\d.]+)\]")
TOKEN = re.compile(
    r'"([^"]*)"?|\\(.)|_.|\*.|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[[^\]]*\]|(General)|(E[+-][0#?]+)|([0#?.,]+)|(%)|(/)|(.)',
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DateFormat:
    """A format's kind, whether it shows seconds, and how many decimals of them."""

    kind: Kind
    seconds: bool = False
    decimals: int = 0


@lru_cache(maxsize=4096)
def classify(code: str) -> DateFormat:
    """The kind of a format code, by its first section without literals and brackets: the d in ``[Red]`` is no day."""
    section = LITERALS.sub("", split_sections(code)[0])
    seconds = re.search(r"s(?:\.(0+))?", BRACKETS.sub("", section), re.IGNORECASE)
    decimals = len(seconds.group(1) or "") if seconds else 0
    elapsed = ELAPSED.search(section)
    if elapsed:
        return DateFormat(
            kind="duration", seconds=bool(seconds) or elapsed.group(1).lower().startswith("s"), decimals=decimals
        )
    letters = BRACKETS.sub("", section).lower().replace("am/pm", "h").replace("a/p", "h")
    if "general" in letters or letters == "standard" or re.search(r"e[+-]", letters):
        return DateFormat(kind="general" if "e" in letters and "0" not in letters else "number")
    if "@" in letters and not re.search(r"[0#?]", letters):
        return DateFormat(kind="text")
    return DateFormat(kind=_date_kind(letters), seconds=bool(seconds), decimals=min(3, decimals))


def _date_kind(letters: str) -> Kind:
    has_date = re.search(r"y|d|mmm|g{2,}", letters) is not None
    has_time = re.search(r"h|s", letters) is not None
    if has_date:
        return "datetime" if has_time else "date"
    if has_time:
        return "time"
    return "number" if letters.strip() else "general"


@lru_cache(maxsize=4096)
def split_sections(code: str) -> tuple[str, ...]:
    """The sections of a code; semicolons inside literals do not count."""
    sections, current, index = [], "", 0
    while index < len(code):
        literal = LITERALS.match(code, index)
        if literal:
            current += literal.group()
            index = literal.end()
        elif code[index] == ";":
            sections.append(current)
            current, index = "", index + 1
        else:
            current += code[index]
            index += 1
    return (*sections, current)


def shown(value: float, code: str, *, epoch_1904: bool = False) -> str:
    """``value`` as a reader sees it under ``code``."""
    form = classify(code)
    if abs(value) > BEYOND_CLOCKS and form.kind != "number":
        return printed(value)
    match form.kind:
        case "date" | "datetime":
            text = iso_date(value, epoch_1904=epoch_1904, with_time=form.kind == "datetime", decimals=form.decimals)
            if text is None and form.kind == "datetime" and 0 <= value < 1:
                return time_of_day(value, with_seconds=True, decimals=form.decimals)
            return printed(value) if text is None else text
        case "time":
            return (
                time_of_day(value, with_seconds=form.seconds, decimals=form.decimals) if value >= 0 else printed(value)
            )
        case "duration":
            return duration(value, with_seconds=form.seconds, decimals=form.decimals)
        case "number":
            return number_shown(value, code)
        case _:
            return printed(value)


def number_shown(value: float, code: str) -> str:
    """A number under a format with digit placeholders; at full width when the format is one we do not draw (fractions, hidden values)."""
    section, negative_section = chosen_section(value, code)
    try:
        text = _draw(Decimal(repr(abs(value))), section)
        if text is None:
            text = _spread(Decimal(repr(abs(value))), section)
    except (InvalidOperation, OverflowError):
        return printed(value)
    if text is None or not text.strip():
        return printed(value)
    nonzero = any(sign.isdigit() and sign != "0" for sign in text)
    return f"-{text.strip()}" if value < 0 and not negative_section and nonzero else text.strip()


def chosen_section(value: float, code: str) -> tuple[str, bool]:
    """The section for the value, and whether that section draws the sign itself."""
    sections = split_sections(code)
    conditions = [CONDITION.search(section) for section in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            if condition is None or _holds(value, condition):
                return section, condition is not None and value < 0 and condition.group(1).startswith("<")
    if value < 0 and len(sections) > 1:
        return sections[1], True
    if value == 0 and len(sections) > 2:
        return sections[2], True
    return sections[0], False


def _holds(value: float, condition: re.Match[str]) -> bool:
    limit = float(condition.group(2))
    return {
        "<": value < limit,
        "<=": value <= limit,
        ">": value > limit,
        ">=": value >= limit,
        "=": value == limit,
        "<>": value != limit,
    }[condition.group(1)]


@dataclass(slots=True)
class Drawing:
    """A section taken apart: literals before, between and after its digits."""

    before: str = ""
    digits: str = ""
    after: str = ""
    exponent: str = ""
    percents: int = 0
    general: bool = False


def _draw(value: Decimal, section: str) -> str | None:
    drawing = _taken_apart(section)
    if drawing is None:
        return None
    if drawing.general:
        return f"{drawing.before}{printed(float(value))}{drawing.after}"
    if not drawing.digits:
        return f"{drawing.before}{drawing.after}"
    value *= 100**drawing.percents
    body = _scientific(value, drawing) if drawing.exponent else _fixed(value, drawing.digits)
    return f"{drawing.before}{body}{drawing.after}"


@lru_cache(maxsize=4096)
def _taken_apart(section: str) -> Drawing | None:
    """None for what is not drawn: fractions and digits broken by literals (phone numbers)."""
    drawing = Drawing()
    for match in TOKEN.finditer(section):
        quoted, escaped, currency, general, exponent, digits, percent, slash, other = match.groups()
        if slash and drawing.digits:
            return None
        if digits:
            if drawing.digits and drawing.after.strip("%"):
                return None
            drawing.digits += digits
            continue
        drawing.general = drawing.general or bool(general)
        drawing.exponent = drawing.exponent or exponent or ""
        drawing.percents += bool(percent)
        literal = quoted or escaped or currency or percent or slash or (other if other and other != "@" else "") or ""
        if drawing.digits or drawing.general:
            drawing.after += literal
        else:
            drawing.before += literal
    return drawing


def _spread(value: Decimal, section: str) -> str | None:
    """Digits among literals, filled from the right as in a telephone number; None for fractions and for formats with a point or commas."""
    places: list[tuple[str, bool]] = []
    for match in TOKEN.finditer(section):
        quoted, escaped, currency, general, exponent, digits, percent, slash, other = match.groups()
        if general or exponent or percent or slash or (digits and digits.strip("0#?")):
            return None
        places.extend((sign, True) for sign in digits or "")
        literal = quoted or escaped or currency or other or ""
        if literal:
            places.append((literal, False))
    count = sum(is_digit for _, is_digit in places)
    waiting = list(str(value.quantize(Decimal(1), rounding=ROUND_HALF_UP)))
    shown_parts: list[str] = []
    for sign, is_digit in reversed(places):
        if not is_digit:
            shown_parts.append(sign)
            continue
        count -= 1
        take = "".join(waiting) if count == 0 else waiting[-1] if waiting else ""
        waiting = waiting[:-1]
        shown_parts.append(take or ("0" if sign == "0" else ""))
    return "".join(reversed(shown_parts))


def _fixed(value: Decimal, digits: str) -> str:
    whole_part, _, fraction_part = digits.partition(".")
    scaling = _trailing_commas(whole_part) + _trailing_commas(fraction_part)
    whole_part = whole_part.rstrip(",")
    value = value.scaleb(-3 * scaling)
    places = sum(sign in "0#?" for sign in fraction_part)
    rounded = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    whole, _, fraction = f"{rounded:f}".partition(".")
    needed = whole_part.count("0")
    whole = whole.lstrip("0").rjust(needed, "0")
    if "," in whole_part:
        whole = _grouped(whole)
    least = fraction_part.rfind("0") + 1
    while len(fraction) > least and fraction.endswith("0"):
        fraction = fraction[:-1]
    return (whole or ("0" if not fraction else "")) + (f".{fraction}" if fraction else "")


def _trailing_commas(digits: str) -> int:
    """Each scales by a thousand."""
    return len(digits) - len(digits.rstrip(","))


def _grouped(whole: str) -> str:
    head = len(whole) % 3
    parts = ([whole[:head]] if head else []) + [whole[index : index + 3] for index in range(head, len(whole), 3)]
    return ",".join(parts)


def _scientific(value: Decimal, drawing: Drawing) -> str:
    places = sum(sign in "0#?" for sign in drawing.digits.partition(".")[2])
    mantissa, _, exponent = f"{value:.{places}E}".partition("E")
    power = int(exponent) if value else 0
    width = sum(sign in "0?" for sign in drawing.exponent)
    sign = "-" if power < 0 else "+" if "+" in drawing.exponent else ""
    return f"{mantissa}E{sign}{abs(power):0{width}d}"
