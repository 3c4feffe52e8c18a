"""Block level of a Word document: paragraphs, lists, headings, tables, content controls, text boxes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ingest_assets.extract.drafts import Draft, cell_text, heading, paragraph
from ingest_assets.extract.ooxml.word.runs import Line, RunReader, chosen, is_placeholder
from ingest_assets.extract.ooxml.word.story import Story
from ingest_assets.extract.ooxml.word.styles import CODE, QUOTES
from ingest_assets.extract.ooxml.word.tables import read_table
from ingest_assets.extract.xml_parts import Element, attribute, child, descendants, local

WRAPPERS = {"customXml", "ins", "moveTo", "sdtContent", "smartTag", "sub-section", "sect", "annotation", "content"}
PartReader = Callable[[str], list[Draft]]
"""Reads what a relationship id points at (a chart, a diagram, an altChunk)."""


class BodyReader:
    """Turns block elements into drafts, in order."""

    def __init__(self, story: Story, read_part: PartReader, *, table_depth: int) -> None:
        self._story = story
        self._runs = RunReader(story)
        self._read_part = read_part
        self._table_depth = table_depth
        self._joined: list[Draft] = []

    def read(self, container: Element) -> list[Draft]:
        """All drafts of a body, cell, note or text box. A paragraph whose mark was deleted is joined with the next one."""
        drafts = list(self._blocks(container, 0))
        rest, self._joined = self._joined, []
        return drafts + rest

    def notes(self) -> Iterator[Draft]:
        """The notes that stand inside the text (WordprocessingML 2003)."""
        for number, note in enumerate(self._story.inline_notes, 1):
            yield Draft(kind="footnote", text=note_text(self.read(note)), marker=str(number))

    def _blocks(self, container: Element, depth: int) -> Iterator[Draft]:
        for element in container:
            name = local(element)
            if name == "p":
                yield from self._paragraph(element, depth)
            elif name == "tbl":
                yield from self._table(element, depth)
            elif name == "sdt":
                if not is_placeholder(element):
                    yield from self._blocks(element, depth)
            elif name == "AlternateContent":
                yield from self._blocks(chosen(element), depth)
            elif name == "altChunk":
                yield from self._read_part(_relation(element))
            elif name in WRAPPERS and not (name == "annotation" and attribute(element, "type") == "Word.Deletion"):
                yield from self._blocks(element, depth)

    def _table(self, element: Element, depth: int) -> Iterator[Draft]:
        if depth >= self._table_depth:
            for one in descendants(element, "p"):
                if not any(local(parent) == "txbxContent" for parent in one.iterancestors()):
                    yield from self._paragraph(one, depth)
            return
        yield from read_table(element, lambda cell: self._cell(cell, depth + 1), self._story)

    def _cell(self, cell: Element, depth: int) -> list[Draft]:
        outer, self._joined = self._joined, []
        drafts = list(self._blocks(cell, depth)) + self._joined
        self._joined = outer
        return drafts

    def _paragraph(self, element: Element, depth: int) -> Iterator[Draft]:
        properties = child(element, "pPr")
        line = self._runs.read(element)
        draft = self._kind(element, properties, line)
        if _mark_is_deleted(properties):
            if draft.text:
                self._joined.append(draft)
        else:
            draft = self._joined_with(draft)
            if draft.text:
                yield draft
        yield from self._anchored(line, depth)

    def _joined_with(self, draft: Draft) -> Draft:
        if not self._joined:
            return draft
        first, *more = [*self._joined, draft]
        self._joined = []
        text = "".join(one.text + " " * bool(one.text) for one in (first, *more)).strip()
        return Draft(kind=first.kind, text=text, level=first.level, marker=first.marker, flags=first.flags)

    def _kind(self, element: Element, properties: Element | None, line: Line) -> Draft:
        styles = self._story.styles
        style_id = styles.style_of(properties)
        style = styles.name(style_id)
        level = styles.heading_level(properties)
        marker, depth = self._label(properties, style_id, bool(line.text)) if line.text or line.boxes else ("", 0)
        if level and line.text:
            return heading(f"{self._story.made(marker)} {line.text}" if marker not in {"", "-"} else line.text, level)
        if marker:
            return Draft(kind="list_item", text=line.text, level=depth + 1, marker=self._story.made(marker))
        if style == "caption":
            return Draft(kind="caption", text=line.text)
        if line.formulas == 1 and re.fullmatch(r"\$[^$]*\$", line.text):
            return Draft(kind="formula", text=line.text)
        if style in QUOTES:
            return Draft(kind="quote", text=line.text)
        if style in CODE:
            return Draft(kind="code", text=line.text)
        return paragraph(line.text)

    def _label(self, properties: Element | None, style_id: str, has_text: bool) -> tuple[str, int]:
        given = next(descendants(child(properties, "listPr"), "t"), None)
        if given is not None:
            return self._given_label(attribute(given, "val"), properties)
        numbering = self._story.styles.numbering(properties)
        if numbering is None or numbering.number == "0":
            return "", 0
        label = self._story.labels.next_label(numbering, style_id)
        if label is None:
            self._story.lost_labels += has_text
            return "", 0
        return label.text, label.level

    def _given_label(self, text: str, properties: Element | None) -> tuple[str, int]:
        """WordprocessingML 2003 writes the label beside the paragraph."""
        level = attribute(child(properties, "listPr", "ilvl"), "val", "0")
        label = text.strip() if any(sign.isalnum() and not "\ue000" <= sign <= "\uf8ff" for sign in text) else "-"
        return label, int(level) if level.isdigit() else 0

    def _anchored(self, line: Line, depth: int) -> Iterator[Draft]:
        for text in line.pictures:
            yield Draft(kind="caption", text=self._story.made(text), flags=("image_alt",))
        for box in line.boxes:
            if depth < self._table_depth:
                yield from self._cell(box, depth + 1)
            else:
                yield from (paragraph(self._runs.read(one).text) for one in descendants(box, "p"))
        for target in (*line.charts, *line.diagrams):
            yield from self._read_part(target)


def note_text(drafts: list[Draft]) -> str:
    """The text of a footnote or comment on one line."""
    return " ".join(cell_text(drafts).split())


def _mark_is_deleted(properties: Element | None) -> bool:
    mark = child(properties, "rPr")
    return mark is not None and (child(mark, "del") is not None or child(mark, "moveFrom") is not None)


def _relation(element: Element) -> str:
    return attribute(element, "id")
