"""Triage: which page is clean digital text, broken text, a scan, mixed or blank, and so which route reads it."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.model import PageTriage, Sniffed, Triage
from ingest_assets.pdf.pages import PageUnreadableError, PdfPages
from ingest_assets.settings import Settings
from ingest_assets.triage.page import triage_page

IMAGES = frozenset({"png", "jpg", "tiff", "webp", "gif", "bmp", "heic", "jp2", "avif", "psd"})


def triage(path: Path, sniffed: Sniffed, settings: Settings, pdf: PdfPages | None) -> Triage:
    """One verdict a page for PDF and images; no pages for formats without. ``pdf`` is the open PDF, read once for all stages."""
    if sniffed.format in IMAGES:
        from ingest_assets.triage.images import triage_image

        return triage_image(path, sniffed, settings)
    if pdf is None or pdf.needs_password:
        return Triage()
    pages = tuple(_page(pdf, number, settings) for number in range(1, pdf.count + 1))
    return Triage(pages=pages, findings=tuple(finding for page in pages for finding in page.findings))


def _page(pdf: PdfPages, number: int, settings: Settings) -> PageTriage:
    try:
        return triage_page(pdf, number, settings.triage)
    except PageUnreadableError as fault:
        # The native parser meets the same fault and names it: page_error has one place where it is raised.
        signals: dict[str, object] = {"unreadable": str(fault)}
        return PageTriage(page=number, page_class="broken_text", route="native", characters=0, signals=signals)
