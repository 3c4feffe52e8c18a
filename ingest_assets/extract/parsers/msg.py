"""Outlook messages."""

from __future__ import annotations

import olefile

from ingest_assets.extract.containers import corrupt, refused
from ingest_assets.extract.mail.mapi_document import mapi_document
from ingest_assets.extract.mail.outlook import Outlook
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Route

OLE_ERRORS = (OSError, ValueError, IndexError, TypeError, AttributeError, KeyError)
"""What olefile raises on damaged files, by its own tests."""


class MsgParser:
    """The body once, attachments and inner messages as children."""

    name = "msg"
    revision = 3
    engines = ("olefile", "selectolax")
    formats = frozenset({"msg"})
    routes: frozenset[Route] = frozenset({"native"})

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: corrupt, member_limit."""
        try:
            with olefile.OleFileIO(str(request.path)) as ole:
                outlook = Outlook(ole)
                attachments = outlook.attachments(request.settings)
                read = mapi_document(outlook.message(), attachments, request.settings)
        except OLE_ERRORS as error:
            return refused(corrupt(f"{type(error).__name__}: {error}"))
        return on_page_one(read, self.name)


PARSER = MsgParser()
