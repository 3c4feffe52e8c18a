"""Mails (RFC 5322 and MIME)."""

from __future__ import annotations

from ingest_assets.extract.mail.message import read_message
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Route


class MailParser:
    """One alternative, attachments as children, quoted replies as quotes."""

    name = "mail"
    revision = 3
    engines = ("selectolax",)
    formats = frozenset({"eml"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("web",)

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: too_large (nested too deep), member_limit."""
        return on_page_one(read_message(request.data(), request.settings), self.name)


PARSER = MailParser()
