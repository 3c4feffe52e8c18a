"""The labels that Word shows before numbered paragraphs ("2.3", "(b)", "б)"); they stand nowhere in the text (formats.md section 4, docx 2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ingest_assets.extract.numerals import formatted
from ingest_assets.extract.ooxml.word.styles import Numbering
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants, integer, switched_on

LEVELS = 9
PRIVATE_USE = re.compile("[\ue000-\uf8ff]")


@dataclass(slots=True)
class Level:
    """One level of a list."""

    start: int = 1
    number_format: str = "decimal"
    text: str = ""
    legal: bool = False
    restart: int | None = None


@dataclass(slots=True)
class ListDefinition:
    """A ``w:num``: where its counters are kept, and its levels."""

    counters: str
    levels: dict[int, Level] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """``text`` is "-" for a bullet; ``level`` counts from 0."""

    text: str
    level: int


class Labels:
    """Counts through the document. Call ``next_label`` once for each numbered paragraph, in order."""

    def __init__(self, root: Element | None) -> None:
        self._abstract = {attribute(one, "abstractNumId"): one for one in children(root, "abstractNum")}
        self._by_style_link = {
            attribute(child(one, "styleLink"), "val"): one
            for one in self._abstract.values()
            if child(one, "styleLink") is not None
        }
        self._numbers = {attribute(one, "numId"): one for one in children(root, "num")}
        self._definitions: dict[str, ListDefinition | None] = {}
        self._counters: dict[str, list[int | None]] = {}

    def next_label(self, numbering: Numbering, style_id: str) -> Label | None:
        """The label of the next paragraph of that list; None when the list is not defined."""
        definition = self._definition(numbering.number)
        if definition is None:
            return None
        level = self._level(numbering, style_id)
        if level not in definition.levels:
            return None
        counters = self._counters.setdefault(definition.counters, [None] * LEVELS)
        current = counters[level]
        counters[level] = definition.levels[level].start if current is None else current + 1
        for deeper in range(level + 1, LEVELS):
            if self._restarts(definition, deeper, level):
                counters[deeper] = None
        return Label(text=self._text(definition, level, counters), level=level)

    def _level(self, numbering: Numbering, style_id: str) -> int:
        if numbering.level is not None:
            return min(max(numbering.level, 0), LEVELS - 1)
        abstract = self._abstract_of(numbering.number)
        for level in children(abstract, "lvl"):
            if attribute(child(level, "pStyle"), "val") == style_id:
                return integer(attribute(level, "ilvl"))
        return 0

    @staticmethod
    def _restarts(definition: ListDefinition, deeper: int, level: int) -> bool:
        restart = definition.levels[deeper].restart if deeper in definition.levels else None
        return restart is None or (restart != 0 and level < restart)

    @staticmethod
    def _text(definition: ListDefinition, level: int, counters: list[int | None]) -> str:
        shown = definition.levels[level]
        if shown.number_format == "bullet":
            return "-"

        def fill(match: re.Match[str]) -> str:
            index = int(match.group(1)) - 1
            source = definition.levels.get(index, Level())
            current = counters[index]
            number_format = "decimal" if shown.legal and index != level else source.number_format
            return formatted(source.start if current is None else current, number_format)

        return PRIVATE_USE.sub("", re.sub(r"%([1-9])", fill, shown.text)).strip()

    def _abstract_of(self, number: str) -> Element | None:
        abstract = self._abstract.get(attribute(child(self._numbers.get(number), "abstractNumId"), "val"))
        linked = attribute(child(abstract, "numStyleLink"), "val")
        return self._by_style_link.get(linked, abstract) if linked else abstract

    def _definition(self, number: str) -> ListDefinition | None:
        if number not in self._definitions:
            self._definitions[number] = self._read_definition(number)
        return self._definitions[number]

    def _read_definition(self, number: str) -> ListDefinition | None:
        abstract = self._abstract_of(number)
        if abstract is None:
            return None
        definition = ListDefinition(counters="abstract " + attribute(abstract, "abstractNumId"))
        for level in children(abstract, "lvl"):
            definition.levels[integer(attribute(level, "ilvl"))] = _read_level(level)
        for override in children(self._numbers.get(number), "lvlOverride"):
            index = integer(attribute(override, "ilvl"))
            own = child(override, "lvl")
            if own is not None:
                definition.levels[index] = _read_level(own)
            start = child(override, "startOverride")
            if start is not None:
                definition.counters = "number " + number
                definition.levels.setdefault(index, Level()).start = integer(attribute(start, "val"), 1)
        return definition


def _read_level(level: Element) -> Level:
    restart = child(level, "lvlRestart")
    number_format = next((attribute(one, "val") for one in descendants(level, "numFmt")), "decimal")
    return Level(
        start=integer(attribute(child(level, "start"), "val"), 1),
        number_format=number_format,
        text=attribute(child(level, "lvlText"), "val"),
        legal=child(level, "isLgl") is not None and switched_on(child(level, "isLgl")),
        restart=None if restart is None else integer(attribute(restart, "val")),
    )
