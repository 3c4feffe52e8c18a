"""Saved web pages: HTML in a MIME tree."""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from ingest_assets.extract.containers import missing_part, refused
from ingest_assets.extract.html.document import read_page
from ingest_assets.extract.labelled import labelled_text
from ingest_assets.extract.mail.headers import header
from ingest_assets.extract.mail.parts import content_of
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.stitched import Stitched
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Finding, Route


class MhtmlParser:
    """The page itself, then the pages of its frames; pictures and styles are no text."""

    name = "mhtml"
    revision = 3
    engines = ("selectolax", "trafilatura", "resiliparse")
    formats = frozenset({"mhtml"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("html_profile", "web")

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: missing_part when no part is HTML, and those of web pages."""
        message = message_from_bytes(request.data().lstrip(), policy=compat32)
        pages = [part for part in message.walk() if part.get_content_type() in ("text/html", "application/xhtml+xml")]
        if not pages:
            return refused(missing_part("no HTML part"))
        read = [self._page(page, request) for page in sorted(pages, key=lambda page: not _is_root(message, page))]
        stitched = Stitched()
        for page in read:
            stitched.add(page)
        merged = Extraction(
            blocks=tuple(stitched.blocks),
            tables=tuple(stitched.tables),
            removed=tuple(stitched.removed),
            metadata={**read[0].metadata, "address": header(message, "snapshot-content-location")},
            findings=_findings(read),
        )
        return on_page_one(merged, self.name)

    def _page(self, page: Message, request: ReadRequest) -> Extraction:
        text = labelled_text(content_of(page), page.get_content_charset(), markup=True)
        return read_page(text, request.settings.html_profile, request.settings.web)


def _is_root(message: Message, page: Message) -> bool:
    start = str(message.get_param("start") or "")
    address = header(message, "snapshot-content-location")
    return (
        header(page, "content-id") == start if start else bool(address) and header(page, "content-location") == address
    )


def _findings(read: list[Extraction]) -> tuple[Finding, ...]:
    """A wall is one only when no other page of the file holds text."""
    if any(page.blocks and not page.findings for page in read):
        return ()
    return read[0].findings


PARSER = MhtmlParser()
