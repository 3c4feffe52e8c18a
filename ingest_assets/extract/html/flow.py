"""The walk over a page: blocks and tables in reading order, hidden text apart. No recursion."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urljoin

from ingest_assets.extract.html.hidden import ClassRules, hidden_reason
from ingest_assets.extract.html.lists import OpenList
from ingest_assets.extract.html.math import latex
from ingest_assets.extract.html.nodes import BLOCKS, HEADINGS, INVISIBLE, NO_TEXT, Facts, Node, text_of, walk
from ingest_assets.extract.html.tables import is_layout, is_sparse, read_table
from ingest_assets.extract.plain.base64_runs import without_base64
from ingest_assets.extract.raised import raise_from
from ingest_assets.model import Block, BlockKind, Removed, Table
from ingest_assets.thresholds.web import Web

LINK = re.compile(r"(?:https?|ftp|mailto|tel):[^\s<>\"]+", re.IGNORECASE)
URL_CHARACTERS = 2000  # a longer address is data
CAPTIONS = frozenset({"figcaption", "caption", "legend"})
RUBY = frozenset({"rt", "rp"})
BREAK = "\x00"  # stands for <br> until the block is closed; NUL cannot come from a page


@dataclass(slots=True)
class Flow:
    """Collects what the walk meets. ``base`` is the page's own address for relative links, or ""."""

    facts: Facts
    rules: ClassRules
    web: Web
    base: str = ""
    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)
    lists: list[OpenList] = field(default_factory=list)
    links: list[tuple[int, int, str]] = field(default_factory=list)
    raised: list[tuple[int, int]] = field(default_factory=list)
    after_link: tuple[int, int] = (-1, -1)
    marker: str = ""
    heading: int = 0
    depths: dict[str, int] = field(default_factory=dict)

    def read(self, root: Node) -> None:
        """Walk ``root`` and close the last block."""
        walk(root, self.enter, self.leave)
        self.flush()

    def enter(self, node: Node, _depth: int) -> bool:
        """Returns False when the node's children are not to be walked."""
        tag = node.tag
        if tag == "-text":
            self.inline.append((node.text_content or "").translate(INVISIBLE))
            return False
        if tag in NO_TEXT or tag in RUBY or tag.startswith("-"):
            return False
        attributes = node.attributes
        reason = hidden_reason(tag, attributes, self.rules)
        if reason is not None:
            self.hide(node, reason)
            return False
        return self.open(node, tag, attributes)

    def hide(self, node: Node, reason: str) -> None:
        """Keep the text of a node that nobody sees, apart from the flow."""
        text = without_base64(text_of(node))
        if text:
            self.removed.append(Removed(text=text, page=1, reason=reason))

    def open(self, node: Node, tag: str, attributes: dict[str, str | None]) -> bool:
        """Begin an element that shows."""
        if tag in BLOCKS:
            self.flush()
        opener = OPENERS.get(tag)
        if opener is not None:
            return opener(self, node, attributes)
        return True

    def leave(self, node: Node) -> None:
        """End an element."""
        tag = node.tag
        if tag in BLOCKS:
            self.flush()
        closer = CLOSERS.get(tag)
        if closer is not None:
            closer(self, tag)

    def flush(self) -> None:
        """Close the block whose inline text was collected."""
        if not self.inline:
            return
        raw, self.inline = "".join(self.inline), []
        self.links = [(len(self.blocks), 0, "") for _ in self.links]
        if self.depths.get("pre"):
            self._add_code(raw.replace(BREAK, "\n"))
            return
        for part in raw.split(BREAK + BREAK) if BREAK in raw else (raw,):
            text = " ".join(part.replace(BREAK, " ").split())
            if text:
                self._add(without_base64(text))

    def _add_code(self, raw: str) -> None:
        text = raw.strip("\n")
        if text.strip():
            self.blocks.append(Block(kind="code", text=text, page=1))

    def _add(self, text: str) -> None:
        kind, level, marker = self._kind(), 0, ""
        if kind == "heading":
            level = self.heading
        elif kind == "list_item":
            level, marker = max(1, len(self.lists)), self.marker
        elif kind == "quote" and self.marker:
            text = f"{self.marker} {text}"
        self.marker = ""
        self.blocks.append(Block(kind=kind, level=level, text=text, marker=marker, page=1))

    def _kind(self) -> BlockKind:
        if self.heading:
            return "heading"
        if self.depths.get("quote"):
            return "quote"
        if self.depths.get("caption"):
            return "caption"
        return "list_item" if self.marker else "paragraph"

    def cell_text(self, cell: Node) -> str:
        """Text of one cell of a data table in one line."""
        inner = Flow(self.facts, self.rules, self.web, self.base)
        inner.read(cell)
        self.removed.extend(inner.removed)
        return " ".join(f"{block.marker} {block.text}".strip() for block in inner.blocks)

    def close_link(self) -> None:
        """Turn the text since the link began into ``[text](url)``, where both are fit for it."""
        if not self.links:
            return
        block, start, url = self.links.pop()
        text = " ".join("".join(self.inline[start:]).replace(BREAK, " ").split())
        if url and text and block == len(self.blocks) and text != url and not self.depths.get("pre"):
            before = " " if "".join(self.inline[start:])[:1].isspace() else ""
            after = " " if "".join(self.inline[start:])[-1:].isspace() else ""
            self.inline[start:] = [f"{before}[{text}]({url}){after}"]
        self.after_link = (len(self.blocks), len(self.inline))

    def close_raised(self) -> None:
        """A raised number right behind a letter or digit is written raised: 10⁶ is not 106, a note's mark no part of a word."""
        block, start = self.raised.pop() if self.raised else (-1, 0)
        if block == len(self.blocks):
            raise_from(self.inline, start)


