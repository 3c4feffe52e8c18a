"""The inside of a paragraph: runs, fields, links, notes, symbols, formulas, and the boxes anchored in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ingest_assets.extract.ooxml.formula import latex
from ingest_assets.extract.ooxml.symbols import symbol, without_private_use
from ingest_assets.extract.ooxml.word.story import Field, Story
from ingest_assets.extract.raised import raise_from
from ingest_assets.extract.xml_parts import (
    Element,
    attribute,
    child,
    children,
    descendants,
    integer,
    local,
    relation,
    switched_on,
)

TRANSPARENT = {
    "ins",
    "moveTo",
    "smartTag",
    "customXml",
    "fldSimple",
    "dir",
    "bdo",
    "sdtContent",
    "Choice",
    "Fallback",
    "rubyBase",
    "ruby",
}
DROPPED = {
    "del",
    "moveFrom",
    "pPr",
    "rPr",
    "rubyPr",
    "sdtPr",
    "instrText",
    "delText",
    "delInstrText",
    "commentReference",
    "annotationRef",
}
LINK_FIELD = re.compile(r'\s*HYPERLINK\s+"([^"]+)"', re.IGNORECASE)
SYMBOL_FIELD = re.compile(r'\s*SYMBOL\s+(0x[0-9a-f]+|\d+)(?:.*?\\f\s+"?([^"\\]+)"?)?', re.IGNORECASE)
PROMPT_WORDS = 12
"""Words of the longest prompt (Word's own have up to 8, but for the one of a repeating section; guess)."""

REPEAT_PROMPT = "Enter any content that you want to repeat"
TINY = 2
"""Half-points: a size at or below one point is not for readers."""


@dataclass(slots=True)
class Line:
    """A paragraph's content: its text in pieces, and what is anchored in it (each read after the paragraph)."""

    pieces: list[str] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    charts: list[str] = field(default_factory=list)
    diagrams: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    formulas: int = 0

    @property
    def text(self) -> str:
        """The paragraph on one line; white space within is kept single."""
        return " ".join("".join(self.pieces).split())


class RunReader:
    """Reads the content of one paragraph after the other."""

    def __init__(self, story: Story) -> None:
        self._story = story

    def read(self, paragraph: Element) -> Line:
        """The paragraph's line. Link fields left open at its end are closed for this line."""
        line = Line()
        self._inside(paragraph, line, child(paragraph, "pPr"))
        for one in self._story.fields:
            if one.start is not None:
                self._close_link(one, line)
                one.start = None
        return line

    def _inside(self, element: Element, line: Line, properties: Element | None) -> None:
        for one in element:
            self._inline(one, line, properties)

    def _inline(self, element: Element, line: Line, properties: Element | None) -> None:  # noqa: C901 - one case for each kind of inline element
        match local(element):
            case "r":
                self._run(element, line, properties)
            case "hyperlink":
                self._hyperlink(element, line, properties)
            case "AlternateContent":
                self._inside(chosen(element), line, properties)
            case "sdt":
                if not is_placeholder(element):
                    self._inside(element, line, properties)
            case "oMath" | "oMathPara":
                self._formula(element, line)
            case "annotation":
                if attribute(element, "type") not in {"Word.Deletion", "Word.Comment"}:
                    self._inside(element, line, properties)
            case "content":
                self._inside(element, line, properties)
            case name if name in TRANSPARENT:
                self._inside(element, line, properties)
            case _:
                return

    def _formula(self, element: Element, line: Line) -> None:
        text = latex(element).strip()
        if text:
            line.formulas += 1
            line.pieces.append(self._story.made(f"${text}$"))

    def _hyperlink(self, element: Element, line: Line, properties: Element | None) -> None:
        start = len(line.pieces)
        self._inside(element, line, properties)
        target = self._story.relationships.get(relation(element))
        address = target.target if target and target.external else attribute(element, "dest")
        self._link(line, start, address)

    def _link(self, line: Line, start: int, address: str) -> None:
        text = "".join(line.pieces[start:])
        if not address or not text.strip() or text.strip() == address:
            return
        self._story.made(f"[]({address})")
        label = text.strip()
        left, right = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        line.pieces[start:] = [f"{left}[{label}]({address}){right}"]

    def _run(self, run: Element, line: Line, properties: Element | None) -> None:
        run_properties = child(run, "rPr")
        reason = self._hidden(run_properties, properties)
        target = Line() if reason else line
        if run_properties is not None and child(run_properties, "del") is not None:
            return
        fonts = child(run_properties, "rFonts")
        font = attribute(fonts, "ascii") or attribute(fonts, "hAnsi") or attribute(fonts, "cs")
        start = len(target.pieces)
        for one in run:
            self._in_run(one, target, font, properties)
        if attribute(child(run_properties, "vertAlign"), "val") == "superscript":
            raise_from(target.pieces, start)
        if reason:
            self._story.hide("".join(target.pieces), reason)

    def _hidden(self, run_properties: Element | None, properties: Element | None) -> str:
        if self._story.styles.is_hidden(run_properties, properties):
            return "hidden_vanish"
        size = child(run_properties, "sz")
        return "hidden_tiny" if size is not None and 0 < integer(attribute(size, "val"), 24) <= TINY else ""

    def _in_run(self, element: Element, line: Line, font: str, properties: Element | None) -> None:  # noqa: C901, PLR0912 - one case for each kind of run content
        match local(element):
            case "t":
                self._text(without_private_use(element.text or "", font), line)
            case "tab" | "ptab" | "br" | "cr":
                self._text(" ", line)
            case "noBreakHyphen":
                self._text(self._story.made("‑"), line)
            case "sym":
                sign = symbol(integer_of_hex(attribute(element, "char")), attribute(element, "font"))
                self._text(self._story.made(sign), line)
            case "fldChar":
                self._field_sign(element, line)
            case "instrText":
                if self._story.fields:
                    self._story.fields[-1].instruction += element.text or ""
            case "footnoteReference" | "endnoteReference":
                line.pieces.append(
                    self._story.note_mark(local(element).removesuffix("Reference"), attribute(element, "id"))
                )
            case "footnote" | "endnote":
                self._story.inline_notes.append(element)
                line.pieces.append(self._story.note_mark("inline", str(len(self._story.inline_notes))))
            case "drawing" | "pict" | "object":
                self._anchored(element, line)
            case "AlternateContent":
                for one in chosen(element):
                    self._in_run(one, line, font, properties)
            case "ruby":
                self._inside(element, line, properties)
            case _:
                return

    def _text(self, text: str, line: Line) -> None:
        if not self._story.in_instruction:
            line.pieces.append(text)

    def _field_sign(self, sign: Element, line: Line) -> None:
        story = self._story
        kind = attribute(sign, "fldCharType")
        if sign not in story.closed_fields:
            return
        if kind == "begin":
            story.fields.append(Field())
            line.pieces.extend(self._form_value(sign))
        elif kind == "separate" and story.fields:
            story.fields[-1].in_result = True
            story.fields[-1].start = len(line.pieces)
        elif kind == "end" and story.fields:
            ended = story.fields.pop()
            if ended.in_result:
                self._close_link(ended, line)
            elif not story.in_instruction:
                line.pieces.extend(self._symbol_value(ended.instruction))

    def _symbol_value(self, instruction: str) -> Iterator[str]:
        match = SYMBOL_FIELD.match(instruction)
        if match:
            code = int(match.group(1), 16 if match.group(1).lower().startswith("0x") else 10)
            yield self._story.made(symbol(code, (match.group(2) or "symbol").strip()))

    def _form_value(self, sign: Element) -> Iterator[str]:
        box = next(descendants(sign, "checkBox"), None)
        if box is not None:
            state = child(box, "checked")
            on = switched_on(state) if state is not None else switched_on(child(box, "default"))
            yield self._story.made("☒" if on else "☐")
        choices = next(descendants(sign, "ddList"), None)
        entries = list(children(choices, "listEntry"))
        if entries:
            index = integer(attribute(child(choices, "result"), "val"))
            yield self._story.made(attribute(entries[index if 0 <= index < len(entries) else 0], "val"))

    def _close_link(self, ended: Field, line: Line) -> None:
        match = LINK_FIELD.match(ended.instruction)
        if match and ended.start is not None and not match.group(1).startswith("#"):
            self._link(line, min(ended.start, len(line.pieces)), match.group(1))

    def _anchored(self, element: Element, line: Line) -> None:
        """Text boxes, pictures, charts, diagrams and objects below a drawing; boxes are not entered, they are read as blocks later."""
        todo = [element]
        while todo:
            one = todo.pop()
            name = local(one)
            if name == "txbxContent":
                line.boxes.append(one)
            elif name == "AlternateContent":
                todo.extend(reversed(chosen(one)))
            else:
                self._note_object(one, name, line)
                todo.extend(reversed(one))

    def _note_object(self, element: Element, name: str, line: Line) -> None:
        if name in {"docPr", "shape", "rect"}:
            line.pictures.extend(picture_texts(element))
        elif name == "textpath":
            line.pictures.append(attribute(element, "string"))
        elif name == "chart":
            line.charts.append(relation(element))
        elif name == "relIds":
            line.diagrams.append(relation(element, "dm"))
        elif name == "OLEObject":
            line.objects.append(relation(element))


def picture_texts(element: Element) -> Iterator[str]:
    """The alternative text of a drawing, else its title."""
    text = (
        attribute(element, "descr")
        or attribute(element, "alt")
        or (attribute(element, "title") if local(element) == "docPr" else "")
    ).strip()
    if text:
        yield " ".join(text.split())


def chosen(alternatives: Element) -> Element:
    """``mc:Choice`` when it has content, else ``mc:Fallback``: never both, or a text box would come twice."""
    choice = child(alternatives, "Choice")
    fallback = child(alternatives, "Fallback")
    if choice is not None and (len(choice) or fallback is None):
        return choice
    return alternatives if fallback is None else fallback


def is_placeholder(control: Element) -> bool:
    """True for a content control that still shows its prompt; whole sentences of advice, as templates hold them, are text."""
    if not switched_on(child(control, "sdtPr", "showingPlcHdr")):
        return False
    prompt = " ".join(one.text or "" for one in descendants(child(control, "sdtContent"), "t"))
    return len(prompt.split()) <= PROMPT_WORDS or prompt.startswith(REPEAT_PROMPT)


def integer_of_hex(text: str) -> int:
    """A hexadecimal code; 0 when it is none."""
    try:
        return int(text, 16)
    except ValueError:
        return 0
