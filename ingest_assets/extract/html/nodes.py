"""One pass over a parsed page without recursion: real pages nest thousands of elements deep."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Node = Any
"""A selectolax LexborNode."""

NO_TEXT = frozenset(
    {"script", "style", "template", "noscript", "head", "iframe", "noframes", "object", "embed"}
    | {"audio", "video", "canvas", "select", "textarea", "datalist"}
)
BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir", "div"}
    | {"dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frameset", "h1", "h2", "h3", "h4", "h5", "h6"}
    | {"header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "option", "p", "pre", "search"}
    | {"section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"}
)
INVISIBLE = {0xAD: None, 0x200B: None, 0xFEFF: None, 0x2060: None, 0: None}
"""Characters that join words and show nothing."""

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def walk(root: Node, enter: Callable[[Node, int], bool], leave: Callable[[Node], None]) -> None:
    """Call ``enter(node, depth)`` and ``leave(node)`` in document order; no children when ``enter`` returns False."""
    stack: list[tuple[Node, bool]] = [(root, False)]
    depth = 0
    while stack:
        node, entered = stack.pop()
        if entered:
            depth -= 1
            leave(node)
            continue
        if not enter(node, depth):
            leave(node)
            continue
        stack.append((node, True))
        depth += 1
        child = node.last_child
        while child is not None:
            stack.append((child, False))
            child = child.prev


@dataclass(slots=True, kw_only=True)
class TableFacts:
    """What decides whether a table holds data or only lays out the page."""

    nested: bool = False
    headings: bool = False
    rows: int = 0
    columns: int = 0
    header_cells: bool = False
    width: int = 0


@dataclass(slots=True, kw_only=True)
class Facts:
    """What one pass over the whole tree tells."""

    tables: dict[int, TableFacts] = field(default_factory=dict)
    depth: int = 0
    scripts: int = 0
    password: bool = False
    frameset: bool = False
    noscript: str = ""
    empty_mount: bool = False
    styles: list[str] = field(default_factory=list)


def facts_of(root: Node) -> Facts:
    """Look at every element once."""
    facts = Facts()
    tables: list[TableFacts] = []

    def enter(node: Node, depth: int) -> bool:
        tag = node.tag
        facts.depth = max(facts.depth, depth)
        if tag == "table":
            if tables:
                tables[-1].nested = True
            tables.append(TableFacts())
            facts.tables[node.mem_id] = tables[-1]
        elif tables:
            _count(tables[-1], node, tag)
        _look(facts, node, tag)
        return True

    def leave(node: Node) -> None:
        if node.tag == "table":
            tables.pop()

    walk(root, enter, leave)
    return facts


def _count(table: TableFacts, node: Node, tag: str) -> None:
    if tag == "tr":
        table.rows += 1
        table.width = 0
    elif tag in ("td", "th"):
        table.width += 1
        table.columns = max(table.columns, table.width)
        table.header_cells = table.header_cells or tag == "th"
    elif tag in HEADINGS:
        table.headings = True


def _look(facts: Facts, node: Node, tag: str) -> None:
    if tag == "script":
        facts.scripts += 1
    elif tag == "style":
        facts.styles.append(node.text() or "")
    elif tag == "noscript":
        facts.noscript += node.text() or ""
    elif tag == "frameset":
        facts.frameset = True
    elif tag == "input":
        facts.password = facts.password or (node.attributes.get("type") or "").lower() == "password"
    elif tag == "div" and node.child is None:
        facts.empty_mount = facts.empty_mount or bool(node.attributes.get("id"))


def text_of(root: Node) -> str:
    """All text below ``root`` that is meant to be read, blocks parted by a blank."""
    parts: list[str] = []

    def enter(node: Node, _depth: int) -> bool:
        tag = node.tag
        if tag == "-text":
            parts.append(node.text_content or "")
        elif tag in BLOCKS or tag == "br":
            parts.append(" ")
        return tag not in NO_TEXT

    def leave(node: Node) -> None:
        if node.tag in BLOCKS:
            parts.append(" ")

    walk(root, enter, leave)
    return " ".join("".join(parts).split())
