"""Native words of a PDF: the text layer as it stands, with coordinates, for pages whose layer triage believes."""

from __future__ import annotations

from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import ExtractedPage, Extraction, Finding, Json, PageContent, PageTriage, Route
from ingest_assets.pdf.pages import PageUnreadableError, PdfPages
from ingest_assets.problems import Problem, Severity

OUTLINE_ENTRIES = 2000  # bookmarks kept; the largest honest outline of the development files has 1,100
INFO_KEYS = ("title", "author", "subject", "keywords", "creator", "producer", "creationDate", "modDate")


class PdfWords:
    """Reads the pages of route native from the shared page reads."""

    name = "pdf_words"
    revision = 4
    engines: tuple[str, ...] = ("pymupdf",)
    formats = frozenset({"pdf"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ()

    def read(self, request: ReadRequest) -> Extraction:
        """Content of each asked page. A page that cannot be read gives page_error for that page and has no content."""
        if request.pdf is None:
            return Extraction()
        pages: list[ExtractedPage] = []
        findings: list[Finding] = []
        for triaged in request.pages:
            try:
                content = request.pdf.content(triaged.page)
            except PageUnreadableError as fault:
                findings.append(_page_error(triaged.page, str(fault)))
                pages.append(_page(triaged, None))
                continue
            pages.append(_page(triaged, content))
        return Extraction(pages=tuple(pages), metadata=document_metadata(request.pdf), findings=tuple(findings))


def _page(triaged: PageTriage, content: PageContent | None) -> ExtractedPage:
    return ExtractedPage(
        page=triaged.page,
        page_class=triaged.page_class,
        route="native" if content else "none",
        parser="",
        parser_version="",
        characters=content.characters if content else 0,
        signals=triaged.signals,
        content=content,
    )


def _page_error(page: int, detail: str) -> Finding:
    return Finding(code=Problem.PAGE_ERROR, severity=Severity.NOTE, page=page, detail=detail)


def document_metadata(pdf: PdfPages) -> dict[str, Json]:
    """Title, author and dates as the file gives them, its outline as [level, title, page], and whether it was rebuilt."""
    info = pdf.document.metadata or {}
    found: dict[str, Json] = {_plain(key): info[key].strip() for key in INFO_KEYS if (info.get(key) or "").strip()}
    outline = [[level, title, page] for level, title, page, *_ in pdf.document.get_toc()[:OUTLINE_ENTRIES]]
    if outline:
        found["outline"] = outline
    if pdf.is_repaired:
        found["pdf_repaired"] = True
    return found


def _plain(key: str) -> str:
    return {"creationDate": "created", "modDate": "modified"}.get(key, key)


PARSER = PdfWords()
