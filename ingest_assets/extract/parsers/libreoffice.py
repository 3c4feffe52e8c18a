"""Office formats that only LibreOffice reads (doc, ppt, pub, vsd, wps, wpd …): converted to OpenDocument, then read by the own walk."""

from __future__ import annotations

from dataclasses import replace

import olefile

from ingest_assets.extract.child_program import MissingProgramError, missing
from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.office_program import converted, office_version
from ingest_assets.extract.ole_streams import check_lock, text_stream_bytes
from ingest_assets.extract.opendocument.package import open_document
from ingest_assets.extract.opendocument.slides import read_slides
from ingest_assets.extract.opendocument.text import read_text
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.signed import signed
from ingest_assets.extract.unlocked import is_locked
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Finding, Route
from ingest_assets.problems import Problem

TARGETS = {
    "doc": "odt", "doc-preole": "odt", "wps": "odt", "wpd": "odt", "hwp3": "odt", "ppt": "odp", "pub": "odg", "vsd": "odg", "vsdx": "odg",
}  # fmt: skip
EXTENSIONS = {"doc-preole": "doc", "hwp3": "hwp"}


class LibreofficeParser:
    """See the module."""

    name = "libreoffice"
    revision = 1
    engines = ("lxml", "olefile")
    formats: frozenset[str] = frozenset(TARGETS)
    routes: frozenset[Route] = frozenset({"native"})

    def program_versions(self) -> tuple[str, ...]:
        """Version of the installed LibreOffice."""
        found = office_version()
        return (f"libreoffice-{found}",) if found else ()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: encrypted, corrupt, too_large, missing_program, ole_text_loss."""
        try:
            return self._read(request)
        except MissingProgramError as error:
            return missing(error)
        except ContainerFault as fault:
            return refused(fault)

    def _read(self, request: ReadRequest) -> Extraction:
        kind, settings = request.sniffed.format, request.settings
        if olefile.isOleFile(str(request.path)) and not is_locked(request):  # what was locked lies here unlocked
            check_lock(request.path)
        target = TARGETS[kind]
        path = converted(
            request.path,
            extension=EXTENSIONS.get(kind, kind),
            target=target,
            scratch=request.scratch,
            formats=settings.formats,
        )
        document = open_document(path, settings)
        if target != "odt":
            return signed(read_slides(document, settings), self.name)
        read = on_page_one(read_text(document, settings), self.name)
        return replace(read, findings=(*read.findings, *self._loss(request, read.pages[0].characters)))

    @staticmethod
    def _loss(request: ReadRequest, characters: int) -> list[Finding]:
        """ole_text_loss when a document gave far less text than its text stream is large."""
        formats, size = request.settings.formats, text_stream_bytes(request.path)
        if size < formats.ole_stream_bytes or characters >= formats.ole_characters_per_byte * size:
            return []
        problem = Problem.OLE_TEXT_LOSS
        detail = (
            f"{characters} characters from a stream of {size} bytes, limit {formats.ole_characters_per_byte:g} a byte"
        )
        return [Finding(code=problem, severity=problem.about.severity, detail=detail)]


PARSER = LibreofficeParser()
