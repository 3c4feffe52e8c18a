"""The paragraphs of a shape: list items with bullets or automatic numbers, or plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ingest_assets.extract.drafts import Draft
from ingest_assets.extract.numerals import formatted
from ingest_assets.extract.ooxml.text import paragraph_text
from ingest_assets.extract.xml_parts import Element, attribute, child, children, integer

FORMATS = {
    "arabic": "decimal",
    "alphaLc": "lowerLetter",
    "alphaUc": "upperLetter",
    "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
}
SCHEME = re.compile(r"(arabic|alphaLc|alphaUc|romanLc|romanUc)(Period|ParenR|ParenBoth|Plain)")
PATTERNS = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Plain": "{}"}


def body_drafts(
    body: Element, *, page: int, bulleted: bool, address: Callable[[str], str] | None = None
) -> Iterator[Draft]:
    """One draft for each paragraph with text. ``bulleted`` is what the placeholder's layout gives paragraphs that say nothing themselves."""
    counters: dict[int, int] = {}
    for paragraph in children(body, "p"):
        properties = child(paragraph, "pPr")
        level = integer(attribute(properties, "lvl"))
        text = paragraph_text(paragraph, address)
        if not text:
            continue
        for deeper in [one for one in counters if one > level]:
            del counters[deeper]
        marker = _marker(properties, level, counters, bulleted=bulleted)
        if marker:
            yield Draft(kind="list_item", text=text, level=level + 1, marker=marker, page=page)
        else:
            yield Draft(kind="paragraph", text=text, page=page)


def _marker(properties: Element | None, level: int, counters: dict[int, int], *, bulleted: bool) -> str:
    number = child(properties, "buAutoNum")
    if number is not None:
        counters[level] = counters[level] + 1 if level in counters else integer(attribute(number, "startAt"), 1)
        scheme = SCHEME.match(attribute(number, "type", "arabicPeriod"))
        kind, tail = (scheme.group(1), scheme.group(2)) if scheme else ("arabic", "Period")
        return PATTERNS[tail].format(formatted(counters[level], FORMATS[kind]))
    counters.pop(level, None)
    if child(properties, "buNone") is not None:
        return ""
    if child(properties, "buChar") is not None or child(properties, "buBlip") is not None:
        return "-"
    return "-" if bulleted else ""
