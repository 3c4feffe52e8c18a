"""Mobipocket and Kindle books (mobi, prc, azw, azw3): MuPDF unpacks them, their markup is read as HTML."""

from __future__ import annotations

import struct

import pymupdf

from ingest_assets.extract.containers import ContainerFault, corrupt, encrypted, refused
from ingest_assets.extract.html.document import read_html
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.stitched import Stitched
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Json, Route
from ingest_assets.pdf.pages import PAGE_FAULTS

FAULTS: tuple[type[Exception], ...] = (pymupdf.FileDataError, pymupdf.EmptyFileError, *PAGE_FAULTS)
FIRST_RECORD = 78
"""Offset of the first entry of the record list (Palm database header)."""
PAGE = (0.0, 0.0, 600.0, 200_000.0)
"""Points: one tall page, so that no paragraph is cut at a page's end."""


class MobiParser:
    """The whole book on page 1."""

    name = "mobi"
    revision = 1
    engines = ("pymupdf", "selectolax")
    formats = frozenset({"mobi"})
    routes: frozenset[Route] = frozenset({"native"})

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: encrypted, corrupt."""
        try:
            _check_lock(request.data()[: 1 << 20])
            read = _book(request)
        except ContainerFault as fault:
            return refused(fault)
        return on_page_one(read, self.name)


def _check_lock(head: bytes) -> None:
    """Record 0 says at offset 12 how the text is locked; 0 is not at all."""
    try:
        (start,) = struct.unpack_from(">I", head, FIRST_RECORD)
        (lock,) = struct.unpack_from(">H", head, start + 12)
    except struct.error as error:
        raise corrupt("the book's first record is cut") from error
    if lock:
        raise encrypted(f"the book is locked (type {lock})")


def _book(request: ReadRequest) -> Extraction:
    stitched = Stitched()
    try:
        with pymupdf.open(request.path, filetype="mobi") as document:
            document.layout(rect=PAGE)
            for page in document:
                stitched.add(read_html(page.get_text("xhtml"), request.settings.web))
            about = document.metadata or {}
    except FAULTS as fault:
        raise corrupt(f"MOBI: {fault}") from fault
    metadata: dict[str, Json] = {key: about[key] for key in ("title", "author") if about.get(key)}
    return Extraction(blocks=tuple(stitched.blocks), tables=tuple(stitched.tables), metadata=metadata)


PARSER = MobiParser()
