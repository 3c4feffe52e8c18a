"""A whole presentation: slides in the order of ``sldIdLst``, notes after their slide, and the count that shows whether text was lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ingest_assets.extract.containers import missing_part
from ingest_assets.extract.drafts import Draft, assembled, paragraph
from ingest_assets.extract.ooxml.embedded import embedded_files
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.slides.shapes import MARGINS, placeholder_of
from ingest_assets.extract.ooxml.slides.slide import SlideReader, hidden_drafts, note_bodies, own_characters
from ingest_assets.extract.ooxml.word.runs import chosen
from ingest_assets.extract.ooxml.word.story import visible
from ingest_assets.extract.signed import signed
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants, integer, local, relation
from ingest_assets.model import ExtractedPage, Extraction, Json, PageClass, Removed
from ingest_assets.settings import Settings

DEFAULT_SIZE = (9_144_000, 6_858_000)
"""EMU: the 4:3 slide that a presentation without ``sldSz`` has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentationText:
    """A presentation as read; ``expected`` and ``found`` count the characters of ``a:t`` text other than white space."""

    extraction: Extraction
    expected: int
    found: int


@dataclass(slots=True)
class Slides:
    """What the walk over the slides gathers."""

    drafts: list[Draft] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)
    pages: list[ExtractedPage] = field(default_factory=list)
    about: list[Json] = field(default_factory=list)
    expected: int = 0


def read_presentation(package: Package, settings: Settings, parser: str) -> PresentationText:
    """All slides. Raises missing_part when a slide that the presentation names is not there."""
    main = package.main_part()
    root = package.tree(main)
    reader = SlideReader(package, _size(root))
    authors = _authors(package, main)
    slides = Slides()
    parts = list(_slide_parts(package, main, root))
    for page, part in enumerate(parts, 1):
        _read_slide(package, reader, part, slides)
        slides.drafts += reader.comments(part, authors, page)
    embedded, names = embedded_files(package, *parts)
    slides.drafts += [
        paragraph(f"Embedded file: {name}", page=max(1, len(parts)), flags=("embedded",)) for name in names
    ]
    read = assembled(slides.drafts, settings.formats)
    extraction = replace(
        read,
        pages=tuple(slides.pages),
        removed=tuple(slides.removed),
        children=tuple(embedded),
        metadata=_metadata(package, main, parts) | {"slides": slides.about},
    )
    return PresentationText(
        extraction=signed(extraction, parser),
        expected=slides.expected,
        found=sum(own_characters(draft) for draft in slides.drafts),
    )


def _read_slide(package: Package, reader: SlideReader, part: str, slides: Slides) -> None:
    page = len(slides.pages) + 1
    root = package.tree(part)
    text = reader.read(part, root, page)
    content = [*text.drafts, *reader.notes(part, page)]
    hidden = attribute(root, "show") in {"0", "false"}
    title = next((draft.text for draft in content if draft.kind == "heading"), "")
    slides.expected += slide_characters(root) + _related_characters(package, part, root)
    slides.drafts += hidden_drafts(content, page) if hidden else content
    slides.removed += text.removed
    slides.about.append({"number": page, "title": title, "hidden": hidden})
    characters = sum(own_characters(draft) for draft in content)
    page_class: PageClass = "clean_digital" if content else "blank"
    slides.pages.append(
        ExtractedPage(
            page=page, page_class=page_class, route="native", parser="", parser_version="", characters=characters
        )
    )


def _size(root: Element) -> tuple[int, int]:
    size = child(root, "sldSz")
    width, height = integer(attribute(size, "cx")), integer(attribute(size, "cy"))
    return (width, height) if width > 0 and height > 0 else DEFAULT_SIZE


def _slide_parts(package: Package, main: str, root: Element) -> Iterator[str]:
    relationships = package.relationships(main)
    for entry in children(child(root, "sldIdLst"), "sldId"):
        relationship = relationships.get(relation(entry))
        if relationship is None or relationship.target not in package:
            raise missing_part(f"slide {relationship.target if relationship else relation(entry)!r}")
        yield relationship.target


def _authors(package: Package, main: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for kind in ("commentAuthors", "authors"):
        for part in package.related(main, kind):
            for author in descendants(package.optional_tree(part), "cmAuthor", "author"):
                found[attribute(author, "id")] = attribute(author, "name")
    return found


def _metadata(package: Package, main: str, parts: list[str]) -> dict[str, Json]:
    metadata = package.properties()
    if package.has_macro():
        metadata["has_macro"] = True
    external = {target for part in (main, *parts) for target in package.external_targets(part)}
    if external:
        metadata["external_targets"] = sorted(external)
    return metadata


def slide_characters(root: Element | None) -> int:
    """Characters other than white space of all ``a:t`` of a slide that are content, counted without the reader."""
    total = 0
    todo = [] if root is None else [root]
    while todo:
        element = todo.pop()
        name = local(element)
        if name == "sp" and (placeholder := placeholder_of(element)) is not None and placeholder.kind in MARGINS:
            continue
        if name == "t":
            total += visible(element.text or "")
        elif name not in {"oMath", "oMathPara"}:
            todo.extend(chosen(element) if name == "AlternateContent" else element)
    return total


def _related_characters(package: Package, part: str, root: Element) -> int:
    """The texts of the slide's notes and diagrams."""
    total = 0
    for notes in package.related(part, "notesSlide"):
        tree = child(package.optional_tree(notes), "cSld", "spTree")
        total += sum(slide_characters(body) for body in note_bodies(tree))
    for reference in descendants(root, "relIds"):
        relationship = package.relationships(part).get(relation(reference, "dm"))
        diagram = package.optional_tree(relationship.target) if relationship and not relationship.external else None
        total += sum(
            slide_characters(point)
            for point in descendants(diagram, "pt")
            if attribute(point, "type") in {"", "node", "asst"}
        )
    return total
