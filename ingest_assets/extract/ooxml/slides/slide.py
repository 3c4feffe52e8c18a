"""One slide: its shapes in reading order, then its notes and comments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from ingest_assets.extract.drafts import Draft, heading, paragraph, table_of
from ingest_assets.extract.layout_order import Box, reading_order
from ingest_assets.extract.ooxml.chart import chart_draft
from ingest_assets.extract.ooxml.diagram import diagram_drafts
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.slides.paragraphs import body_drafts
from ingest_assets.extract.ooxml.slides.shapes import (
    BODIES,
    GROUP_DEPTH,
    MARGINS,
    TITLES,
    Models,
    placed,
    placeholder_of,
    shape_elements,
    transform_of,
)
from ingest_assets.extract.ooxml.text import body_paragraphs
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants, integer, local, relation
from ingest_assets.model import CellSpan, Removed, Table

TITLE_LEVEL = 2
NOTES = "Notes:"
MADE = {"image_alt", "chart", "comment", "embedded", "label"}
"""Flags of drafts whose text is not text of the slide itself."""

SCHEMES = ("http://", "https://", "mailto:")
BREAKING = re.compile(r"[\s()]")
LINK = re.compile(r"\[([^\[\]]*)\]\((?:https?://|mailto:)[^()\s]*\)", re.IGNORECASE)
"""A link as ``paragraph_text`` writes it: its address is no text of the slide."""


@dataclass(slots=True)
class SlideText:
    """A slide as read."""

    drafts: list[Draft] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)


class SlideReader:
    """Reads the slides of one presentation. ``size`` is the slide's width and height in EMU."""

    def __init__(self, package: Package, size: tuple[int, int]) -> None:
        self._package, self._size = package, size
        self._part, self._page = "", 0
        self._text = SlideText()

    def read(self, part: str, root: Element, page: int) -> SlideText:
        """The slide's own content (layouts and masters only lend places)."""
        self._part, self._page, self._text = part, page, SlideText()
        layout = self._package.first(part, "slideLayout")
        master = self._package.first(layout, "slideMaster") if layout else None
        models = Models(self._package.optional_tree(layout), self._package.optional_tree(master))
        self._text.drafts = list(self._tree(child(root, "cSld", "spTree"), models, 0))
        return self._text

    def _tree(self, tree: Element | None, models: Models, depth: int) -> Iterator[Draft]:
        titles: list[Box[Element]] = []
        others: list[Box[Element]] = []
        for shape in shape_elements(tree):
            placeholder = placeholder_of(shape)
            if placeholder is not None and placeholder.kind in MARGINS:
                self._margin(shape, placeholder.kind)
                continue
            transform = transform_of(shape)
            if child(transform, "off") is None and placeholder is not None:
                transform = models.transform(placeholder)
            kept = titles if placeholder is not None and placeholder.kind in TITLES else others
            kept.append(placed(shape, transform))
        for box in titles:
            yield from self._shape(box.content, models, depth)
        for shape in reading_order(others, *self._size):
            yield from self._shape(shape, models, depth)

    def _margin(self, shape: Element, kind: str) -> None:
        text = " ".join(body_paragraphs(body)) if (body := child(shape, "txBody")) is not None else ""
        if text and kind in {"ftr", "hdr"}:
            reason = "running_footer" if kind == "ftr" else "running_header"
            self._text.removed.append(Removed(text=text, page=self._page, reason=reason))

    def _shape(self, shape: Element, models: Models, depth: int) -> Iterator[Draft]:
        match local(shape):
            case "grpSp" if depth < GROUP_DEPTH:
                yield from self._tree(shape, models, depth + 1)
            case "graphicFrame":
                yield from self._frame(shape)
            case "pic":
                yield from self._alternative_text(shape)
            case _:
                yield from self._text_shape(shape)

    def _text_shape(self, shape: Element) -> Iterator[Draft]:
        placeholder = placeholder_of(shape)
        for body in descendants(shape, "txBody"):
            if placeholder is not None and placeholder.kind in TITLES:
                text = " ".join(body_paragraphs(body))
                if text:
                    yield heading(text, TITLE_LEVEL, page=self._page)
            else:
                bulleted = placeholder is not None and placeholder.kind in BODIES
                yield from body_drafts(body, page=self._page, bulleted=bulleted, address=self._address)
        if child(shape, "txBody") is None:
            yield from self._alternative_text(shape)

    def _alternative_text(self, shape: Element) -> Iterator[Draft]:
        properties = next(descendants(shape, "cNvPr"), None)
        text = " ".join(attribute(properties, "descr").split())
        if text:
            yield Draft(kind="caption", text=text, page=self._page, flags=("image_alt",))

    def _frame(self, frame: Element) -> Iterator[Draft]:
        table = next(descendants(frame, "tbl"), None)
        if table is not None:
            yield table_of(read_table(table, self._page, self._address))
            return
        for reference in descendants(frame, "chart", "relIds"):
            target = relation(reference, "dm" if local(reference) == "relIds" else "id")
            relationship = self._package.relationships(self._part).get(target)
            root = (
                self._package.optional_tree(relationship.target) if relationship and not relationship.external else None
            )
            if root is not None:
                yield from self._chart(root) if local(reference) == "chart" else diagram_drafts(root, self._page)

    def _address(self, key: str) -> str:
        """The web or mail address behind a relationship; "" for links to slides and files."""
        relationship = self._package.relationships(self._part).get(key)
        target = relationship.target if relationship is not None and relationship.external else ""
        return target if target.lower().startswith(SCHEMES) and not BREAKING.search(target) else ""

    def _chart(self, root: Element) -> Iterator[Draft]:
        draft = chart_draft(root, self._page)
        if draft is None:
            return
        title = draft.table.title if draft.table else ""
        if title:
            yield Draft(kind="caption", text=title, page=self._page, flags=("chart",))
        yield replace(draft, flags=("chart",))

    def notes(self, part: str, page: int) -> Iterator[Draft]:
        """The speaker's notes, labelled; only the notes' own body, not the slide's picture or the page's margins."""
        for notes in self._package.related(part, "notesSlide"):
            tree = child(self._package.optional_tree(notes), "cSld", "spTree")
            lines = [line for body in note_bodies(tree) for line in body_paragraphs(body)]
            for index, line in enumerate(lines):
                yield paragraph(f"{NOTES} {line}" if index == 0 else line, page=page, flags=("notes",))

    def comments(self, part: str, authors: dict[str, str], page: int) -> Iterator[Draft]:
        """Reviewers' comments of a slide, old and new kind."""
        for comments in self._package.related(part, "comments"):
            for comment in descendants(self._package.optional_tree(comments), "cm", "reply"):
                body = child(comment, "txBody")
                old = child(comment, "text")
                text = (
                    " ".join(body_paragraphs(body))
                    if body is not None
                    else " ".join(((old.text if old is not None else "") or "").split())
                )
                author = authors.get(attribute(comment, "authorId"), "unknown")
                if text:
                    yield paragraph(f"Comment by {author}: {text}", page=page, flags=("comment",))


