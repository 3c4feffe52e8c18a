"""WordprocessingML 2003: one XML file whose elements have the names of a docx; list labels stand beside their paragraphs."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.extract.drafts import assembled
from ingest_assets.extract.ooxml.package import core_properties
from ingest_assets.extract.ooxml.word.body import BodyReader
from ingest_assets.extract.ooxml.word.document import WordText
from ingest_assets.extract.ooxml.word.numbering import Labels
from ingest_assets.extract.ooxml.word.story import Story
from ingest_assets.extract.ooxml.word.styles import Styles
from ingest_assets.extract.ooxml.word.text_count import expected_characters
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants
from ingest_assets.model import Json
from ingest_assets.settings import Settings

PROPERTIES = {"Title": "title", "Author": "author", "Created": "created", "LastSaved": "modified"}


def read_wordml(root: Element, settings: Settings) -> WordText:
    """The document; its notes stand inside its text."""
    story = Story(styles=Styles(child(root, "styles")), labels=Labels(None))
    story.enter(root, {})
    reader = BodyReader(story, lambda _: [], table_depth=settings.formats.table_depth)
    body = child(root, "body")
    drafts = [] if body is None else reader.read(body)
    drafts.extend(reader.notes())
    metadata = _metadata(root)
    read = assembled(drafts, settings.formats)
    return WordText(
        extraction=replace(read, removed=tuple(story.removed), metadata=metadata),
        expected=0 if body is None else expected_characters(body),
        generated=story.generated,
        lost_labels=story.lost_labels,
    )


def _metadata(root: Element) -> dict[str, Json]:
    metadata = core_properties(None)
    properties = child(root, "DocumentProperties")
    for name, key in PROPERTIES.items():
        for one in children(properties, name):
            if one.text and one.text.strip():
                metadata[key] = one.text.strip()
    if attribute(root, "macrosPresent") == "yes" or next(descendants(root, "docSuppData"), None) is not None:
        metadata["has_macro"] = True
    return metadata
