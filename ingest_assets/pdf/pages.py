"""A PDF opened once; each of its pages is read once and shared by triage, extraction and OCR."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any

import pymupdf

from ingest_assets.model import BBox, PageContent, PageImage, Span
from ingest_assets.pdf.annotations import read_annotations, without_tick_signs
from ingest_assets.pdf.clipped import CLIPPED, cut_away, has_unread_text
from ingest_assets.pdf.drawings import displayed, read_fills, read_rules
from ingest_assets.pdf.duplicates import mark_duplicates
from ingest_assets.pdf.edges import runs_off, whole_at_edges, with_continued_letters
from ingest_assets.pdf.forms import left_out_forms
from ingest_assets.pdf.hidden import mark_hidden
from ingest_assets.pdf.layers import has_hidden_layers, switched_off
from ingest_assets.pdf.paint import PaintLog, paint_log
from ingest_assets.pdf.raster import Raster, View
from ingest_assets.pdf.spans import TEXT_FLAGS, mark_off_page, read_spans

pymupdf.TOOLS.mupdf_display_errors(False)  # noqa: FBT003 - PyMuPDF takes it by position only

PATH_LIMIT = 3000  # paths of a page beyond which no lines are collected (pdf-layout.md section 2)

# What PyMuPDF and the MuPDF binding raise for damaged pages: errors of the format, a number outside a lying tree.
PAGE_FAULTS: tuple[type[Exception], ...] = (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, IndexError)


class PageUnreadableError(Exception):
    """A page that the engine cannot read; the others may be fine. The message is the engine's own."""


class PdfPages:
    """An open PDF. Raises pymupdf.FileDataError when the file cannot be opened."""

    def __init__(self, path: Path) -> None:
        self.document: Any = pymupdf.open(path, filetype="pdf")
        self._pages: dict[int, Any] = {}  # the last one
        self._contents: dict[int, PageContent | str] = {}
        self._paint: dict[int, PaintLog] = {}
        self._views: dict[int, View] = {}
        self._forms: dict[int, int] = {}

    def __enter__(self) -> PdfPages:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.document.close()

    @property
    def needs_password(self) -> bool:
        """True until ``unlock`` succeeded; files with an empty user password open by themselves."""
        return bool(self.document.needs_pass)

    def unlock(self, password: str) -> bool:
        """Try a password."""
        return bool(self.document.authenticate(password))

    @property
    def count(self) -> int:
        """Number of pages; 0 when the page tree cannot be counted."""
        try:
            return int(self.document.page_count)
        except PAGE_FAULTS:
            return 0

    @property
    def is_repaired(self) -> bool:
        """True when the engine had to rebuild the cross-reference table."""
        return bool(self.document.is_repaired)

    @cached_property
    def hides_layers(self) -> bool:
        """True when a layer of the document is switched off."""
        return has_hidden_layers(self.document)

    def page(self, number: int) -> Any:
        """The PyMuPDF page with this number, from 1. Raises PageUnreadableError."""
        if number not in self._pages:
            try:
                self.forms_left_out(number)  # before anything draws the page
                self._pages = {number: self.document[number - 1]}
            except PAGE_FAULTS as fault:
                raise PageUnreadableError(f"page {number}: {fault}") from fault
        return self._pages[number]

    def forms_left_out(self, number: int) -> int:
        """Forms of the page that are not drawn, since they would draw too many others."""
        if number not in self._forms:
            try:
                self._forms[number] = left_out_forms(self.document, number)
            except PAGE_FAULTS:
                self._forms[number] = 0  # a damaged list of forms; the page may be read all the same
        return self._forms[number]

    def content(self, number: int) -> PageContent:
        """The page as it was read, cached; hidden spans are marked. Raises PageUnreadableError for a damaged page."""
        if number not in self._contents:
            self._contents[number] = self._read(number)
        found = self._contents[number]
        if isinstance(found, str):
            raise PageUnreadableError(found)
        return found

    def paint(self, number: int) -> PaintLog:
        """What the page paints, in paint order: text, invisible text, images, paths in the displayed frame. Only the last page's is kept:
        a chart has 5,000 paths, and hardly any page is asked for again.
        """
        if number not in self._paint:
            page = self.page(number)
            rect = page.rect
            self._paint = {number: paint_log(page, _turned(page), (rect.width, rect.height))}
        return self._paint[number]

    def view(self, number: int) -> View:
        """The page ready to be rendered, in parts or whole. Only the last one is kept: it takes 1.5 MB a page."""
        if number not in self._views:
            self._views = {number: View(self.page(number))}
        return self._views[number]

    def raster(self, number: int) -> Raster:
        """A small rendering of the whole page."""
        return self.view(number).raster

    def _read(self, number: int) -> PageContent | str:
        try:
            content = read_page(self, number)
        except PAGE_FAULTS as fault:
            return f"page {number}: {fault}"
        except PageUnreadableError as fault:
            return str(fault)
        return f"page {number}: {'; '.join(content.warnings[:3])}" if is_broken_off(content) else content


