"""XPS and OpenXPS: pages with placed words, read as those of a PDF."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from ingest_assets.extract.containers import ContainerFault, SafeZip, corrupt, encrypted, refused
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import ExtractedPage, Extraction, PageContent, Route
from ingest_assets.pdf.pages import PAGE_FAULTS, PageUnreadableError, PdfPages

FAULTS: tuple[type[Exception], ...] = (pymupdf.FileDataError, pymupdf.EmptyFileError, *PAGE_FAULTS)


class XpsParser:
    """MuPDF rewrites the document as a PDF; its pages go through the same layout as those of any other."""

    name = "xps"
    revision = 1
    engines = ("pymupdf",)
    formats = frozenset({"xps"})
    routes: frozenset[Route] = frozenset({"native"})
    settings = ("formats", "ocr", "ocr_languages", "web")

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: encrypted, broken_zip, bomb, corrupt."""
        try:
            self._check(request)
            with PdfPages(_rewritten(request)) as pdf:
                pages = tuple(_page(pdf, number) for number in range(1, pdf.count + 1))
        except ContainerFault as fault:
            return refused(fault)
        return Extraction(pages=pages)

    @staticmethod
    def _check(request: ReadRequest) -> None:
        """Every member within the limits, before a foreign engine unpacks it."""
        package = SafeZip(request.path, request.settings.limits)
        for name in package.names:
            if not name.endswith("/"):
                stream = package.open(name)
                while stream.read(1 << 20):
                    pass

    def picture(self, request: ReadRequest, page: int) -> tuple[Path, str]:
        """The page as it is printed. Raises encrypted (a page that only its reader's key opens) or corrupt."""
        target = request.scratch / "page.png"
        try:
            with pymupdf.open(request.path, filetype="xps") as document:
                document[page - 1].get_pixmap(dpi=request.settings.ocr.render_dpi).save(target)
        except FAULTS as fault:
            raise (encrypted if "encrypt" in str(fault).lower() else corrupt)(f"XPS page: {fault}") from fault
        return target, "png"


def _rewritten(request: ReadRequest) -> Path:
    target = request.scratch / "pages.pdf"
    try:
        with pymupdf.open(request.path, filetype="xps") as document:
            target.write_bytes(document.convert_to_pdf())
    except FAULTS as fault:
        raise corrupt(f"XPS: {fault}") from fault
    return target


def _page(pdf: PdfPages, number: int) -> ExtractedPage:
    """A page with drawings or images and no word is a scan, for OCR; one with nothing at all is blank."""
    try:
        content = pdf.content(number)
    except PageUnreadableError:
        content = PageContent(page=number, width=0, height=0)
    characters = content.characters
    shows = bool(content.images or content.path_count)
    return ExtractedPage(
        page=number,
        page_class="clean_digital" if characters else "scan" if shows else "blank",
        route="native" if characters else "none",
        parser="",
        parser_version="",
        characters=characters,
        content=content if characters else None,
    )


PARSER = XpsParser()
