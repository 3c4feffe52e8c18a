"""Presentations and drawings (odp, otp, fodp, odg): shapes in reading order, notes after their slide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ingest_assets.extract.drafts import Draft, assembled, cell_text, heading, paragraph
from ingest_assets.extract.layout_order import Box, reading_order
from ingest_assets.extract.opendocument.body import BodyReader
from ingest_assets.extract.opendocument.inline import annotation_parts
from ingest_assets.extract.opendocument.package import OpenDocument
from ingest_assets.extract.opendocument.styles import Styles
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants, local
from ingest_assets.model import ExtractedPage, Extraction, Json, PageClass, Removed
from ingest_assets.settings import Settings

UNITS = {"cm": 28.3465, "mm": 2.83465, "in": 72.0, "pt": 1.0, "pc": 12.0, "px": 0.75, "": 1.0}
"""Points of one unit."""

LENGTH = re.compile(r"(-?[\d.]+)([a-z]*)")
SHAPES = {
    "frame",
    "text-box",
    "custom-shape",
    "rect",
    "g",
    "ellipse",
    "caption",
    "line",
    "connector",
    "path",
    "polygon",
}
MARGINS = {"page-number", "date-time", "footer", "header"}
TITLE_LEVEL = 2
DEFAULT_SIZE = (720.0, 540.0)


def points(length: str) -> float | None:
    """An ODF length in points; None when it is none."""
    match = LENGTH.fullmatch(length.strip())
    if match is None or match.group(2) not in UNITS:
        return None
    try:
        return float(match.group(1)) * UNITS[match.group(2)]
    except ValueError:
        return None


class SlideReader:
    """Reads the pages of one presentation."""

    def __init__(self, document: OpenDocument) -> None:
        self._document = document
        self._styles = Styles(document.content, document.styles)
        self.drafts: list[Draft] = []
        self.removed: list[Removed] = []
        self.pages: list[ExtractedPage] = []
        self.about: list[Json] = []

    def read(self, page: Element) -> None:
        """One slide."""
        number = len(self.pages) + 1
        body = BodyReader(self._styles, self._document.objects, page=number)
        drafts = list(self._shapes(page, body)) + list(body.late_drafts()) + list(self._notes(page, number))
        hidden = self._styles.is_hidden_page(attribute(page, "style-name"))
        title = next((draft.text for draft in drafts if draft.kind == "heading"), "")
        self.about.append({"number": number, "title": title, "hidden": hidden})
        if hidden:
            self.drafts.append(heading(f"Slide {number} (hidden slide)", TITLE_LEVEL, page=number, flags=("hidden",)))
            drafts = [replace(draft, flags=(*draft.flags, "hidden")) for draft in drafts]
        self.drafts.extend(drafts)
        self.drafts.extend(self._comments(page, number))
        self.removed.extend(body.removed)
        page_class: PageClass = "clean_digital" if drafts else "blank"
        characters = len(cell_text(drafts))
        self.pages.append(
            ExtractedPage(
                page=number, page_class=page_class, route="native", parser="", parser_version="", characters=characters
            )
        )

    def _shapes(self, page: Element, body: BodyReader) -> Iterator[Draft]:
        titles: list[Box[Element]] = []
        others: list[Box[Element]] = []
        for shape in page:
            if local(shape) not in SHAPES or attribute(shape, "placeholder") == "true":
                continue
            kind = attribute(shape, "class")
            if kind in MARGINS:
                self._margin(shape, kind, body)
            else:
                (titles if kind == "title" else others).append(_placed(shape))
        for box in titles:
            text = " ".join(cell_text(body.frame(box.content)).split())
            if text:
                yield heading(text, TITLE_LEVEL, page=body.page)
        for shape in reading_order(others, *DEFAULT_SIZE):
            yield from self._shape(shape, body)

    def _shape(self, shape: Element, body: BodyReader) -> Iterator[Draft]:
        if local(shape) != "g":
            yield from body.frame(shape)
            return
        for inner in reading_order([_placed(one) for one in shape if local(one) in SHAPES], *DEFAULT_SIZE):
            yield from self._shape(inner, body)

    def _margin(self, shape: Element, kind: str, body: BodyReader) -> None:
        text = " ".join(cell_text(body.frame(shape)).split())
        if text and kind in {"footer", "header"}:
            self.removed.append(Removed(text=text, page=body.page, reason=f"running_{kind}"))

    def _notes(self, page: Element, number: int) -> Iterator[Draft]:
        reader = BodyReader(self._styles, {}, page=number)
        first = True
        for frame in descendants(child(page, "notes"), "frame"):
            if attribute(frame, "class") in MARGINS or attribute(frame, "placeholder") == "true":
                continue
            for draft in reader.frame(frame):
                if draft.text:
                    yield paragraph(f"Notes: {draft.text}" if first else draft.text, page=number, flags=("notes",))
                    first = False

    @staticmethod
    def _comments(page: Element, number: int) -> Iterator[Draft]:
        for annotation in children(page, "annotation"):
            author, text = annotation_parts(annotation)
            if text:
                yield paragraph(f"Comment by {author or 'unknown'}: {text}", page=number, flags=("comment",))


def _placed(shape: Element) -> Box[Element]:
    if local(shape) == "g":
        inner = [box for box in (_placed(one) for one in shape if local(one) in SHAPES) if box.placed]
        if not inner:
            return Box(shape, placed=False)
        return Box(
            shape,
            min(b.left for b in inner),
            min(b.top for b in inner),
            max(b.right for b in inner),
            max(b.bottom for b in inner),
        )
    x, y = points(attribute(shape, "x")), points(attribute(shape, "y"))
    if x is None or y is None:
        return Box(shape, placed=False)
    return Box(shape, x, y, x + (points(attribute(shape, "width")) or 0), y + (points(attribute(shape, "height")) or 0))


def read_slides(document: OpenDocument, settings: Settings) -> Extraction:
    """All slides."""
    reader = SlideReader(document)
    for page in children(document.body, "page"):
        reader.read(page)
    last = max(1, len(reader.pages))
    embedded = [paragraph(f"Embedded file: {one.member}", page=last, flags=("embedded",)) for one in document.children]
    read = assembled([*reader.drafts, *embedded], settings.formats)
    return replace(
        read,
        pages=tuple(reader.pages),
        removed=tuple(reader.removed),
        children=tuple(document.children),
        metadata={**document.metadata, "slides": reader.about},
    )
