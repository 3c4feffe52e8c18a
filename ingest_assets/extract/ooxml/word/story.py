"""What the readers of one Word document share while they walk through it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest_assets.extract.ooxml.package import Relationship
from ingest_assets.extract.ooxml.word.numbering import Labels
from ingest_assets.extract.ooxml.word.styles import Styles
from ingest_assets.extract.xml_parts import Element, attribute, descendants
from ingest_assets.model import Removed


@dataclass(slots=True)
class Field:
    """A field being read: its instruction until ``separate``, then its result. ``start`` is where the result begins in the paragraph's pieces."""

    in_result: bool = False
    instruction: str = ""
    start: int | None = None


@dataclass(slots=True)
class Story:
    """State of a walk. ``generated`` counts characters of the output that are no ``w:t`` text (labels, link targets, formulas)."""

    styles: Styles
    labels: Labels
    relationships: dict[str, Relationship] = field(default_factory=dict)
    generated: int = 0
    removed: list[Removed] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    closed_fields: set[Element] = field(default_factory=set)
    notes: dict[tuple[str, str], int] = field(default_factory=dict)
    lost_labels: int = 0
    inline_notes: list[Element] = field(default_factory=list)

    def note_mark(self, kind: str, note_id: str) -> str:
        """``[^n]`` for a reference; notes are numbered through in the order of their first reference."""
        number = self.notes.setdefault((kind, note_id), len(self.notes) + 1)
        return self.made(f"[^{number}]")

    def made(self, text: str) -> str:
        """``text``, counted as generated."""
        self.generated += visible(text)
        return text

    def hide(self, text: str, reason: str) -> None:
        """Put text that a reader cannot see among the removed."""
        if text.strip():
            self.removed.append(Removed(text=text.strip(), page=1, reason=reason))

    @property
    def in_instruction(self) -> bool:
        """True between a field's begin and its separator, on any level."""
        return any(not one.in_result for one in self.fields)

    def enter(self, root: Element, relationships: dict[str, Relationship]) -> None:
        """Start on another part: its relationships, and which of its fields are ever closed (an unclosed one must not swallow the rest)."""
        self.relationships = relationships
        self.fields = []
        self.closed_fields = closed_fields(root)


def closed_fields(root: Element) -> set[Element]:
    """The ``fldChar`` elements that belong to a field with begin and end."""
    open_fields: list[list[Element]] = []
    closed: set[Element] = set()
    for sign in descendants(root, "fldChar"):
        kind = attribute(sign, "fldCharType")
        if kind == "begin":
            open_fields.append([sign])
        elif open_fields:
            open_fields[-1].append(sign)
            if kind == "end":
                closed.update(open_fields.pop())
    return closed


def visible(text: str) -> int:
    """Characters other than white space."""
    return sum(len(word) for word in text.split())
