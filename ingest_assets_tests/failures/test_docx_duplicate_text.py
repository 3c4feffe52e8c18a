"""``docx_duplicate_text``: more text than the parts hold is as wrong as less."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.word.checks import checked
from ingest_assets.extract.ooxml.word.document import DocumentReader
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Cleaned, Sniffed, Triage
from ingest_assets.pipeline import judged
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.office import WORDS, docx, par
from ingest_assets_tests.extract.office_reading import raw_file


def test_docx_duplicate_text() -> None:
    """No construct is known that doubles text, so the read blocks are doubled here; everything after them is the real way."""
    data, settings = docx(par(WORDS)), Settings()
    read = DocumentReader(Package(data, settings), settings).read()
    doubled = replace(read, extraction=replace(read.extraction, blocks=read.extraction.blocks * 2))
    extraction = on_page_one(checked(doubled, settings.formats), "docx")
    sniffed = Sniffed(
        format="docx", media_type="", format_evidence="", declared_extension="docx", extension_mismatch=False
    )
    document = judged(
        raw_file(data, "a.docx"), sniffed, Triage(), extraction, Cleaned(blocks=extraction.blocks), settings
    )
    assert document.verdict.state == "quarantined"
    assert "docx_duplicate_text" in {finding.code for finding in document.findings}
    assert not checked(read, settings.formats).findings
