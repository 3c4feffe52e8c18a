"""A PDF opened once; each of its pages is read once and shared by triage, extraction and OCR."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import pymupdf

from ingest_assets.model import BBox, Fill, PageContent, PageImage, Rule, Span
from ingest_assets.pdf.hidden import mark_hidden, unpainted
from ingest_assets.pdf.paint import PaintLog, paint_log
from ingest_assets.pdf.raster import Raster, render

pymupdf.TOOLS.mupdf_display_errors(False)  # noqa: FBT003 - PyMuPDF takes it by position only

# Without TEXT_CID_FOR_UNKNOWN_UNICODE an unmapped glyph reads as U+FFFD instead of printable nonsense (triage-ocr.md section 2).
TEXT_FLAGS = pymupdf.TEXTFLAGS_TEXT & ~pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE & ~pymupdf.TEXT_PRESERVE_LIGATURES
THIN_RECTANGLE = 2.5  # pt: a filled rectangle thinner than this is a ruling line (pdf-layout.md section 6)
PATH_LIMIT = 3000  # paths of a page beyond which no lines are collected (pdf-layout.md section 2)


class PdfPages:
    """An open PDF. Raises pymupdf.FileDataError when the file cannot be opened."""

    def __init__(self, path: Path) -> None:
        self.document: Any = pymupdf.open(path, filetype="pdf")
        self._contents: dict[int, PageContent] = {}
        self._paint: dict[int, PaintLog] = {}
        self._rasters: dict[int, Raster] = {}

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
        """Number of pages; damaged files may report 0."""
        return int(self.document.page_count)

    def page(self, number: int) -> Any:
        """The PyMuPDF page with this number, from 1."""
        return self.document[number - 1]

    def content(self, number: int) -> PageContent:
        """The page as it was read, cached. Hidden spans are marked."""
        if number not in self._contents:
            self._contents[number] = read_page(self, number)
        return self._contents[number]

    def paint(self, number: int) -> PaintLog:
        """What the page paints, in paint order, cached: text, invisible text, images, paths in the displayed frame."""
        if number not in self._paint:
            self._paint[number] = paint_log(self.page(number))
        return self._paint[number]

    def raster(self, number: int) -> Raster:
        """A small rendering of the page (72 dpi). Only the last one is kept: it takes 1.5 MB a page."""
        if number not in self._rasters:
            self._rasters = {number: render(self.page(number))}
        return self._rasters[number]


def read_page(pdf: PdfPages, number: int) -> PageContent:
    """Spans, ruling lines, fills and images of one page, in the displayed frame."""
    page, log = pdf.page(number), pdf.paint(number)
    drawings = page.get_cdrawings()
    few = len(drawings) <= PATH_LIMIT
    fills = tuple(_fills(drawings)) if few else ()
    return PageContent(
        page=number,
        width=page.rect.width,
        height=page.rect.height,
        rotation=page.rotation,
        spans=mark_hidden(
            tuple(_spans(page)),
            log=log,
            fills=fills,
            masked=lambda: masked_images(page),
            raster=lambda: pdf.raster(number),
        ),
        rules=tuple(_rules(drawings)) if few else (),
        fills=fills,
        images=tuple(_images(page, log)),
        path_count=len(drawings),
    )


def _spans(page: Any) -> Iterator[Span]:
    matrix = page.rotation_matrix
    order = 0
    for block in page.get_text("dict", flags=TEXT_FLAGS)["blocks"]:
        for line in block.get("lines", ()):
            direction = tuple(pymupdf.Point(line["dir"]) * pymupdf.Matrix(matrix.a, matrix.b, matrix.c, matrix.d, 0, 0))
            for span in line["spans"]:
                order += 1
                yield Span(
                    text=span["text"],
                    bbox=_displayed(span["bbox"], matrix),
                    origin=tuple(pymupdf.Point(span["origin"]) * matrix),
                    size=span["size"],
                    font=span["font"],
                    bold=bool(span["flags"] & pymupdf.TEXT_FONT_BOLD),
                    italic=bool(span["flags"] & pymupdf.TEXT_FONT_ITALIC),
                    color=span["color"],
                    direction=direction,
                    order=order,
                    hidden=unpainted(span),
                )


def _displayed(box: Any, matrix: Any) -> BBox:
    rect = pymupdf.Rect(box) * matrix
    return (rect.x0, rect.y0, rect.x1, rect.y1)


def _rules(drawings: list[dict[str, Any]]) -> Iterator[Rule]:
    for path in drawings:
        for item in path["items"]:
            if item[0] == "l":
                (x0, y0), (x1, y1) = item[1], item[2]
                if abs(x0 - x1) < 1 or abs(y0 - y1) < 1:
                    yield Rule(
                        x0=min(x0, x1), y0=min(y0, y1), x1=max(x0, x1), y1=max(y0, y1), width=path.get("width") or 0.0
                    )
            elif item[0] == "re":
                yield from _rectangle_rules(item[1], stroked="color" in path)


def _rectangle_rules(box: BBox, *, stroked: bool) -> Iterator[Rule]:
    x0, y0, x1, y1 = box
    if y1 - y0 < THIN_RECTANGLE:
        yield Rule(x0=x0, y0=(y0 + y1) / 2, x1=x1, y1=(y0 + y1) / 2, width=y1 - y0)
    elif x1 - x0 < THIN_RECTANGLE:
        yield Rule(x0=(x0 + x1) / 2, y0=y0, x1=(x0 + x1) / 2, y1=y1, width=x1 - x0)
    elif stroked:
        for a, b, c, d in ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)):
            yield Rule(x0=a, y0=b, x1=c, y1=d)


def _fills(drawings: list[dict[str, Any]]) -> Iterator[Fill]:
    for path in drawings:
        fill = path.get("fill")
        x0, y0, x1, y1 = path["rect"]
        if fill and x1 - x0 >= THIN_RECTANGLE and y1 - y0 >= THIN_RECTANGLE:
            red, green, blue = (round(255 * value) for value in (fill * 3)[:3])
            yield Fill(
                bbox=(x0, y0, x1, y1),
                color=red << 16 | green << 8 | blue,
                opacity=path.get("fill_opacity") or 1.0,
                order=path.get("seqno", 0),
            )


def _images(page: Any, log: PaintLog) -> Iterator[PageImage]:
    for image in log.images:
        rect = pymupdf.Rect(image.bbox) & page.rect
        if not rect.is_empty:
            yield PageImage(bbox=(rect.x0, rect.y0, rect.x1, rect.y1), order=image.order)


def masked_images(page: Any) -> list[BBox]:
    """Boxes of the images with a soft mask: what lies below them shows through."""
    return [_displayed(image["bbox"], page.rotation_matrix) for image in page.get_image_info() if image.get("has-mask")]
