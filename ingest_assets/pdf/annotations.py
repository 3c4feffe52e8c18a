"""Text that a page's content stream does not show: sticky notes, form values and free text without an appearance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pymupdf

from ingest_assets.model import Annotation, BBox, Span

PDF: Any = pymupdf  # its constants are made at import time, which type checkers cannot see
KINDS = {PDF.PDF_ANNOT_TEXT: "note", PDF.PDF_ANNOT_FREE_TEXT: "free_text"}
OFF_VALUES = frozenset({"", "Off", "No", "False"})
TICKABLE = frozenset({PDF.PDF_WIDGET_TYPE_CHECKBOX, PDF.PDF_WIDGET_TYPE_RADIOBUTTON})


def read_annotations(page: Any, spans: Sequence[Span]) -> Iterator[Annotation]:
    """Annotations whose text is not among the spans at their place (appearance streams are read as page text)."""
    matrix = page.rotation_matrix
    if not page.first_annot and not page.first_widget:
        return
    for annotation in page.annots():
        kind = KINDS.get(annotation.type[0])
        text = (annotation.info.get("content") or "").strip()
        box = _box(annotation.rect, matrix)
        if kind and text and not (kind == "free_text" and _is_shown(text, box, spans)):
            yield Annotation(kind=kind, text=text, bbox=box, author=annotation.info.get("title") or "")
    yield from _widgets(page, spans)


def _widgets(page: Any, spans: Sequence[Span]) -> Iterator[Annotation]:
    for widget in page.widgets():
        box = _box(widget.rect, page.rotation_matrix)
        value = widget.field_value
        text = (
            ("☒" if value not in OFF_VALUES and value else "☐") if widget.field_type in TICKABLE else str(value or "")
        )
        if text.strip() and not _is_shown(text, box, spans):
            label = widget.field_label or widget.field_name or ""
            yield Annotation(kind="widget", text=text.strip(), bbox=box, label=label)


def _box(rect: Any, matrix: Any) -> BBox:
    shown = pymupdf.Rect(rect) * matrix
    return (shown.x0, shown.y0, shown.x1, shown.y1)


def _is_shown(text: str, box: BBox, spans: Sequence[Span]) -> bool:
    """True when every word of the text stands in spans whose middle lies inside the box."""
    shown = " ".join(
        span.text
        for span in spans
        if box[0] <= (span.bbox[0] + span.bbox[2]) / 2 <= box[2]
        and box[1] <= (span.bbox[1] + span.bbox[3]) / 2 <= box[3]
    )
    return bool(shown) and all(word in shown for word in text.split())
