"""Text documents of OpenDocument (odt, ott and the flat fodt): an own walk (formats.md section 3)."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.opendocument.package import opened
from ingest_assets.extract.opendocument.text import leaked_deletion, read_text
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import expecting, on_page_one
from ingest_assets.model import Extraction, Finding, Route
from ingest_assets.problems import Problem


class OdtParser:
    """See the module."""

    name = "odt"
    revision = 3
    engines = ("lxml",)
    formats: frozenset[str] = frozenset({"odt", "ott", "fodt"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """The document on page 1."""
        try:
            document = opened(request)
            read = read_text(document, request.settings)
        except ContainerFault as fault:
            return refused(fault)
        leak = leaked_deletion(document, read)
        if leak:
            problem = Problem.DELETED_TEXT_LEAK
            read = replace(
                read,
                findings=(*read.findings, Finding(code=problem, severity=problem.about.severity, detail=leak[:80])),
            )
        return expecting(on_page_one(read, self.name), document.characters)


PARSER = OdtParser()
