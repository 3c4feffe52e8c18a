"""The inside of an ODF paragraph: spaces as elements, links, notes, annotations, frames (formats.md section 4, odt)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest_assets.extract.opendocument.styles import Styles
from ingest_assets.extract.raised import raise_from
from ingest_assets.extract.xml_parts import Element, attribute, child, integer, local, text_of

SPACES = 1000
"""Blanks that one ``text:s`` may stand for."""

LEFT_OUT = {
    "tracked-changes", "change", "change-start", "change-end", "bookmark", "bookmark-start", "bookmark-end", "sequence-decls", "variable-decls",
    "user-field-decls", "ruby-text", "annotation-end", "soft-page-break", "title", "desc", "script", "event-listeners", "hidden-text", "forms",
}  # fmt: skip
FRAMES = {"frame", "custom-shape", "rect", "g", "text-box", "line", "ellipse", "caption", "control"}


@dataclass(slots=True)
class Line:
    """A paragraph's content: its text in pieces, and what is anchored in it."""

    pieces: list[str] = field(default_factory=list)
    frames: list[Element] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The paragraph on one line."""
        return " ".join("".join(self.pieces).split())


@dataclass(slots=True)
class Notes:
    """Notes and annotations in the order of their marks: (element, kind)."""

    notes: list[Element] = field(default_factory=list)
    annotations: list[Element] = field(default_factory=list)


class InlineReader:
    """Reads paragraphs; notes and annotations are gathered for later."""

    def __init__(self, styles: Styles, notes: Notes) -> None:
        self._styles, self._notes = styles, notes

    def read(self, paragraph: Element) -> Line:
        """The paragraph's line."""
        line = Line()
        self._inside(paragraph, line)
        if self._styles.is_hidden_text(attribute(paragraph, "style-name")) and line.text:
            return Line(hidden=[line.text], frames=line.frames)
        return line

    def _inside(self, element: Element, line: Line) -> None:
        line.pieces.append(_words(element.text))
        for one in element:
            self._inline(one, line)
            line.pieces.append(_words(one.tail))

    def _inline(self, element: Element, line: Line) -> None:
        match local(element):
            case "s":
                line.pieces.append(" " * min(SPACES, integer(attribute(element, "c"), 1)))
            case "tab" | "line-break":
                line.pieces.append(" ")
            case "a":
                self._link(element, line)
            case "note":
                self._notes.notes.append(element)
                line.pieces.append(f"[^{len(self._notes.notes)}]")
            case "annotation":
                self._notes.annotations.append(element)
            case "span":
                self._span(element, line)
            case name if name in FRAMES:
                line.frames.append(element)
            case name if name in LEFT_OUT:
                return
            case _:
                self._inside(element, line)

    def _span(self, element: Element, line: Line) -> None:
        style, start = attribute(element, "style-name"), len(line.pieces)
        if not self._styles.is_hidden_text(style):
            self._inside(element, line)
            if self._styles.is_raised_text(style):
                raise_from(line.pieces, start)
            return
        hidden = Line()
        self._inside(element, hidden)
        if hidden.text:
            line.hidden.append(hidden.text)

    def _link(self, element: Element, line: Line) -> None:
        inner = Line()
        self._inside(element, inner)
        line.frames += inner.frames
        address, text = attribute(element, "href"), "".join(inner.pieces)
        if address and not address.startswith("#") and text.strip() and text.strip() != address:
            left, right = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
            line.pieces.append(f"{left}[{text.strip()}]({address}){right}")
        else:
            line.pieces.append(text)


def _words(text: str | None) -> str:
    """White space of the XML collapses to single blanks; ``text:s`` carries the rest."""
    if not text:
        return ""
    body = " ".join(text.split())
    left = " " if text[:1].isspace() else ""
    right = " " if body and text[-1:].isspace() else ""
    return f"{left}{body}{right}"


def annotation_parts(annotation: Element) -> tuple[str, str]:
    """Author and text of a comment."""
    author = " ".join(text_of(one) for one in annotation if local(one) == "creator").strip()
    lines = [text_of(one) for one in annotation.iter() if local(one) == "p"]
    return author, " ".join(" ".join(lines).split())


def alternative_text(frame: Element) -> str:
    """The description of a frame, else its title."""
    for name in ("desc", "title"):
        found = child(frame, name)
        if found is not None and (found.text or "").strip():
            return " ".join((found.text or "").split())
    return ""
