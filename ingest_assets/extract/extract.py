"""Extraction: each page goes to the parser of its route; formats without pages go whole to the parser of their format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ingest_assets.extract.containers import ContainerFault, container_finding, refused
from ingest_assets.extract.pdf_document import document_faults, embedded_files, is_empty, rebuilt
from ingest_assets.extract.pictured import Drawing, with_pictures
from ingest_assets.extract.protocol import Parser, ReadRequest
from ingest_assets.extract.registry import installed, parser_for, parser_named, version_of
from ingest_assets.extract.unlocked import is_locked, unlocked
from ingest_assets.extract.unread_formats import REASONS
from ingest_assets.extract.vision.endpoint import endpoint
from ingest_assets.extract.vision.second_opinion import with_second_opinion
from ingest_assets.model import ExtractedPage, Extraction, Finding, PageTriage, RawFile, Route, Sniffed, Triage
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.problems import Problem, Severity
from ingest_assets.settings import Settings

# Later routes take what earlier ones declined: a repair that fails its check goes to OCR, weak OCR goes to the vision model.
ROUTES: tuple[Route, ...] = ("native", "native_repaired", "ocr")
FALLBACK: Route = "ocr"


def extract(  # noqa: PLR0913 - a document, what is known of it, and where to work
    raw: RawFile,
    path: Path,
    sniffed: Sniffed,
    triage: Triage,
    *,
    settings: Settings,
    scratch: Path,
    pdf: PdfPages | None = None,
    prepared: Path | None = None,
) -> Extraction:
    """Read one document. ``scratch`` is an empty folder that the caller removes; ``pdf`` shares the page reads of triage."""
    request = ReadRequest(
        raw=raw, path=path, sniffed=sniffed, settings=settings, scratch=scratch, pdf=pdf, prepared=prepared
    )
    if is_locked(request):
        return _unlocked(request)
    if not any(sniffed.format in parser.formats for parser in installed()):
        return Extraction(findings=(_unsupported(sniffed),))
    faults = tuple(document_faults(pdf)) if sniffed.format == "pdf" else ()
    if any(fault.severity is Severity.HOLD for fault in faults):
        return _by_other_engine(request, faults)
    extraction = _by_page(request, triage.pages) if triage.pages else _whole(request)
    children = (*extraction.children, *(embedded_files(pdf, settings) if pdf is not None else ()))
    if len(children) > raw.children_allowed:
        over = container_finding(
            Problem.MEMBER_LIMIT, f"{len(children)} members, {raw.children_allowed} left for this one"
        )
        return replace(extraction, children=(), findings=(*faults, *extraction.findings, over))
    return replace(extraction, children=children, findings=(*faults, *extraction.findings))


def _unlocked(request: ReadRequest) -> Extraction:
    """A locked office file, read by the parser of what is inside, or refused under the name of that parser."""
    try:
        return _whole(unlocked(request))
    except ContainerFault as fault:
        return _stamped(parser_for(request.sniffed.format, "native"), replace(refused(fault), pages=(_nothing_read(),)))


def _by_other_engine(request: ReadRequest, faults: tuple[Finding, ...]) -> Extraction:
    """A PDF in which MuPDF finds no pages: pdfplumber may; a locked file stays locked, an empty page tree empty."""
    other = parser_named("pdf_plumber")
    final = is_empty(request.pdf) or any(fault.code is Problem.ENCRYPTED for fault in faults)
    part = Extraction() if final else _stamped(other, other.read(request))
    if any(page.characters for page in part.pages):
        return replace(part, findings=(rebuilt(faults),))
    return _stamped(parser_for("pdf", "native"), Extraction(pages=(_nothing_read(),), findings=faults))


def _unsupported(sniffed: Sniffed) -> Finding:
    reason = REASONS.get(sniffed.format, "no parser reads it")
    return Finding(code=Problem.UNSUPPORTED_FORMAT, severity=Severity.HOLD, detail=f"{sniffed.format}: {reason}")


def _whole(request: ReadRequest) -> Extraction:
    parser = parser_for(request.sniffed.format, "native")
    if parser is None:
        return Extraction()
    part = parser.read(request)
    part = _stamped(parser, part if part.pages else replace(part, pages=(_nothing_read(),)))
    return with_pictures(request, parser, part, _ocr) if isinstance(parser, Drawing) else part


def _ocr(request: ReadRequest) -> Extraction:
    """OCR of an image file that was made here."""
    reader = parser_named("tesseract")
    return _stamped(reader, reader.read(request))


def _nothing_read() -> ExtractedPage:
    """A document that its parser refused still says which parser that was: an upgrade of it reads the document again."""
    return ExtractedPage(page=1, page_class="clean_digital", route="none", parser="", parser_version="", characters=0)


def _by_page(request: ReadRequest, pages: Sequence[PageTriage]) -> Extraction:
    parts: list[Extraction] = []
    read: dict[int, ExtractedPage] = {page.page: _unread(page) for page in pages if page.route == "none"}
    for route in ROUTES:
        wanted = tuple(page for page in pages if page.page not in read and route in (page.route, FALLBACK))
        parser = parser_for(request.sniffed.format, route)
        if wanted and parser is not None:
            part = _read_pages(request, parser, wanted, route)
            parts.append(part)
            read.update({page.page: page for page in part.pages})
    return _merged(parts, tuple(read.get(page.page, _unread(page)) for page in pages))


def _read_pages(request: ReadRequest, parser: Parser, wanted: tuple[PageTriage, ...], route: Route) -> Extraction:
    """One parser's pages; what OCR reads badly goes on to the vision model, where one is configured."""
    part = _stamped(parser, parser.read(replace(request, pages=wanted)))
    vision = parser_for(request.sniffed.format, "vision")
    if route != FALLBACK or vision is None or endpoint() is None:
        return part
    return with_second_opinion(request, wanted, part, lambda weak: _stamped(vision, vision.read(weak)))


def _unread(page: PageTriage) -> ExtractedPage:
    return ExtractedPage(
        page=page.page,
        page_class=page.page_class,
        route="none",
        parser="",
        parser_version="",
        characters=0,
        signals=page.signals,
    )


def _stamped(parser: Parser | None, part: Extraction) -> Extraction:
    if parser is None:
        return part
    version = version_of(parser.name)
    return replace(
        part,
        pages=tuple(replace(page, parser=page.parser or parser.name, parser_version=version) for page in part.pages),
    )


def _merged(parts: Sequence[Extraction], pages: tuple[ExtractedPage, ...]) -> Extraction:
    metadata: dict[str, object] = {}
    for part in parts:
        metadata.update(part.metadata)
    return Extraction(
        pages=pages,
        blocks=tuple(block for part in parts for block in part.blocks),
        tables=tuple(table for part in parts for table in part.tables),
        removed=tuple(removed for part in parts for removed in part.removed),
        children=tuple(child for part in parts for child in part.children),
        metadata=metadata,
        findings=tuple(finding for part in parts for finding in part.findings),
    )
