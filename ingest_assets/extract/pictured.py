"""Pages without text that a program can draw: drawn one by one and read by OCR (DjVu and PostScript scans, pages of XPS, metafiles)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from ingest_assets.extract.containers import ContainerFault
from ingest_assets.extract.ocr.judge import without_text
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import ExtractedPage, Extraction, Finding, PageTriage
from ingest_assets.workers.allowance import allow

Read = Callable[[ReadRequest], Extraction]
"""OCR of one image file, its pages stamped."""


@runtime_checkable
class Drawing(Protocol):
    """What a parser offers when a program can draw its pages."""

    def picture(self, request: ReadRequest, page: int) -> tuple[Path, str]:
        """An image of the page inside of the scratch folder, and its format (png, tiff). Raises ContainerFault."""
        ...


def with_pictures(request: ReadRequest, parser: Drawing, part: Extraction, read: Read) -> Extraction:
    """``part`` with its silent pages read from their pictures. A page that stays silent is named by page_without_text."""
    silent = [page.page for page in part.pages if page.route == "none" and page.page_class == "scan"]
    if not silent:
        return part
    allow(request.settings.limits.cpu_seconds_per_ocr_page * len(silent))
    pages = {page.page: page for page in part.pages}
    findings = list(part.findings)
    for number, read_page, found in _read(request, parser, silent, read):
        findings.extend(replace(finding, page=number) for finding in found)
        if read_page is not None:
            content = read_page.content and replace(read_page.content, page=number)
            pages[number] = replace(read_page, page=number, content=content)
    return replace(part, pages=tuple(pages.values()), findings=tuple(dict.fromkeys(findings)))


def _read(
    request: ReadRequest, parser: Drawing, silent: Sequence[int], read: Read
) -> Iterator[tuple[int, ExtractedPage | None, tuple[Finding, ...]]]:
    for number in silent:
        try:
            path, kind = parser.picture(request, number)
        except ContainerFault as fault:
            yield number, None, (without_text(number, f"cannot be drawn: {fault.detail}"),)
            continue
        scan = PageTriage(page=1, page_class="scan", route="ocr", characters=0)
        sniffed = replace(request.sniffed, format=kind)
        found = read(replace(request, path=path, sniffed=sniffed, pages=(scan,), pdf=None))
        path.unlink(missing_ok=True)
        yield number, next(iter(found.pages), None), found.findings
