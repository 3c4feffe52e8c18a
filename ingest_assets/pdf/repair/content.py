"""A page's content with its repair applied: what triage proved and extraction hands on."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.lexicon import is_listed
from ingest_assets.model import PageContent, Span
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.pdf.repair.apply import repaired
from ingest_assets.pdf.repair.glyphs import NAMES, read_mapped
from ingest_assets.pdf.repair.mapping import GLYPH, NOTHING, SPACES, mend_of

EVERYWHERE = (GLYPH, SPACES, NOTHING)  # repairs that act on what they name only, so every span may be asked


def mended_content(pdf: PdfPages, number: int, name: str) -> PageContent | None:
    """The page with the repair ``name``; positions, order and hidden text stay. None when the file cannot be read again."""
    if name in NAMES:
        return read_mapped(pdf, number, name)
    content = pdf.content(number)
    return replace(content, spans=mended_spans(content.spans, name))


def mended_spans(spans: tuple[Span, ...], name: str) -> tuple[Span, ...]:
    """Spans with mended texts; ``words`` is divided anew where blanks were put in."""
    seen = [index for index, span in enumerate(spans) if span.hidden is None and span.text.strip()]
    texts = mended_texts([spans[index] for index in seen], name)
    found = list(spans)
    for index, text in zip(seen, texts, strict=True):
        if text != spans[index].text:
            found[index] = _with_text(spans[index], text)
    return tuple(found)


def mended_texts(spans: list[Span], name: str) -> list[str]:
    """The texts of visible spans after the repair, one for one."""
    mend = mend_of(name)
    if name.startswith(EVERYWHERE):
        return [mend(span.text) or span.text for span in spans]
    return repaired([span.text for span in spans], [span.font for span in spans], mend, is_listed)


def _with_text(span: Span, text: str) -> Span:
    words = text.split()
    if len(words) == len(span.text.split()):
        return replace(span, text=text)
    return replace(span, text=text, words=_extents(span, text))


def _extents(span: Span, text: str) -> tuple[tuple[float, float], ...]:
    """Extent of each word along the writing direction, each character taken as equally wide."""
    along = 0 if abs(span.direction[0]) >= abs(span.direction[1]) else 1
    forward = span.direction[along] >= 0
    start, end = (span.bbox[along], span.bbox[along + 2]) if forward else (span.bbox[along + 2], span.bbox[along])
    step = (end - start) / len(text)
    found, position = [], 0
    for word in text.split():
        position = text.index(word, position)
        found.append((start + step * position, start + step * (position + len(word))))
        position += len(word)
    return tuple(found) if len(found) > 1 else ()
