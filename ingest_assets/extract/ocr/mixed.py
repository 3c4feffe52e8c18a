"""Mixed pages: native words stay, only the images are read, both together are the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest_assets.extract.ocr.content import spans_of
from ingest_assets.extract.ocr.engine import Word
from ingest_assets.model import BBox, PageContent, Span
from ingest_assets.pdf.paint import PaintLog, centre, inside


def native_part(content: PageContent, log: PaintLog) -> PageContent:
    """The page without the OCR layer that somebody laid over its images: the images are read anew."""
    return replace(content, spans=tuple(span for span in content.spans if not _is_layer(span, log)))


def _is_layer(span: Span, log: PaintLog) -> bool:
    middle = centre(span.bbox)
    if span.hidden is not None or not any(inside(middle, text.bbox) for text in log.invisible):
        return False
    return not any(inside(middle, text.bbox) for text in log.visible)


def merged(native: PageContent, words: Sequence[Word], dpi: float) -> PageContent:
    """The native page with the words of its images. Each span keeps its own route."""
    order = max((span.order for span in native.spans), default=0)
    return replace(native, spans=(*native.spans, *spans_of(words, dpi, first_order=order)))


def inside_images(words: Sequence[Word], images: Sequence[BBox], dpi: float) -> Iterator[Word]:
    """The words (px at ``dpi``) whose centre lies on an image."""
    for word in words:
        x, y = centre(word.bbox)
        if any(inside((x * 72 / dpi, y * 72 / dpi), box) for box in images):
            yield word