def note_bodies(tree: Element | None) -> Iterator[Element]:
    """Text bodies of a notes page that hold notes."""
    for shape in descendants(tree, "sp"):
        placeholder = placeholder_of(shape)
        body = child(shape, "txBody")
        if body is not None and (placeholder is None or placeholder.kind not in MARGINS):
            yield body


def read_table(element: Element, page: int, address: Callable[[str], str] | None = None) -> Table:
    """A DrawingML table; merged cells keep their columns."""
    rows: list[tuple[str, ...]] = []
    spans: list[CellSpan] = []
    for number, row in enumerate(children(element, "tr")):
        cells: list[str] = []
        for column, cell in enumerate(children(row, "tc")):
            body = child(cell, "txBody")
            cells.append("" if body is None else "\n".join(body_paragraphs(body, address)))
            rowspan, colspan = (
                max(1, integer(attribute(cell, "rowSpan"), 1)),
                max(1, integer(attribute(cell, "gridSpan"), 1)),
            )
            if rowspan > 1 or colspan > 1:
                spans.append(CellSpan(row=number, column=column, rowspan=rowspan, colspan=colspan))
        rows.append(tuple(cells))
    width = max((len(row) for row in rows), default=0)
    return Table(page=page, rows=tuple(row + ("",) * (width - len(row)) for row in rows), spans=tuple(spans))


def hidden_drafts(drafts: list[Draft], page: int) -> list[Draft]:
    """The content of a hidden slide under a heading that says so."""
    flagged = [
        replace(
            one,
            flags=(*one.flags, "hidden"),
            table=one.table and replace(one.table, flags=(*one.table.flags, "hidden")),
        )
        for one in drafts
    ]
    return [heading(f"Slide {page} (hidden slide)", TITLE_LEVEL, page=page, flags=("hidden", "label")), *flagged]


def own_characters(draft: Draft) -> int:
    """Characters other than white space that come from the slide's or its notes' own text."""
    if MADE.intersection(draft.flags):
        return 0
    text = draft.text.removeprefix(NOTES) if "notes" in draft.flags else draft.text
    cells = "" if draft.table is None else " ".join(cell for row in draft.table.rows for cell in row)
    return sum(len(word) for word in LINK.sub(r"\1", f"{text} {cells}").split())
