"""Text documents (odt, ott, fodt)."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.extract.drafts import assembled, cell_text, paragraph
from ingest_assets.extract.opendocument.body import BodyReader
from ingest_assets.extract.opendocument.inline import annotation_parts
from ingest_assets.extract.opendocument.package import OpenDocument, outside_deletions
from ingest_assets.extract.opendocument.styles import Styles
from ingest_assets.extract.xml_parts import descendants, local, text_of
from ingest_assets.model import Extraction, Removed
from ingest_assets.settings import Settings

SHORT = 12
"""Deleted strings below this many characters prove nothing: they stand elsewhere by chance."""


def read_text(document: OpenDocument, settings: Settings) -> Extraction:
    """The document's blocks, notes and comments; headers and footers among the removed."""
    styles = Styles(document.content, document.styles)
    reader = BodyReader(styles, document.objects)
    drafts = list(reader.read(document.body))
    drafts.extend(reader.late_drafts())
    for annotation in reader.notes.annotations:
        author, text = annotation_parts(annotation)
        drafts.append(paragraph(f"Comment by {author or 'unknown'}: {text}", flags=("comment",)))
    drafts.extend(paragraph(f"Embedded file: {one.member}", flags=("embedded",)) for one in document.children)
    read = assembled(drafts, settings.formats)
    removed = (*reader.removed, *_margins(document, styles))
    return replace(read, removed=removed, children=tuple(document.children), metadata=dict(document.metadata))


def _margins(document: OpenDocument, styles: Styles) -> list[Removed]:
    """Headers and footers of the page styles, once each."""
    found: dict[tuple[str, str], None] = {}
    for margin in descendants(
        document.styles, "header", "footer", "header-left", "footer-left", "header-first", "footer-first"
    ):
        text = " ".join(cell_text(BodyReader(styles, {}).read(margin)).split())
        if text:
            found[local(margin)[:6], text] = None
    return [Removed(text=text, page=1, reason=f"running_{where}") for where, text in found]


def leaked_deletion(document: OpenDocument, extraction: Extraction) -> str:
    """A deleted string that stands in the output more often than in the text outside the deletions; "" when none does."""
    tracked = list(descendants(document.body, "deletion"))
    if not tracked:
        return ""
    output = " ".join(block.text for block in extraction.blocks) + " ".join(
        cell for table in extraction.tables for row in table.rows for cell in row
    )
    rest = " ".join(" ".join(outside_deletions(document.body)).split())
    for deletion in tracked:
        for one in descendants(deletion, "p", "h"):
            text = " ".join(text_of(one).split())
            if len(text) >= SHORT and output.count(text) > rest.count(text):
                return text
    return ""
