"""One document's whole way, in order: sniff, triage, extract, clean, gate, index. No Dagster, no store, no files written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath

import pymupdf

from ingest_assets.clean.clean import clean
from ingest_assets.extract.assertions import check_extraction
from ingest_assets.extract.containers import container_finding
from ingest_assets.extract.extract import extract
from ingest_assets.gate.gate import gate
from ingest_assets.index.index import index
from ingest_assets.model import Cleaned, Document, Extraction, Finding, RawFile, Sniffed, Triage, Verdict
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.problems import Problem, Severity, SkipRule
from ingest_assets.raw.member_rules import member_rule
from ingest_assets.raw.raw_files import skip_findings
from ingest_assets.settings import Settings
from ingest_assets.sniff.sniff import sniff
from ingest_assets.triage.triage import triage
from ingest_assets.workers.allowance import allow


def read_document(
    raw: RawFile, path: Path, scratch: Path, settings: Settings, prepared: Path | None = None
) -> Document:
    """Take one document from its bytes at ``path`` to its terminal state. ``scratch`` is an empty folder that the caller removes.

    ``prepared`` may hold its conversion already (``office_batches``).
    """
    if raw.depth > settings.limits.depth:
        return failed(
            raw,
            unsniffed(raw),
            container_finding(Problem.DEPTH_LIMIT, f"depth {raw.depth}, limit {settings.limits.depth}"),
        )
    rule = member_rule(raw)
    if rule is not None:
        return left_out(raw, rule)
    sniffed = sniff(path, raw, settings)
    if is_decided(sniffed):
        return judged(raw, sniffed, Triage(), Extraction(), Cleaned(), settings)
    with opened_pdf(path, sniffed, settings.passwords) as pdf:
        triaged = triage(path, sniffed, settings, pdf)
        allow(reading_seconds(triaged, settings))
        extraction = extract(
            raw, path, sniffed, triaged, settings=settings, scratch=scratch, pdf=pdf, prepared=prepared
        )
    cleaned = clean(extraction, sniffed, settings)
    return judged(raw, sniffed, triaged, extraction, cleaned, settings)


def reading_seconds(triaged: Triage, settings: Settings) -> float:
    """CPU seconds that a document's pages may take on top of its fixed deadline: many pages, and above all pages for OCR."""
    limits = settings.limits
    ocr = sum(page.route in ("ocr", "native_repaired") for page in triaged.pages)
    many = max(len(triaged.pages) - settings.workers.free_pages, 0)
    return ocr * limits.cpu_seconds_per_ocr_page + many * limits.cpu_seconds_per_page


def is_decided(sniffed: Sniffed) -> bool:
    """True when nothing is left to read: a skip rule applied, or the sniffer met a holding problem."""
    return sniffed.skip_rule is not None or any(finding.severity is Severity.HOLD for finding in sniffed.findings)


@contextmanager
def opened_pdf(path: Path, sniffed: Sniffed, passwords: tuple[str, ...] = ()) -> Iterator[PdfPages | None]:
    """The open PDF that triage and extraction share; None for other formats and for files that no PDF engine opens."""
    if sniffed.format != "pdf":
        yield None
        return
    try:
        pdf = PdfPages(path)
    except (pymupdf.FileDataError, pymupdf.EmptyFileError):
        yield None
        return
    with pdf:
        if pdf.needs_password:
            any(pdf.unlock(password) for password in passwords)
        yield pdf


def judged(
    raw: RawFile, sniffed: Sniffed, triaged: Triage, extraction: Extraction, cleaned: Cleaned, settings: Settings
) -> Document:
    """Gate a read document and cut it into chunks when it is indexed."""
    asserted = () if is_decided(sniffed) else check_extraction(raw, sniffed, extraction, cleaned, settings)
    findings = (*sniffed.findings, *triaged.findings, *extraction.findings, *cleaned.findings, *asserted)
    verdict = gate(sniffed, extraction, cleaned, findings, settings)
    document = Document(
        raw=raw,
        sniffed=sniffed,
        extraction=extraction,
        cleaned=cleaned,
        verdict=verdict,
        findings=(*findings, *verdict.findings),
    )
    return index(document, settings) if verdict.state == "indexed" else document


def unsniffed(raw: RawFile) -> Sniffed:
    """The sniff record of a file that was not opened."""
    return Sniffed(
        format="unread",
        media_type="application/octet-stream",
        format_evidence="not opened",
        declared_extension=PurePath(raw.name).suffix.lstrip(".").lower(),
        extension_mismatch=False,
    )


def left_out(raw: RawFile, rule: SkipRule) -> Document:
    """A file that the source's walk may not open: skipped by its rule, with the problem of the same name where there is one."""
    findings = tuple(skip_findings(rule, raw.name))
    verdict = Verdict(state="skipped", skip_rule=rule.value)
    return Document(
        raw=raw, sniffed=unsniffed(raw), extraction=Extraction(), cleaned=Cleaned(), verdict=verdict, findings=findings
    )


def failed(raw: RawFile, sniffed: Sniffed, finding: Finding) -> Document:
    """A document whose reading ended in a fault of the worker: quarantined with that fault."""
    verdict = Verdict(state="quarantined")
    return Document(
        raw=raw, sniffed=sniffed, extraction=Extraction(), cleaned=Cleaned(), verdict=verdict, findings=(finding,)
    )