Attributes = dict[str, str | None]


def _open_table(flow: Flow, node: Node, _attributes: Attributes) -> bool:
    facts = flow.facts.tables.get(node.mem_id)
    if facts is None or is_layout(node, facts):
        return True
    before = len(flow.removed)
    table = read_table(node, facts, flow.cell_text, flow.web)
    if is_sparse(table, facts):
        del flow.removed[before:]
        return True
    if any(cell for row in table.rows for cell in row):
        flow.blocks.append(Block(kind="table", text="", page=1, table=len(flow.tables)))
        flow.tables.append(table)
    return False


def _open_list(flow: Flow, node: Node, attributes: Attributes) -> bool:
    flow.marker = ""
    flow.lists.append(OpenList.of(node.tag, attributes))
    return True


def _open_item(flow: Flow, _node: Node, attributes: Attributes) -> bool:
    flow.marker = flow.lists[-1].next_marker(attributes) if flow.lists else "-"
    return True


def _open_heading(flow: Flow, node: Node, _attributes: Attributes) -> bool:
    flow.heading = int(node.tag[1])
    return True


def _open_link(flow: Flow, _node: Node, attributes: Attributes) -> bool:
    href = (attributes.get("href") or "").strip()
    is_whole = not flow.base or href.startswith(("#", "https://", "http://"))
    url = href if is_whole else urljoin(flow.base, href)
    is_link = len(url) < URL_CHARACTERS and LINK.fullmatch(url) is not None
    if flow.inline and flow.after_link == (len(flow.blocks), len(flow.inline)):
        flow.inline.append(" ")  # entries of a menu stand side by side without a blank between them
    flow.links.append(
        (len(flow.blocks), len(flow.inline), url.replace(")", "%29").replace("(", "%28") if is_link else "")
    )
    return True


def _open_image(flow: Flow, _node: Node, attributes: Attributes) -> bool:
    alt = (attributes.get("alt") or "").strip()
    if alt:
        flow.inline.append(f" {alt} ")
    return False


def _open_break(flow: Flow, _node: Node, _attributes: Attributes) -> bool:
    while len(flow.inline) > 1 and not flow.inline[-1].strip(" \t\n\r"):
        flow.inline.pop()
    flow.inline.append(BREAK)
    return False


def _open_math(flow: Flow, node: Node, _attributes: Attributes) -> bool:
    formula = latex(node)
    if formula:
        flow.inline.append(f" ${formula}$ ")
    return False


def _open_span(_flow: Flow, _node: Node, attributes: Attributes) -> bool:
    return "katex-html" not in (attributes.get("class") or "")  # the same formula stands beside it as MathML


def _open_svg(flow: Flow, node: Node, _attributes: Attributes) -> bool:
    for label in node.css("text"):
        flow.inline.append(f" {text_of(label)} ")
    return False


def _open_spaced(flow: Flow, _node: Node, _attributes: Attributes) -> bool:
    flow.inline.append(" ")
    return True


def _deeper(name: str) -> Callable[[Flow, Node, Attributes], bool]:
    def opener(flow: Flow, _node: Node, _attributes: Attributes) -> bool:
        flow.depths[name] = flow.depths.get(name, 0) + 1
        return True

    return opener


def _shallower(name: str) -> Callable[[Flow, str], None]:
    def closer(flow: Flow, _tag: str) -> None:
        flow.depths[name] = max(0, flow.depths.get(name, 0) - 1)

    return closer


def _close_list(flow: Flow, _tag: str) -> None:
    if flow.lists:
        flow.lists.pop()
    flow.marker = ""


def _close_item(flow: Flow, _tag: str) -> None:
    flow.marker = ""


def _close_heading(flow: Flow, _tag: str) -> None:
    flow.heading = 0


def _close_link(flow: Flow, _tag: str) -> None:
    flow.close_link()


def _open_raised(flow: Flow, _node: Node, _attributes: Attributes) -> bool:
    flow.raised.append((len(flow.blocks), len(flow.inline)))
    return True


def _close_raised(flow: Flow, _tag: str) -> None:
    flow.close_raised()


def _close_spaced(flow: Flow, _tag: str) -> None:
    flow.inline.append(" ")


OPENERS: dict[str, Callable[[Flow, Node, Attributes], bool]] = {
    "table": _open_table,
    "li": _open_item,
    "a": _open_link,
    "sup": _open_raised,
    "img": _open_image,
    "br": _open_break,
    "math": _open_math,
    "span": _open_span,
    "svg": _open_svg,
    "button": _open_spaced,
    "label": _open_spaced,
    "blockquote": _deeper("quote"),
    "pre": _deeper("pre"),
    **dict.fromkeys(("ul", "ol", "menu", "dir"), _open_list),
    **dict.fromkeys(HEADINGS, _open_heading),
    **dict.fromkeys(CAPTIONS, _deeper("caption")),
}
CLOSERS: dict[str, Callable[[Flow, str], None]] = {
    "li": _close_item,
    "a": _close_link,
    "sup": _close_raised,
    "button": _close_spaced,
    "label": _close_spaced,
    "blockquote": _shallower("quote"),
    "pre": _shallower("pre"),
    **dict.fromkeys(("ul", "ol", "menu", "dir"), _close_list),
    **dict.fromkeys(HEADINGS, _close_heading),
    **dict.fromkeys(CAPTIONS, _shallower("caption")),
}
