"""Block level of ODF text: headings, lists with their labels, tables, frames, sections."""

from __future__ import annotations

from collections.abc import Iterator

from ingest_assets.extract.drafts import Draft, cell_text, heading, paragraph, rectangular, table_of
from ingest_assets.extract.opendocument.chart import object_drafts
from ingest_assets.extract.opendocument.inline import InlineReader, Line, Notes, alternative_text
from ingest_assets.extract.opendocument.styles import Counter, Styles, label_of
from ingest_assets.extract.xml_parts import Element, attribute, child, descendants, integer, local
from ingest_assets.model import CellSpan, Removed, Table

CONTAINERS = {
    "section", "text", "index-body", "table-of-content", "index-title", "alphabetical-index", "illustration-index", "bibliography", "user-index",
    "table-index", "object-index", "note-body", "text-box", "numbered-paragraph", "page-sequence", "list-header",
}  # fmt: skip
ROWS = {"table-header-rows", "table-rows", "table-row-group"}
REPEATS = 64
"""Repeats of a cell or row of a text table that are written out."""

DEPTH = 30

LISTS = frozenset({"list", "ordered-list", "unordered-list"})
"""Lists of OpenDocument, and OpenOffice.org 1's two kinds."""


class BodyReader:
    """Turns ODF blocks into drafts, in order."""

    def __init__(self, styles: Styles, objects: dict[str, Element], *, page: int = 1) -> None:
        self.notes = Notes()
        self.removed: list[Removed] = []
        self.page = page
        self._styles, self._objects = styles, objects
        self._inline = InlineReader(styles, self.notes)
        self._outline = Counter()
        self._lists: dict[str, Counter] = {}

    def read(self, container: Element | None, depth: int = 0) -> Iterator[Draft]:
        """All drafts of a container."""
        if container is None or depth > DEPTH:
            return
        for element in container:
            yield from self._block(element, depth)

    def read_one(self, element: Element) -> Iterator[Draft]:
        """The drafts of one block element."""
        yield from self._block(element, 0)

    def _block(self, element: Element, depth: int) -> Iterator[Draft]:
        match local(element):
            case "p":
                yield from self._paragraph(element, depth)
            case "h":
                yield from self._heading(element, depth)
            case name if name in LISTS:
                yield from self._list(element, "", 1, depth)
            case "table":
                yield from self._table(element, depth)
            case "frame" | "custom-shape" | "rect" | "g" | "ellipse" | "caption":
                yield from self.frame(element, depth)
            case "section" if attribute(element, "display") == "none":
                self._remove(cell_text(self.read(element, depth + 1)), "hidden_section")
            case name if name in CONTAINERS:
                yield from self.read(element, depth + 1)

    def _remove(self, text: str, reason: str) -> None:
        if text.strip():
            self.removed.append(Removed(text=text.strip(), page=self.page, reason=reason))

    def _line(self, element: Element) -> Line:
        line = self._inline.read(element)
        for text in line.hidden:
            self._remove(text, "hidden_display_none")
        return line

    def _paragraph(self, element: Element, depth: int, label: tuple[str, int] | None = None) -> Iterator[Draft]:
        line = self._line(element)
        if line.text and label is not None:
            yield Draft(kind="list_item", text=line.text, marker=label[0], level=label[1], page=self.page)
        elif line.text:
            yield self._plain(element, line.text)
        yield from self._frames(line, depth)

    def _plain(self, element: Element, text: str) -> Draft:
        name = self._styles.parent(attribute(element, "style-name"))
        if name in {"title", "subtitle"}:
            return heading(text, 1 if name == "title" else 2, page=self.page)
        if name in {"quotations", "quote"}:
            return Draft(kind="quote", text=text, page=self.page)
        if name == "preformatted text":
            return Draft(kind="code", text=text, page=self.page)
        if name in {"caption", "illustration", "table", "figure", "drawing"}:
            return Draft(kind="caption", text=text, page=self.page)
        return paragraph(text, page=self.page)

    def _heading(self, element: Element, depth: int) -> Iterator[Draft]:
        line = self._line(element)
        level = max(1, integer(attribute(element, "outline-level"), 1))
        if line.text:
            yield heading(f"{self._outline_label(element, level)} {line.text}".strip(), min(level, 6), page=self.page)
        yield from self._frames(line, depth)

    def _outline_label(self, element: Element, level: int) -> str:
        shown = self._styles.outline.get(level)
        if shown is None or not shown.number_format or attribute(element, "is-list-header") == "true":
            return ""
        self._outline.advance(level, shown.start)
        return label_of(self._styles.outline, level, self._outline)

    def _frames(self, line: Line, depth: int) -> Iterator[Draft]:
        for frame in line.frames:
            yield from self.frame(frame, depth + 1)

    def frame(self, element: Element, depth: int = 0) -> Iterator[Draft]:
        """A frame's text box, object or description; a group's members; the text of a drawn shape."""
        if depth > DEPTH:
            return
        text = alternative_text(element)
        if text:
            yield Draft(kind="caption", text=text, page=self.page, flags=("image_alt",))
        for one in element:
            name = local(one)
            if name in {"text-box"}:
                yield from self.read(one, depth + 1)
            elif name in {"object", "object-ole"}:
                yield from object_drafts(self._objects.get(attribute(one, "href"), one), self.page)
            elif name in {"p", "h", *LISTS, "table", "frame", "custom-shape", "rect", "g", "ellipse"}:
                yield from self._block(one, depth + 1)

    def _list(self, element: Element, style: str, level: int, depth: int) -> Iterator[Draft]:
        style = attribute(element, "style-name") or style or self._style_of_items(element)
        counter = self._counter(element, style, level)
        for item in element:
            if local(item) not in {"list-item", "list-header"} or depth > DEPTH:
                continue
            numbered = local(item) == "list-item"
            start = attribute(item, "start-value")
            for index, one in enumerate(item):
                if local(one) in LISTS:
                    yield from self._list(one, style, level + 1, depth + 1)
                elif local(one) in {"p", "h"} and numbered and index == 0:
                    yield from self._item(one, (style, level), counter, integer(start, -1), depth)
                else:
                    yield from self._block(one, depth + 1)

    def _item(
        self, element: Element, place: tuple[str, int], counter: Counter, start: int, depth: int
    ) -> Iterator[Draft]:
        style, level = place
        levels = self._styles.levels(style)
        if start >= 0:
            counter.values.pop(level, None)
        counter.advance(level, start if start >= 0 else levels[level].start if level in levels else 1)
        if local(element) == "h":
            yield from self._heading(element, depth)
        else:
            yield from self._paragraph(element, depth, (label_of(levels, level, counter) or "-", level))

    def _style_of_items(self, element: Element) -> str:
        first = next(descendants(element, "p"), None)
        return self._styles.list_of_paragraph(attribute(first, "style-name"))

    def _counter(self, element: Element, style: str, level: int) -> Counter:
        """A list counts anew, unless it continues another one or is nested in one."""
        goes_on = (
            level > 1 or attribute(element, "continue-numbering") == "true" or bool(attribute(element, "continue-list"))
        )
        if not goes_on or style not in self._lists:
            self._lists[style] = Counter() if level == 1 or style not in self._lists else self._lists[style]
        return self._lists[style]

    def _table(self, element: Element, depth: int) -> Iterator[Draft]:
        rows: list[list[str]] = []
        spans: list[CellSpan] = []
        nested: list[Draft] = []
        header_rows = sum(1 for group in element if local(group) == "table-header-rows" for _ in group)
        for row in table_rows(element):
            cells = self._row(row, len(rows), spans, nested, depth)
            rows.extend(
                [cells] * (min(REPEATS, integer(attribute(row, "number-rows-repeated"), 1)) if any(cells) else 1)
            )
        if len(rows) == 1 and len(rows[0]) == 1 and rows[0][0]:
            yield paragraph(" ".join(rows[0][0].split()), page=self.page)
        elif any(any(row) for row in rows):
            yield table_of(
                Table(
                    page=self.page,
                    rows=rectangular(rows),
                    header_rows=max(1, min(header_rows, len(rows) - 1)),
                    spans=tuple(spans),
                )
            )
        yield from nested

    def _row(self, row: Element, number: int, spans: list[CellSpan], nested: list[Draft], depth: int) -> list[str]:
        cells: list[str] = []
        for cell in row:
            if local(cell) not in {"table-cell", "covered-table-cell"}:
                continue
            drafts = list(self.read(cell, depth + 1))
            first = next((index for index, draft in enumerate(drafts) if draft.table is not None), len(drafts))
            nested.extend(drafts[first:])
            rowspan, colspan = (
                integer(attribute(cell, "number-rows-spanned"), 1),
                integer(attribute(cell, "number-columns-spanned"), 1),
            )
            if rowspan > 1 or colspan > 1:
                spans.append(CellSpan(row=number, column=len(cells), rowspan=rowspan, colspan=colspan))
            cells.extend(
                [cell_text(drafts[:first])]
                * min(REPEATS, max(1, integer(attribute(cell, "number-columns-repeated"), 1)))
            )
        return cells

    def late_drafts(self) -> Iterator[Draft]:
        """Notes and comments, after the text."""
        for number, note in enumerate(self.notes.notes, 1):
            text = " ".join(cell_text(self.read(child(note, "note-body"))).split())
            yield Draft(kind="footnote", text=text, marker=str(number), page=self.page)


def table_rows(table: Element) -> Iterator[Element]:
    """The rows of a table, in groups or not."""
    for one in table:
        if local(one) == "table-row":
            yield one
        elif local(one) in ROWS:
            yield from table_rows(one)
