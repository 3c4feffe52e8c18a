"""One page: what it shows, what its text layer says, and so its class and route (triage-ocr.md section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest_assets.model import Finding, Json, PageClass, PageContent, PageTriage, Route, Span
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.pdf.paint import PaintLog, centre, inside
from ingest_assets.pdf.repair.mapping import NOTHING
from ingest_assets.problems import Problem, Severity
from ingest_assets.thresholds.triage import TriageLimits
from ingest_assets.triage.fonts import judge_fonts
from ingest_assets.triage.ink import Ink, ink_of, is_text_like
from ingest_assets.triage.layer import Layer, faults, is_good_ocr_layer, measure
from ingest_assets.triage.mend import Judged, Mending, mend
from ingest_assets.triage.spaced import judged_parts, judged_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one page shows. ``visible`` are the spans that a reader sees, ``layer`` those of an OCR layer over a page image."""

    content: PageContent
    log: PaintLog
    visible: tuple[Span, ...]
    layer: tuple[Span, ...]
    covered: bool
    characters: int


def triage_page(pdf: PdfPages, number: int, limits: TriageLimits) -> PageTriage:
    """Class, route and signals of one page. Raises PageUnreadableError when the page cannot be read."""
    seen = look(pdf.content(number), pdf.paint(number), limits)
    ink = _ink(pdf, number, seen, limits)
    if not seen.characters:
        return _without_text(pdf, number, seen, ink, limits)
    if ink and _is_under_footer(seen, limits) and is_text_like(ink, limits):
        return _verdict(seen, ink, "scan", "ocr", {})
    return _with_text(pdf, number, seen, ink, limits)


def _is_under_footer(seen: Seen, limits: TriageLimits) -> bool:
    return seen.log.image_cover > limits.page_cover and seen.characters < limits.footer_characters


def look(content: PageContent, log: PaintLog, limits: TriageLimits) -> Seen:
    """Sort the spans of a page: seen, OCR layer, hidden. White space alone is no text."""
    plain = [span for span in content.spans if span.hidden is None and span.text.strip()]
    layer = tuple(span for span in plain if _is_layer(span, log, limits))
    over_image = {id(span) for span in layer}
    visible = tuple(span for span in plain if id(span) not in over_image)
    return Seen(
        content=content,
        log=log,
        visible=visible,
        layer=layer,
        covered=log.image_cover > limits.page_cover and any(span.hidden == "covered" for span in content.spans),
        characters=sum(len(span.text) - span.text.count(" ") for span in visible),
    )


def _is_layer(span: Span, log: PaintLog, limits: TriageLimits) -> bool:
    if not log.invisible or log.image_cover <= limits.page_cover:
        return False
    middle = centre(span.bbox)
    if not any(inside(middle, text.bbox) for text in log.invisible):
        return False
    return not any(inside(middle, text.bbox) for text in log.visible)


def _ink(pdf: PdfPages, number: int, seen: Seen, limits: TriageLimits) -> Ink | None:
    """Ink outside the words where images show something or there is little text; None where nobody needs to look."""
    if seen.log.image_cover <= limits.image_cover and seen.characters >= limits.few_characters:
        return None
    areas = [image.bbox for image in seen.content.images] if seen.log.image_cover > limits.image_cover else []
    return ink_of(pdf.raster(number), [span.bbox for span in seen.visible], areas, limits)


def _without_text(pdf: PdfPages, number: int, seen: Seen, ink: Ink | None, limits: TriageLimits) -> PageTriage:
    """No visible word: blank, or a scan; an old OCR layer stays only when it reads as language."""
    if ink is None or ink.share < limits.blank_ink:
        return _verdict(seen, ink, "blank", "none", {})
    if not is_text_like(ink, limits) and ink.parts < limits.lone_parts:
        return _verdict(seen, ink, "blank", "none", {})
    if not seen.layer:
        return _verdict(seen, ink, "scan", "ocr", {})
    text = judged_text(seen.layer)
    layer = measure(text, limits)
    keeps = is_good_ocr_layer(text, layer, limits)
    return _verdict(
        seen, ink, "scan", "native" if keeps else "ocr", {"ocr_layer": "kept" if keeps else "replaced"}, layer
    )


