"""Office formats that only LibreOffice reads (doc, ppt, pub, vsd, wps, wpd, iWork, metafiles …): converted to OpenDocument, then read by the own walk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import olefile

from ingest_assets.extract.child_program import MissingProgramError, missing
from ingest_assets.extract.containers import ContainerFault, SafeZip, corrupt, encrypted, refused
from ingest_assets.extract.office_program import EXTENSIONS, TARGETS, converted, office_version
from ingest_assets.extract.ole_embedded import embedded_objects, with_objects, without_objects
from ingest_assets.extract.ole_streams import check_lock, text_stream_bytes, written_characters
from ingest_assets.extract.opendocument.package import open_document
from ingest_assets.extract.opendocument.sheets import read_spreadsheet
from ingest_assets.extract.opendocument.slides import read_slides
from ingest_assets.extract.opendocument.text import read_text
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.signed import signed
from ingest_assets.extract.spreadsheet.workbook import workbook_extraction
from ingest_assets.extract.unlocked import is_locked
from ingest_assets.extract.unpaged import expecting, on_page_one
from ingest_assets.model import ExtractedPage, Extraction, Finding, Route
from ingest_assets.problems import Problem

METAFILES = frozenset({"emf", "wmf"})
IWORK_TARGETS = {"pages": "odt", "numbers": "ods", "key": "odp"}
IWORK_ROOTS = ((b"<sl:document", "pages"), (b"<ls:document", "numbers"), (b"<key:presentation", "key"))
IWORK_LOCK = b"iwpv"
"""Stands in the directory of a locked package: a member's name in newer ones, an extra field in older ones."""
HEAD = 2000
"""Bytes of the main part in which the root element stands."""


class LibreofficeParser:
    """See the module."""

    name = "libreoffice"
    revision = 2
    engines = ("lxml", "olefile")
    formats: frozenset[str] = frozenset(TARGETS) | {"iwork"}
    routes: frozenset[Route] = frozenset({"native"})
    settings = ("formats", "ocr", "ocr_languages", "web")

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

    def picture(self, request: ReadRequest, page: int) -> tuple[Path, str]:
        """A metafile as it is shown. ``page`` is its only one."""
        del page
        return self._converted(request, request.sniffed.format, "png"), "png"

    def _read(self, request: ReadRequest) -> Extraction:
        kind = request.sniffed.format
        if olefile.isOleFile(str(request.path)) and not is_locked(request):  # what was locked lies here unlocked
            check_lock(request.path)
        if kind == "iwork":
            return self._iwork(request)
        try:
            prepared = request.prepared and request.prepared / f"{request.raw.raw_sha256}.{TARGETS[kind]}"
            if prepared and prepared.is_file() and not is_locked(request):
                return self._read_as(request, prepared)
        except ContainerFault:
            pass  # its batch ended while it was written
        return self._read_as(request, self._converted(request, EXTENSIONS.get(kind, kind), TARGETS[kind]))

    def _iwork(self, request: ReadRequest) -> Extraction:
        """By the program that wrote it; where the package does not say which, every one is tried, the one of its name first."""
        if IWORK_LOCK in request.data():
            raise encrypted("the package is locked with a password")
        last = corrupt("no program of the package is known")
        for kind in _iwork_kinds(SafeZip(request.path, request.settings.limits), request.sniffed.declared_extension):
            try:
                return self._read_as(request, self._converted(request, kind, IWORK_TARGETS[kind]))
            except ContainerFault as fault:
                last = fault
        raise last

    def _read_as(self, request: ReadRequest, path: Path) -> Extraction:
        settings, document = request.settings, open_document(path, request.settings)
        match path.suffix:
            case ".odt":
                read = on_page_one(read_text(document, settings), self.name)
                read = replace(read, findings=(*read.findings, *self._loss(request, read.pages[0].characters)))
            case ".ods":
                read = workbook_extraction(read_spreadsheet(document, settings), self.name, settings)
            case _:
                read = signed(read_slides(document, settings), self.name)
        if request.sniffed.format in METAFILES:
            return replace(read, pages=tuple(_silent(page) for page in read.pages))
        objects = embedded_objects(request.path)  # as they were saved, rather than as the conversion keeps them
        read = with_objects(without_objects(read), objects) if objects else read
        return _told(read, written_characters(request.path))

    @staticmethod
    def _converted(request: ReadRequest, extension: str, target: str) -> Path:
        formats = request.settings.formats
        return converted(request.path, extension=extension, target=target, scratch=request.scratch, formats=formats)

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


def _silent(page: ExtractedPage) -> ExtractedPage:
    """A metafile without text may show some all the same: its picture is read."""
    return page if page.characters else replace(page, page_class="scan", route="none")


def _told(read: Extraction, expected: int | None) -> Extraction:
    """``read`` with the characters that the file says it holds; a file with no more than its last paragraph's end is blank."""
    is_blank = expected is not None and expected < 2 and not any(page.characters for page in read.pages)
    if is_blank and not read.children:
        read = replace(read, pages=tuple(replace(page, page_class="blank") for page in read.pages))
    return expecting(read, expected)


def _iwork_kinds(package: SafeZip, said: str) -> list[str]:
    """Programs to try."""
    name = next((name for name in package.names if name in {"index.xml", "index.apxl"}), None)
    head = package.open(name).read(HEAD) if name else b""
    told = [kind for root, kind in IWORK_ROOTS if root in head]
    return told or sorted(IWORK_TARGETS, key=lambda kind: kind != said)


PARSER = LibreofficeParser()
