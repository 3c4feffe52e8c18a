"""Which pages of an OCR reading go to the vision model, and what becomes of the reading when it takes them over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import ExtractedPage, Extraction, Finding, PageTriage
from ingest_assets.problems import Problem

WEAK = frozenset({Problem.OCR_LOW_CONFIDENCE, Problem.OCR_MISSED_INK, Problem.OCR_UNCERTAIN, Problem.PAGE_WITHOUT_TEXT})


def weak_pages(ocr: Extraction) -> frozenset[int]:
    """The pages that OCR read too badly to be believed, or only on a second proof."""
    return frozenset(finding.page for finding in ocr.findings if finding.page is not None and finding.code in WEAK)


def with_second_opinion(
    request: ReadRequest, pages: Sequence[PageTriage], ocr: Extraction, read: Callable[[ReadRequest], Extraction]
) -> Extraction:
    """The OCR reading with its weak pages, and those that a person sent to the model, replaced by what ``read`` (the vision parser) returned.

    Every page is read by OCR first, also when its route was forced: the model's numbers are held against that reading. Of a replaced page the
    OCR findings go into its signals: the text that they speak of is gone.
    """
    weak = weak_pages(ocr)
    wanted = tuple(page for page in pages if page.page in weak or page.route == "vision")
    if not wanted:
        return ocr
    vision = read(replace(request, pages=wanted, prior=ocr.pages))
    taken = {page.page: _with_history(page, ocr.findings) for page in vision.pages}
    return replace(
        ocr,
        pages=tuple(taken.get(page.page, page) for page in ocr.pages),
        blocks=(*ocr.blocks, *vision.blocks),
        tables=(*ocr.tables, *vision.tables),
        findings=(*(one for one in ocr.findings if not _is_spent(one, taken)), *vision.findings),
    )


def _with_history(page: ExtractedPage, findings: Sequence[Finding]) -> ExtractedPage:
    told = [f"{one.code}: {one.detail}" for one in findings if one.page == page.page and one.code in WEAK]
    return replace(page, signals={**page.signals, "ocr_findings": told})


def _is_spent(finding: Finding, taken: dict[int, ExtractedPage]) -> bool:
    return finding.page in taken and finding.code in WEAK | {Problem.OCR_PARTIAL}