def _with_text(pdf: PdfPages, number: int, seen: Seen, ink: Ink | None, limits: TriageLimits) -> PageTriage:
    parts = judged_parts(seen.visible)
    layer = measure(parts, limits)
    fonts = judge_fonts(seen.visible, limits, page_hit=layer.hit.share)
    broken = (*faults(layer, limits), *(f"font:{font['name']}" for font in fonts if font["broken"]))
    mending = mend(pdf, number, Judged(seen.visible, parts.text, layer), limits, broken=bool(broken))
    signals: dict[str, Json] = {"fonts": fonts, "faults": list(broken)}
    has_picture_text = _has_picture_text(seen, ink, limits)
    if broken or mending:
        signals["faults"] = list(broken) or ["second_look"]
        signals.update(_mending_signals(mending))
        repaired: Route = "native_repaired" if mending and not has_picture_text else "ocr"
        return _verdict(seen, ink, "broken_text", repaired, signals, layer)
    if has_picture_text:
        return _verdict(seen, ink, "mixed", "ocr", signals, layer)
    if layer.words < limits.least_words and has_nameless_font(pdf, number):
        signals.update({"faults": ["nameless_font"], "repair": NOTHING, "repair_lossless": False})
        return _verdict(seen, ink, "broken_text", "native_repaired", signals, layer)
    return _verdict(seen, ink, "clean_digital", "native", signals, layer)


def has_nameless_font(pdf: PdfPages, number: int) -> bool:
    """True when a Type 3 font of the page has no ToUnicode map: its codes may be anything, and too few words tell.

    Such a page is compared with its picture by the parser (triage-ocr.md section 2, abstain).
    """
    document = pdf.document
    fonts = document.get_page_fonts(number - 1, full=True)
    return any(kind == "Type3" and document.xref_get_key(xref, "ToUnicode")[0] == "null" for xref, _, kind, *_ in fonts)


def _has_picture_text(seen: Seen, ink: Ink | None, limits: TriageLimits) -> bool:
    if ink is None or seen.log.image_cover <= limits.image_cover:
        return False
    return ink.share > limits.mixed_ink and ink.in_rows >= limits.picture_parts and is_text_like(ink, limits)


def _mending_signals(mending: Mending | None) -> dict[str, Json]:
    if mending is None:
        return {}
    return {
        "repair": mending.mapping,
        "repair_lossless": mending.lossless,
        "repair_hit_before": mending.before,
        "repair_hit_after": mending.after,
    }


def _verdict(
    seen: Seen, ink: Ink | None, page_class: PageClass, route: Route, more: dict[str, Json], layer: Layer | None = None
) -> PageTriage:
    number = seen.content.page
    signals = {**_shown(seen, ink), **(_read(layer) if layer else {}), **more}
    return PageTriage(
        page=number,
        page_class=page_class,
        route=route,
        characters=seen.characters,
        signals=signals,
        findings=_hidden_finding(seen, number),
    )


def _shown(seen: Seen, ink: Ink | None) -> dict[str, Json]:
    return {
        "characters": seen.characters,
        "invisible_characters": sum(len(span.text.strip()) for span in seen.layer),
        "hidden_characters": sum(len(span.text.strip()) for span in _hidden(seen)),
        "covered": seen.covered,
        "image_cover": round(seen.log.image_cover, 3),
        "images": len(seen.log.images),
        "paths": len(seen.log.paths),
        "ink": round(ink.share, 4) if ink else None,
        "ink_parts": ink.parts if ink else None,
        "ink_in_rows": ink.in_rows if ink else None,
    }


def _read(layer: Layer) -> dict[str, Json]:
    share = layer.hit.share
    return {
        "dictionary_hit": None if share is None else round(share, 3),
        "dictionary_words": layer.words,
        "language": layer.hit.language,
        "unmapped_share": round(layer.garbage, 4),
        "mixed_script_share": round(layer.mixed, 4),
        "unexpected_letter_share": round(layer.unexpected, 4),
        "repeated_unexpected_letter": layer.odd_letter,
        "mean_token_length": round(layer.mean_length, 2),
        "single_letter_share": round(layer.single, 3),
        "letter_share": round(layer.alphanumeric, 3),
        "digit_share": round(layer.digits, 3),
    }


def _hidden(seen: Seen) -> Sequence[Span]:
    return [span for span in seen.content.spans if span.hidden and span.hidden != "duplicate" and span.text.strip()]


def _hidden_finding(seen: Seen, number: int) -> tuple[Finding, ...]:
    hidden = _hidden(seen)
    if not hidden:
        return ()
    reasons = sorted({span.hidden or "" for span in hidden})
    detail = f"{sum(len(span.text) for span in hidden)} characters: {', '.join(reasons)}"
    return (Finding(code=Problem.HIDDEN_TEXT, severity=Severity.NOTE, page=number, detail=detail),)
