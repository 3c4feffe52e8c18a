"""XML of any vocabulary to blocks: an element with text between its children is a paragraph, inline elements do not split it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from lxml import etree

from ingest_assets.extract.containers import corrupt, xml_entities
from ingest_assets.extract.plain.base64_runs import without_base64
from ingest_assets.model import Block, Table

Element = Any
"""An lxml element."""
ENTITY = re.compile(r"<!ENTITY\s+(%\s+)?\S+\s+(?P<external>SYSTEM|PUBLIC)?", re.IGNORECASE)
ENTITIES = 3  # internal entities that an honest file declares (formats.md section 1)
PROLOG = 1_000_000  # characters of the prolog that are searched for entities
DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
TITLES = frozenset(
    {"title", "article-title", "head", "heading", "subtitle", "h1", "h2", "h3", "h4", "h5", "h6", "caption-title"}
)
TITLE_CHARACTERS = 500  # a longer "title" is a paragraph
SECTIONS = frozenset(
    {"sec", "section", "chapter", "part", "div", "sect1", "sect2", "sect3", "appendix", "item", "entry", "topic"}
)
ITEMS = frozenset({"list-item", "listitem", "li"})
ROWS = frozenset({"tr", "row"})
CELLS = frozenset({"td", "th", "entry", "cell"})
COLSPAN = 100  # columns, formats.md section 6
APART = TITLES | SECTIONS | ITEMS | ROWS | frozenset({"p", "para", "paragraph", "simpara", "line", "record", "note"})
"""Elements that never stand inside of a sentence, also where their parent has text of its own."""

SKIPPED = frozenset({"binary", "style", "script", "stylesheet", "defs"})
HTML_VALUE = re.compile(r"</?(?:p|div|br|a|b|i|ul|li|img|h\d|span|table)\b", re.IGNORECASE)


def parsed(text: str) -> Element:
    """The root element of a decoded text. No DTD, no entities, no network. Raises xml_entities or corrupt.

    Errors that leave the text whole (an undeclared prefix, an odd ``xml:id``) are passed over; fatal ones are not.
    """
    _refuse_entities(text)
    data = DECLARATION.sub("", text, count=1).encode("utf-8", "replace")
    parser = etree.XMLParser(
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise corrupt(f"XML does not parse: {error}") from error
    fatal = next((entry for entry in parser.error_log if entry.level == etree.ErrorLevels.FATAL), None)
    if fatal is not None:
        raise corrupt(f"XML does not parse: line {fatal.line}: {fatal.message}")
    if root is None:
        raise corrupt("XML without a root element")
    return root


def _refuse_entities(text: str) -> None:
    found = list(ENTITY.finditer(text[:PROLOG]))
    if any(match["external"] for match in found):
        raise xml_entities("an external entity is declared")
    if len(found) > ENTITIES:
        raise xml_entities(f"{len(found)} entities declared, {ENTITIES} allowed")


def local(element: Element) -> str:
    """The name without its namespace, lower case; "" for entities and the like."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


@dataclass(slots=True)
class XmlReader:
    """Walks a tree without recursion and collects ``blocks`` and ``tables``."""

    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def read(self, root: Element) -> None:
        """Read everything below ``root``."""
        stack: list[tuple[Element, int]] = [(root, 0)]
        while stack:
            element, level = stack.pop()
            name = local(element)
            if not name or name in SKIPPED:
                continue
            if self._take(element, name, level):
                continue
            inner = level + 1 if name in SECTIONS else level
            stack.extend((child, inner) for child in reversed(element))

    def _take(self, element: Element, name: str, level: int) -> bool:
        """Read an element as a whole, if it is a paragraph, a title or a set of records."""
        if is_paragraph(element):
            self._add(element, name, level)
            return True
        rows = table_rows(element) if name in ("table", "tgroup") else record_rows(element)
        if rows is not None:
            self.blocks.append(Block(kind="table", text="", page=1, table=len(self.tables)))
            self.tables.append(Table(page=1, rows=rows, title=_title(element)))
            return True
        return False

    def _add(self, element: Element, name: str, level: int) -> None:
        text = without_base64(inner_text(element))
        if not text:
            return
        above = [local(ancestor) for ancestor in islice(element.iterancestors(), 2)]
        parent = above[0] if above else ""
        if (name in TITLES or TITLES.intersection(above)) and len(text) < TITLE_CHARACTERS:
            self.blocks.append(Block(kind="heading", level=min(6, level + 1), text=text, page=1))
        elif name in ITEMS or parent in ITEMS or (name == "item" and parent.endswith("list")):
            self.blocks.append(Block(kind="list_item", level=1, marker="-", text=text, page=1))
        else:
            self.blocks.append(Block(kind="paragraph", text=text, page=1))


def is_paragraph(element: Element) -> bool:
    """True for an element that holds text of its own: before, between or after its children."""
    if (element.text or "").strip():
        return True
    return any((child.tail or "").strip() for child in element)


def inner_text(element: Element) -> str:
    """All text of a paragraph in one line; children that hold only elements are set apart by blanks."""
    return " ".join("".join(_pieces(element)).split())


def _pieces(root: Element) -> Iterator[str]:
    stack: list[Element | str] = [root]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
            continue
        if local(item) in SKIPPED:
            continue
        gap = " " if (len(item) and not is_paragraph(item)) or (item is not root and local(item) in APART) else ""
        stack.append(gap)
        for child in reversed(item):
            stack.append(child.tail or gap)
            stack.append(child)
        yield gap + (item.text or "")


def table_rows(table: Element) -> tuple[tuple[str, ...], ...] | None:
    """Rows of a table in the manner of HTML or CALS (DocBook, JATS, TEI)."""
    rows = [[cell for cell in row if local(cell) in CELLS] for row in table.iter() if local(row) in ROWS]
    printed = [[text for cell in row for text in (inner_text(cell), *_covered(cell))] for row in rows if row]
    width = max((len(row) for row in printed), default=0)
    return tuple((*row, *[""] * (width - len(row))) for row in printed) if width > 1 else None


def _title(table: Element) -> str:
    return next((inner_text(child) for child in table if local(child) in ("title", "caption")), "")


def _covered(cell: Element) -> list[str]:
    """Empty cells for the columns that a wide cell covers."""
    wide = cell.get("colspan") or cell.get("cols") or ""
    return [""] * (min(int(wide), COLSPAN) - 1) if wide.isdecimal() and len(wide) < 5 else []


def record_rows(element: Element) -> tuple[tuple[str, ...], ...] | None:
    """Rows of an element whose children are records: two or more of one name, each with the same two or more plain fields."""
    if len(element) < 2 or len({child.tag for child in element}) > 1 or not local(element[0]):
        return None
    names = tuple(local(child) for child in element[0])
    if len(names) < 2 or len(set(names)) < len(names):
        return None
    rows = [names]
    for record in element:
        if tuple(local(value) for value in record) != names or any(len(value) for value in record):
            return None
        rows.append(tuple(" ".join((value.text or "").split()) for value in record))
    return tuple(rows) if any(any(row) for row in rows[1:]) else None
