"""``leading_junk``: foreign bytes before the signature do not hide the file."""

from __future__ import annotations

from ingest_assets.problems import Problem, Severity
from ingest_assets_tests.corpus.office import docx, par, run
from ingest_assets_tests.corpus.texts import whole_way


def test_leading_junk() -> None:
    document = whole_way(b"\r\n" + docx(par(run("The berth is free."))), "letter.docx")
    assert document.sniffed.format == "docx"
    (finding,) = document.sniffed.findings
    assert (finding.code, finding.severity) == (Problem.LEADING_JUNK, Severity.NOTE)


def test_prose_about_a_signature_is_text() -> None:
    document = whole_way(b"A file that starts with %PDF-1.4 is a PDF, with PK it is a ZIP.", "notes.txt")
    assert (document.sniffed.format, document.sniffed.findings) == ("txt", ())
