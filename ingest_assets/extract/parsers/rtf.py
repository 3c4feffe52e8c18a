"""RTF: an own tokenizer in one linear pass (formats.md section 3)."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.extract.ole_embedded import rtf_objects, with_objects
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.rtf.document import read_rtf, undecoded
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Finding, Route
from ingest_assets.problems import Problem


class RtfParser:
    """See the module."""

    name = "rtf"
    revision = 2
    engines: tuple[str, ...] = ()
    formats: frozenset[str] = frozenset({"rtf"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("formats",)

    def read(self, request: ReadRequest) -> Extraction:
        """The document on page 1."""
        data = request.data()
        read = with_objects(read_rtf(data, request.settings), rtf_objects(data))
        escapes, share = undecoded(read)
        if escapes or share > request.settings.formats.rtf_undecoded:
            problem = Problem.RTF_UNDECODED
            detail = f"escapes left: {escapes}, U+FFFD {share:.3f}, limit {request.settings.formats.rtf_undecoded:g}"
            read = replace(
                read, findings=(*read.findings, Finding(code=problem, severity=problem.about.severity, detail=detail))
            )
        return on_page_one(read, self.name)


PARSER = RtfParser()
