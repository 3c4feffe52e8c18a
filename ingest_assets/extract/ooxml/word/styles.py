"""Paragraph and run styles of a Word file: heading level, list numbering and hidden text through the ``basedOn`` chain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest_assets.extract.xml_parts import Element, attribute, child, children, integer, switched_on

HEADING = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
QUOTES = {"quote", "intense quote", "block text"}
CODE = {"html preformatted", "plain text", "source code", "code", "macro text"}
BODY_LEVEL = 9
"""``w:outlineLvl`` 9 means body text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbering:
    """The list of a paragraph. ``number`` "0" switches a list of the style off; ``level`` counts from 0, None when only the style's list knows it."""

    number: str
    level: int | None


class Styles:
    """The styles part, looked up by style id."""

    def __init__(self, root: Element | None) -> None:
        found = [] if root is None else list(children(root, "style"))
        self._vanish: dict[str, bool | None] = {}
        self._styles = {attribute(style, "styleId"): style for style in found}
        self._default = next(
            (
                attribute(one, "styleId")
                for one in found
                if attribute(one, "type") == "paragraph" and attribute(one, "default") == "1"
            ),
            "",
        )

    def chain(self, style_id: str) -> Iterator[Element]:
        """The style and what it is based on, nearest first; a circle ends it."""
        seen: set[str] = set()
        while style_id in self._styles and style_id not in seen:
            seen.add(style_id)
            yield self._styles[style_id]
            style_id = attribute(child(self._styles[style_id], "basedOn"), "val")

    def name(self, style_id: str) -> str:
        """The style's built-in name in lower case (the id is localised, the name is not); the id itself when the style is not defined."""
        return attribute(child(self._styles.get(style_id), "name"), "val", style_id).lower()

    def heading_level(self, paragraph_properties: Element | None) -> int:
        """1-6 for a heading, 0 for anything else; by outline level, else by the style's name."""
        level = child(paragraph_properties, "outlineLvl")
        if level is not None:
            return _level_of(level)
        style_id = self.style_of(paragraph_properties)
        for style in self.chain(style_id):
            level = child(style, "pPr", "outlineLvl")
            if level is not None:
                return _level_of(level)
            match = HEADING.fullmatch(self.name(attribute(style, "styleId")))
            if match:
                return min(6, int(match.group(1)))
        return self._level_by_name(style_id)

    def _level_by_name(self, style_id: str) -> int:
        name = self.name(style_id)
        if name == "title":
            return 1
        match = HEADING.fullmatch(name)
        return min(6, int(match.group(1))) if match else 0

    def style_of(self, paragraph_properties: Element | None) -> str:
        """The paragraph's style id, else the default style's."""
        return attribute(child(paragraph_properties, "pStyle"), "val") or self._default

    def numbering(self, paragraph_properties: Element | None) -> Numbering | None:
        """The list a paragraph belongs to, by itself or through its style."""
        own = child(paragraph_properties, "numPr")
        level: int | None = None
        if own is not None:
            level = _numbering_level(own)
            number = attribute(child(own, "numId"), "val")
            if number:
                return Numbering(number=number, level=level or 0)
        for style in self.chain(self.style_of(paragraph_properties)):
            inherited = child(style, "pPr", "numPr")
            number = attribute(child(inherited, "numId"), "val")
            level = level if level is not None or inherited is None else _numbering_level(inherited)
            if number:
                return Numbering(number=number, level=level)
        return None

    def is_hidden(self, run_properties: Element | None, paragraph_properties: Element | None) -> bool:
        """``w:vanish`` of the run, of its character style, or of the paragraph's style; the nearest one decides."""
        own = child(run_properties, "vanish")
        if own is not None:
            return switched_on(own)
        for style_id in (attribute(child(run_properties, "rStyle"), "val"), self.style_of(paragraph_properties)):
            if style_id not in self._vanish:
                self._vanish[style_id] = self._vanishes(style_id)
            hidden = self._vanish[style_id]
            if hidden is not None:
                return hidden
        return False

    def _vanishes(self, style_id: str) -> bool | None:
        """What a style says of ``w:vanish``; None when it says nothing."""
        for style in self.chain(style_id):
            vanish = child(style, "rPr", "vanish")
            if vanish is not None:
                return switched_on(vanish)
        return None


def _numbering_level(numbering: Element) -> int | None:
    level = child(numbering, "ilvl")
    return None if level is None else integer(attribute(level, "val"))


def _level_of(outline: Element) -> int:
    level = integer(attribute(outline, "val"), BODY_LEVEL)
    return 0 if level >= BODY_LEVEL or level < 0 else min(6, level + 1)
