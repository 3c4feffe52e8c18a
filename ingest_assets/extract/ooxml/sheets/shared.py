"""Shared strings and cell formats of an Excel workbook."""

from __future__ import annotations

import re

from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.spreadsheet.number_format import BUILT_IN
from ingest_assets.extract.xml_parts import (
    Element,
    attribute,
    child,
    children,
    descendants,
    integer,
    local,
    walk_elements,
)

ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def unescaped(text: str) -> str:
    """``_x005F_`` is "_", ``_x000D_`` and other control characters are dropped (ECMA-376 part 1, 22.9.2.19)."""
    if "_x" not in text:
        return text

    def character(match: re.Match[str]) -> str:
        code = int(match.group(1), 16)
        return chr(code) if (code >= 0x20 and not 0xD800 <= code <= 0xDFFF) or code in {9, 10} else ""

    return ESCAPE.sub(character, text)


def rich_text(holder: Element) -> str:
    """The text of a string item: its runs without phonetic hints. A run that does not ask to keep its white space is trimmed, as Excel does."""
    parts = []
    todo = list(reversed(holder))
    while todo:
        one = todo.pop()
        name = local(one)
        if name == "t":
            text = one.text or ""
            parts.append(text if one.get(SPACE) == "preserve" else text.strip())
        elif name != "rPh":
            todo.extend(reversed(one))
    return unescaped("".join(parts))


def shared_strings(package: Package, part: str | None) -> list[str]:
    """All shared strings, by index."""
    if part is None or part not in package:
        return []
    return [rich_text(item) for item in walk_elements(package.open(part), "si")]


def cell_formats(root: Element | None) -> list[str]:
    """The number format code of each cell style (``cellXfs``), by index."""
    own = {
        integer(attribute(one, "numFmtId")): attribute(one, "formatCode")
        for one in descendants(child(root, "numFmts"), "numFmt")
    }
    ids = [integer(attribute(one, "numFmtId")) for one in children(child(root, "cellXfs"), "xf")]
    return [own.get(one) or BUILT_IN.get(one, "General") for one in ids]
