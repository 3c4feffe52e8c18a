"""A whole Word document: body, notes, comments, headers, embedded files, and the count that shows whether text was lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ingest_assets.extract.drafts import Draft, assembled, cell_text, paragraph
from ingest_assets.extract.ooxml.chart import chart_draft
from ingest_assets.extract.ooxml.diagram import diagram_drafts
from ingest_assets.extract.ooxml.embedded import embedded_files
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.word.body import BodyReader, note_text
from ingest_assets.extract.ooxml.word.imported import imported_drafts
from ingest_assets.extract.ooxml.word.numbering import Labels
from ingest_assets.extract.ooxml.word.story import Story
from ingest_assets.extract.ooxml.word.styles import Styles
from ingest_assets.extract.ooxml.word.text_count import expected_characters
from ingest_assets.extract.xml_parts import Element, attribute, child, children
from ingest_assets.model import Extraction, Json, Removed
from ingest_assets.settings import Settings

CHUNK_DEPTH = 2
"""Levels of documents imported into documents (altChunk)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordText:
    """A document as read. ``generated`` and ``expected`` are characters other than white space (see text_count)."""

    extraction: Extraction
    expected: int
    generated: int
    lost_labels: int


class DocumentReader:
    """Reads one package. ``depth`` is the level of documents inside documents."""

    def __init__(self, package: Package, settings: Settings, depth: int = 0) -> None:
        self._package, self._settings, self._depth = package, settings, depth
        self._main = package.main_part()
        self._story = Story(
            styles=Styles(package.optional_tree(package.first(self._main, "styles"))),
            labels=Labels(package.optional_tree(package.first(self._main, "numbering"))),
        )
        self._body = BodyReader(self._story, self._read_part, table_depth=settings.formats.table_depth)
        self._expected = 0
        self._part = self._main

    def read(self) -> WordText:
        """The document."""
        root = self._package.tree(self._main)
        drafts = self._read_story(self._main, child(root, "body"), root)
        self._expected += expected_characters(root)
        for kind in ("footnotes", "endnotes"):
            drafts.extend(self._notes(kind))
        drafts.extend(self._comments())
        removed = [*self._story.removed, *self._margins(root)]
        children_found, names = embedded_files(self._package, self._main)
        drafts.extend(paragraph(self._story.made(f"Embedded file: {name}"), flags=("embedded",)) for name in names)
        read = assembled(drafts, self._settings.formats)
        return WordText(
            extraction=replace(read, removed=tuple(removed), children=tuple(children_found), metadata=self._metadata()),
            expected=self._expected,
            generated=self._story.generated,
            lost_labels=self._story.lost_labels,
        )

    def _read_story(self, part: str, container: Element | None, root: Element) -> list[Draft]:
        if container is None:
            return []
        self._part = part
        self._story.enter(root, self._package.relationships(part))
        return self._body.read(container)

    def _notes(self, kind: str) -> Iterator[Draft]:
        """Referenced notes, by number; note texts nobody refers to are deleted ones."""
        part = self._package.first(self._main, kind)
        root = self._package.optional_tree(part)
        if part is None or root is None:
            return
        name = kind.removesuffix("s")
        by_id = {attribute(note, "id"): note for note in children(root, name)}
        for (note_kind, note_id), number in list(self._story.notes.items()):
            note = by_id.get(note_id) if note_kind == name else None
            if note is not None:
                self._expected += expected_characters(note)
                text = note_text(self._read_story(part, note, root))
                yield Draft(kind="footnote", text=text, marker=str(number))

    def _comments(self) -> Iterator[Draft]:
        part = self._package.first(self._main, "comments")
        root = self._package.optional_tree(part)
        if part is None or root is None:
            return
        for comment in children(root, "comment"):
            self._expected += expected_characters(comment)
            text = note_text(self._read_story(part, comment, root))
            if text:
                label = self._story.made(f"Comment by {attribute(comment, 'author') or 'unknown'}:")
                yield paragraph(f"{label} {text}", flags=("comment",))

    def _margins(self, root: Element) -> Iterator[Removed]:
        """Headers and footers: once each, not in the flow (policy of formats.md section 7)."""
        seen: set[tuple[str, str]] = set()
        for name, reason in (("header", "running_header"), ("footer", "running_footer")):
            for part in dict.fromkeys(self._package.related(self._main, name)):
                margin = self._package.optional_tree(part)
                text = "" if margin is None else " ".join(cell_text(self._read_story(part, margin, margin)).split())
                if text and (reason, text) not in seen:
                    seen.add((reason, text))
                    yield Removed(text=text, page=1, reason=reason)

    def _read_part(self, target: str) -> list[Draft]:
        """A chart, diagram or imported document behind a relationship id of the current part."""
        relationship = self._package.relationships(self._part).get(target)
        if relationship is None or relationship.external:
            return []
        if relationship.kind == "aFChunk":
            return self._imported(relationship.target)
        root = self._package.optional_tree(relationship.target)
        if root is None:
            return []
        drafts = diagram_drafts(root) if relationship.kind.startswith("diagram") else _chart(root)
        self._story.made(cell_text(drafts))
        return drafts

    def _read_deeper(self, package: Package) -> Extraction:
        return DocumentReader(package, self._settings, self._depth + 1).read().extraction

    def _imported(self, part: str) -> list[Draft]:
        drafts = []
        if self._depth < CHUNK_DEPTH:
            drafts = imported_drafts(self._package, part, self._settings, self._read_deeper)
        self._story.made(cell_text(drafts))
        return drafts

    def _metadata(self) -> dict[str, Json]:
        metadata = self._package.properties()
        if self._package.has_macro():
            metadata["has_macro"] = True
        settings_part = self._package.first(self._main, "settings")
        external = self._package.external_targets(self._main) + (
            self._package.external_targets(settings_part) if settings_part else []
        )
        if external:
            metadata["external_targets"] = external
        return metadata


def _chart(root: Element) -> list[Draft]:
    draft = chart_draft(root)
    if draft is None:
        return []
    title = draft.table.title if draft.table else ""
    return [Draft(kind="caption", text=title), draft] if title else [draft]