def is_broken_off(content: PageContent) -> bool:
    """True when the content stream ended in an error before it showed anything: the engine warns and goes on."""
    shows = content.spans or content.images or content.path_count or content.annotations
    return not shows and any("error" in line for line in content.warnings)


def read_page(pdf: PdfPages, number: int) -> PageContent:
    """All that one page shows, in the displayed frame; ``warnings`` are the engine's own."""
    pymupdf.TOOLS.reset_mupdf_warnings()
    page = pdf.page(number)
    matrix, rect = _turned(page), page.rect
    width, height = rect.width, rect.height
    spans = read_spans(page.get_textpage(flags=TEXT_FLAGS | CLIPPED), matrix)
    everything: tuple[Span, ...] = ()
    unread = has_unread_text(pdf.paint(number), spans, width, height)
    if unread or runs_off(spans, width, height):
        everything = read_spans(page.get_textpage(clip=pymupdf.INFINITE_RECT(), flags=TEXT_FLAGS), matrix)
        spans = whole_at_edges(spans, everything, width, height)
        spans = (*spans, *cut_away(everything, spans)) if unread else spans
    drawings = page.get_cdrawings() if pdf.paint(number).paths else []
    few = len(drawings) <= PATH_LIMIT
    fills = tuple(read_fills(drawings, matrix)) if few else ()
    spans = mark_hidden(
        with_continued_letters(mark_off_page(spans, width, height), everything),
        log=pdf.paint(number),
        fills=fills,
        masked=lambda: masked_images(page),
        view=lambda: pdf.view(number),
    )
    spans = mark_duplicates(spans)
    if pdf.hides_layers:
        spans = (*spans, *switched_off(pdf.document, number, spans))
    annotations = tuple(read_annotations(page, spans))
    return PageContent(
        page=number,
        width=width,
        height=height,
        rotation=page.rotation if matrix else 0,
        spans=without_tick_signs(spans, annotations),
        rules=tuple(read_rules(drawings, matrix)) if few else (),
        fills=fills,
        images=_images(pdf.paint(number), rect),
        annotations=annotations,
        path_count=len(drawings),
        forms_left_out=pdf.forms_left_out(number),
        warnings=tuple(line for line in pymupdf.TOOLS.mupdf_warnings().splitlines() if line),
    )


def _turned(page: Any) -> Any:
    """The matrix that turns what the engine reads into the displayed frame; None for an upright page."""
    return page.rotation_matrix if page.rotation else None


def _images(log: PaintLog, shown: Any) -> tuple[PageImage, ...]:
    found = []
    for image in log.images:
        rect = pymupdf.Rect(image.bbox) & shown
        if not rect.is_empty:
            found.append(PageImage(bbox=(rect.x0, rect.y0, rect.x1, rect.y1), order=image.order))
    return tuple(found)


def masked_images(page: Any) -> list[BBox]:
    """Boxes of the images with a soft mask: what lies below them shows through."""
    return [displayed(image["bbox"], page.rotation_matrix) for image in page.get_image_info() if image.get("has-mask")]
