"""PowerPoint presentations in XML (pptx, pptm, ppsx, ppsm, potx, potm): an own walk in reading order (formats.md section 3)."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.slides.presentation import PresentationText, read_presentation
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import Extraction, Finding, Route
from ingest_assets.problems import Problem
from ingest_assets.thresholds.formats import Formats


class PptxParser:
    """See the module."""

    name = "pptx"
    revision = 2
    engines = ("lxml",)
    formats: frozenset[str] = frozenset({"pptx", "pptm", "ppsx", "ppsm", "potx", "potm"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """One page a slide."""
        try:
            read = read_presentation(Package(request.path, request.settings), request.settings, self.name)
        except ContainerFault as fault:
            return refused(fault)
        return replace(
            read.extraction, findings=(*read.extraction.findings, *text_findings(read, request.settings.formats))
        )


def text_findings(read: PresentationText, formats: Formats) -> list[Finding]:
    """pptx_text_loss when less text was read than the slides, notes and diagrams hold."""
    missing = read.expected - read.found
    if missing <= max(formats.text_loss_characters, formats.text_loss * read.expected):
        return []
    problem = Problem.PPTX_TEXT_LOSS
    return [
        Finding(
            code=problem,
            severity=problem.about.severity,
            detail=f"{read.found} of {read.expected} characters, tolerance {formats.text_loss:g}",
        )
    ]


PARSER = PptxParser()
