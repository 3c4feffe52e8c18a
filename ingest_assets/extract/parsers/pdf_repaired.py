"""Repaired native words of a PDF: the layer's wrong code points are mapped back, positions and order stay.

What triage proved by words alone is checked against the picture here, unless the repair cannot lose anything; a page that
fails the check is declined, and so goes to OCR.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

import numpy as np
import pymupdf

from ingest_assets.extract.ocr.engine import MissingProgramError
from ingest_assets.extract.ocr.spot_check import agreement
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.images.decode import Raster
from ingest_assets.model import BBox, ExtractedPage, Extraction, PageContent, PageTriage, Route, Span
from ingest_assets.pdf.pages import PageUnreadableError, PdfPages
from ingest_assets.pdf.repair.content import mended_content
from ingest_assets.pdf.repair.mapping import NOTHING

DPI = 200  # render of the lines that are checked (triage-ocr.md section 6)
LINES = 2  # lines that are checked (triage-ocr.md section 5), and one more with digits where there is one
MARGIN = 2.0  # pt around a line
UPRIGHT = 0.999  # cosine of the writing direction


class PdfRepaired:
    """Reads the pages of route native_repaired; ``signals['repair']`` names the repair that triage found."""

    name = "pdf_repaired"
    revision = 1
    engines: tuple[str, ...] = ("pymupdf",)
    formats = frozenset({"pdf"})
    routes: frozenset[Route] = frozenset({"native_repaired"})
    settings: tuple[str, ...] = ("ocr_languages", "triage")

    def read(self, request: ReadRequest) -> Extraction:
        """The pages whose repair holds; declined pages are left out."""
        if request.pdf is None:
            return Extraction()
        return Extraction(pages=tuple(_pages(request, request.pdf)))


def _pages(request: ReadRequest, pdf: PdfPages) -> Iterator[ExtractedPage]:
    for triaged in request.pages:
        if triaged.route != "native_repaired":
            continue
        try:
            content = mended_content(pdf, triaged.page, str(triaged.signals["repair"]))
        except PageUnreadableError:
            continue
        share = _agreement(request, pdf, triaged, content) if content else None
        limits = request.settings.triage
        least = limits.short_agreement if is_doubted_only(triaged) else limits.agreement
        if content is not None and share is not None and share >= least:
            yield _page(triaged, content, share)


def is_doubted_only(triaged: PageTriage) -> bool:
    """True for a short page that has no known fault, but a font whose codes may be anything: it is compared as it stands."""
    return triaged.signals.get("repair") == NOTHING


def _agreement(request: ReadRequest, pdf: PdfPages, triaged: PageTriage, content: PageContent) -> float | None:
    """Agreement of a few lines with OCR of their picture; 1 for repairs that cannot lose anything, None without a line to check."""
    if triaged.signals.get("repair_lossless"):
        return 1.0
    before = set() if is_doubted_only(triaged) else {span.text for span in pdf.content(triaged.page).spans}
    lines = lines_to_check(content.spans, before)
    if not lines:
        return None
    try:
        shares = [
            agreement(picture(pdf, content.page, line.bbox), line.text, request.settings.ocr_languages, dpi=DPI)
            for line in lines
        ]
    except MissingProgramError:
        return None
    return min(shares) if len(shares) < LINES else float(np.mean(shares))


def lines_to_check(spans: Sequence[Span], before: Set[str]) -> list[Span]:
    """The longest upright lines that the repair changed, one of each half of them, and the one with most digits."""
    seen = (span for span in spans if span.hidden is None and span.text.strip() and span.text not in before)
    upright = [span for span in seen if span.direction[0] > UPRIGHT]
    if not upright:
        return []
    half = (len(upright) + 1) // LINES
    found = [max(part, key=lambda span: len(span.text)) for part in (upright[:half], upright[half:]) if part]
    digits = max(upright, key=lambda span: sum(char.isdigit() for char in span.text))
    if any(char.isdigit() for char in digits.text) and digits not in found:
        found.append(digits)
    return found


def picture(pdf: PdfPages, number: int, box: BBox) -> Raster:
    """Grey raster of a box of the page, at the resolution that OCR reads."""
    clip = pymupdf.Rect(box[0] - MARGIN, box[1] - MARGIN, box[2] + MARGIN, box[3] + MARGIN)
    pixmap = pdf.page(number).get_pixmap(clip=clip, dpi=DPI, colorspace=pymupdf.csGRAY, alpha=False)
    grey = np.frombuffer(pixmap.samples, dtype=np.uint8).reshape(pixmap.height, pixmap.stride)
    return np.ascontiguousarray(grey[:, : pixmap.width])


def _page(triaged: PageTriage, content: PageContent, share: float) -> ExtractedPage:
    return ExtractedPage(
        page=triaged.page,
        page_class="clean_digital" if is_doubted_only(triaged) else triaged.page_class,
        route="native" if is_doubted_only(triaged) else "native_repaired",
        parser="",
        parser_version="",
        characters=content.characters,
        signals={**triaged.signals, "repair_agreement": round(share, 3)},
        content=content,
    )


PARSER = PdfRepaired()
