"""ODF styles: which text is hidden, and the labels of lists and headings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ingest_assets.extract.numerals import formatted
from ingest_assets.extract.xml_parts import Element, attribute, child, descendants, integer, local

FORMATS = {
    "1": "decimal",
    "a": "lowerLetter",
    "A": "upperLetter",
    "i": "lowerRoman",
    "I": "upperRoman",
    "а": "russianLower",
    "А": "russianUpper",
}
LEVELS = 10
PLACE = re.compile(r"%(\d{1,2})%")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLevel:
    """One level of a list style; ``number_format`` "" shows no number, ``bullet`` shows "-".

    ``pattern`` ("%1%.%2%)") is how newer programs say what the prefix, suffix and number of shown levels only approximate.
    """

    number_format: str = ""
    prefix: str = ""
    suffix: str = ""
    shown_levels: int = 1
    start: int = 1
    bullet: bool = False
    pattern: str = ""


@dataclass(slots=True)
class Counter:
    """The counters of one list, by level from 1."""

    values: dict[int, int] = field(default_factory=dict)

    def advance(self, level: int, start: int) -> None:
        """Count one more on that level; deeper levels begin anew."""
        self.values[level] = self.values[level] + 1 if level in self.values else start
        for deeper in [one for one in self.values if one > level]:
            del self.values[deeper]


class Styles:
    """All styles of a document, automatic and named, by family and name."""

    def __init__(self, *roots: Element | None) -> None:
        self._styles: dict[str, Element] = {}
        self._lists: dict[str, dict[int, ListLevel]] = {}
        self.outline: dict[int, ListLevel] = {}
        for root in roots:
            for style in descendants(root, "style"):
                self._styles.setdefault(attribute(style, "name"), style)
            for style in descendants(root, "list-style"):
                self._lists.setdefault(attribute(style, "name"), _levels(style))
            for style in descendants(root, "outline-style"):
                self.outline = self.outline or _levels(style)

    def _property(self, name: str, kind: str, key: str) -> str:
        """A property of a style or of its parents; "" when none sets it."""
        seen: set[str] = set()
        while name in self._styles and name not in seen:
            seen.add(name)
            value = attribute(child(self._styles[name], kind), key)
            if value:
                return value
            name = attribute(self._styles[name], "parent-style-name")
        return ""

    def is_hidden_text(self, name: str) -> bool:
        """``text:display="none"`` of a text or paragraph style."""
        return bool(name) and self._property(name, "text-properties", "display") == "none"

    def is_raised_text(self, name: str) -> bool:
        """``style:text-position`` that begins with "super" or with a positive share of the line."""
        place = self._property(name, "text-properties", "text-position").split()[:1] if name else []
        return any(one == "super" or (one[:1].isdigit() and not one.startswith("0")) for one in place)

    def is_hidden_table(self, name: str) -> bool:
        """``table:display="false"`` of a table style: a hidden sheet."""
        return bool(name) and self._property(name, "table-properties", "display") == "false"

    def is_hidden_page(self, name: str) -> bool:
        """A hidden slide."""
        return bool(name) and self._property(name, "drawing-page-properties", "visibility") == "hidden"

    def parent(self, name: str) -> str:
        """The named style behind an automatic one, with its encoding of blanks undone."""
        style = self._styles.get(name)
        automatic = style is not None and attribute(style, "parent-style-name")
        return (automatic or name).replace("_20_", " ").lower()

    def list_of_paragraph(self, name: str) -> str:
        """The list style that a paragraph style carries."""
        style = self._styles.get(name)
        return "" if style is None else attribute(style, "list-style-name")

    def level(self, list_name: str, level: int) -> ListLevel | None:
        """One level (from 1) of a list style."""
        return self._lists.get(list_name, {}).get(level)

    def levels(self, list_name: str) -> dict[int, ListLevel]:
        """All levels of a list style."""
        return self._lists.get(list_name, {})


def _levels(style: Element) -> dict[int, ListLevel]:
    found: dict[int, ListLevel] = {}
    for one in style:
        level = integer(attribute(one, "level"), 0)
        if 0 < level <= LEVELS:
            found[level] = ListLevel(
                number_format=attribute(one, "num-format").strip()[:1],
                prefix=attribute(one, "num-prefix"),
                suffix=attribute(one, "num-suffix"),
                shown_levels=max(1, integer(attribute(one, "display-levels"), 1)),
                start=integer(attribute(one, "start-value"), 1),
                bullet=local(one).endswith(("bullet", "image")),
                pattern=attribute(one, "num-list-format"),
            )
    return found


def label_of(levels: dict[int, ListLevel], level: int, counter: Counter) -> str:
    """The label of the counted level: "-" for a bullet, "" when the style shows none."""
    shown = levels.get(level)
    if shown is None or shown.bullet:
        return "-"
    if not shown.number_format:
        return f"{shown.prefix}{shown.suffix}".strip()
    if shown.pattern:
        return PLACE.sub(lambda match: _number(levels, int(match.group(1)), counter), shown.pattern).strip()
    first = max(1, level - shown.shown_levels + 1)
    numbers = [number for one in range(first, level + 1) if (number := _number(levels, one, counter))]
    return f"{shown.prefix}{'.'.join(numbers)}{shown.suffix}".strip()


def _number(levels: dict[int, ListLevel], level: int, counter: Counter) -> str:
    """The printed counter of one level; "" when its style shows none."""
    source = levels.get(level, ListLevel(number_format="1"))
    if not source.number_format:
        return ""
    return formatted(counter.values.get(level, source.start), FORMATS.get(source.number_format, "decimal"))
