"""Text that a page's content stream does not show: sticky notes, form values and free text without an appearance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pymupdf

from ingest_assets.model import Annotation, BBox, Span

PDF: Any = pymupdf  # its constants are made at import time, which type checkers cannot see
KINDS = {PDF.PDF_ANNOT_TEXT: "note", PDF.PDF_ANNOT_FREE_TEXT: "free_text"}
# Marks on the page that may carry a comment. Some programs repeat the marked text as the comment: then it is shown already.
COMMENTED = frozenset(
    {
        PDF.PDF_ANNOT_HIGHLIGHT,
        PDF.PDF_ANNOT_UNDERLINE,
        PDF.PDF_ANNOT_SQUIGGLY,
        PDF.PDF_ANNOT_STRIKE_OUT,
        PDF.PDF_ANNOT_CARET,
        PDF.PDF_ANNOT_SQUARE,
        PDF.PDF_ANNOT_CIRCLE,
        PDF.PDF_ANNOT_POLYGON,
        PDF.PDF_ANNOT_POLY_LINE,
        PDF.PDF_ANNOT_LINE,
        PDF.PDF_ANNOT_INK,
        PDF.PDF_ANNOT_STAMP,
    }
)
TICK, NO_TICK = "☒", "☐"
TICK_SIGNS = 2  # characters of the sign that a ticked box shows
OFF_VALUES = frozenset({"", "Off", "No", "False"})
TICKABLE = frozenset({PDF.PDF_WIDGET_TYPE_CHECKBOX, PDF.PDF_WIDGET_TYPE_RADIOBUTTON})


def read_annotations(page: Any, spans: Sequence[Span]) -> Iterator[Annotation]:
    """Annotations whose text is not among the spans at their place (appearance streams are read as page text)."""
    matrix = page.rotation_matrix
    if not page.first_annot and not page.first_widget:
        return
    for annotation in page.annots():
        commented = annotation.type[0] in COMMENTED
        kind = "note" if commented else KINDS.get(annotation.type[0])
        text = (annotation.info.get("content") or "").strip()
        box = _box(annotation.rect, matrix)
        if kind and text and not ((commented or kind == "free_text") and _is_shown(text, box, spans)):
            yield Annotation(kind=kind, text=text, bbox=box, author=annotation.info.get("title") or "")
    yield from _widgets(page, spans)


def _widgets(page: Any, spans: Sequence[Span]) -> Iterator[Annotation]:
    for widget in page.widgets():
        box = _box(widget.rect, page.rotation_matrix)
        value = widget.field_value
        text = (
            (TICK if value not in OFF_VALUES and value else NO_TICK)
            if widget.field_type in TICKABLE
            else str(value or "")
        )
        if text.strip() and not _is_shown(text, box, spans):
            label = widget.field_label or widget.field_name or ""
            yield Annotation(kind="widget", text=text.strip(), bbox=box, label=label)


def without_tick_signs(spans: tuple[Span, ...], annotations: Sequence[Annotation]) -> tuple[Span, ...]:
    """The spans with the signs inside ticked boxes hidden: the box is text of its own, its sign often reads as a digit."""
    boxes = [one.bbox for one in annotations if one.kind == "widget" and one.text in (TICK, NO_TICK)]
    if not boxes:
        return spans
    return tuple(replace(span, hidden="duplicate") if _is_sign(span, boxes) else span for span in spans)


def _is_sign(span: Span, boxes: Sequence[BBox]) -> bool:
    x, y = (span.bbox[0] + span.bbox[2]) / 2, (span.bbox[1] + span.bbox[3]) / 2
    short = span.hidden is None and len(span.text.strip()) <= TICK_SIGNS
    return short and any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in boxes)


def _box(rect: Any, matrix: Any) -> BBox:
    shown = pymupdf.Rect(rect) * matrix
    return (shown.x0, shown.y0, shown.x1, shown.y1)


def _is_shown(text: str, box: BBox, spans: Sequence[Span]) -> bool:
    """True when every word of the text stands among the words whose middle lies inside the box."""
    shown = " ".join(word for span in spans for word in _words_inside(span, box)).casefold()
    return bool(shown) and all(word in shown for word in text.casefold().split())


def _words_inside(span: Span, box: BBox) -> Iterator[str]:
    x0, y0, x1, y1 = box
    left, top, right, bottom = span.bbox
    if right < x0 or left > x1 or not y0 <= (top + bottom) / 2 <= y1:
        return
    words = span.text.split()
    if len(words) == len(span.words) and abs(span.direction[1]) < STRAIGHT:
        yield from (
            word for word, (start, end) in zip(words, span.words, strict=True) if x0 <= abs(start + end) / 2 <= x1
        )
    elif x0 <= (left + right) / 2 <= x1:
        yield span.text


STRAIGHT = 0.02  # sine: text that leans less counts as level
