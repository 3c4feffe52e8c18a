"""The quality gate: pages first, then the document; the only place that names a terminal state."""

from __future__ import annotations

from collections.abc import Sequence

from ingest_assets.gate.measures import score_document
from ingest_assets.model import Cleaned, Extraction, Finding, Sniffed, Verdict
from ingest_assets.problems import Problem, Severity, SkipRule
from ingest_assets.settings import Settings

CONTAINERS = frozenset({"zip", "7z", "tar", "gz", "bz2", "xz", "zst", "rar", "mbox"})
MAILS = frozenset({"eml", "msg", "tnef"})
IMAGES = frozenset({"png", "jpg", "tiff", "webp", "gif", "bmp", "heic", "jp2", "avif", "psd", "emf", "wmf"})


def gate(
    sniffed: Sniffed, extraction: Extraction, cleaned: Cleaned, findings: Sequence[Finding], settings: Settings
) -> Verdict:
    """Judge a document from what was read and every problem met on the way."""
    if sniffed.skip_rule is not None:
        return Verdict(state="skipped", skip_rule=sniffed.skip_rule)
    document_holds = any(finding.severity is Severity.HOLD and finding.page is None for finding in findings)
    rule = None if document_holds else _skip_rule(sniffed, extraction, cleaned, findings)
    if rule is not None:
        return Verdict(state="skipped", skip_rule=rule.value)
    scored = score_document(extraction, cleaned, findings, settings)
    lost = tuple(sorted(scored.lost_pages | _held_pages(findings)))
    verdicts = (*scored.findings, *_pages_finding(lost, extraction, settings))
    held = document_holds or any(finding.severity is Severity.HOLD and finding.page is None for finding in verdicts)
    if not held and not _readable(cleaned, lost):
        verdicts = (*verdicts, _nothing_left(lost))
        held = True
    return Verdict(
        state="quarantined" if held else "indexed",
        scorecard=scored.measures,
        findings=verdicts,
        lost_pages=() if held else lost,
    )


def _held_pages(findings: Sequence[Finding]) -> set[int]:
    return {finding.page for finding in findings if finding.page is not None and finding.severity is Severity.HOLD}


def _skip_rule(
    sniffed: Sniffed, extraction: Extraction, cleaned: Cleaned, findings: Sequence[Finding]
) -> SkipRule | None:
    has_text = any(block.text.strip() or block.table is not None for block in cleaned.blocks)
    if sniffed.format in CONTAINERS or (sniffed.format in MAILS and extraction.children and not has_text):
        return SkipRule.CONTAINER
    if has_text or _held_pages(findings):
        return None
    blank = bool(extraction.pages) and all(page.page_class == "blank" for page in extraction.pages)
    if sniffed.format in IMAGES:
        return SkipRule.IMAGE_WITHOUT_TEXT if blank else None
    unread = any(finding.code in (Problem.PAGE_WITHOUT_TEXT, Problem.PAGE_ERROR) for finding in findings)
    if cleaned.removed or any(finding.code is Problem.REPAIRED for finding in findings):
        return None  # it had words, or it was put together from pieces: nobody can say that it is blank
    if blank or (not unread and all(page.page_class == "clean_digital" for page in extraction.pages)):
        return SkipRule.BLANK_TEXT
    return None


def _pages_finding(lost: Sequence[int], extraction: Extraction, settings: Settings) -> tuple[Finding, ...]:
    pages = len(extraction.pages)
    limits = settings.gate
    allowed = int(pages * limits.lost_page_share) if pages > limits.lost_pages_from else 0
    if len(lost) <= allowed:
        return ()
    detail = f"{len(lost)} of {pages} pages lost, {allowed} allowed: {list(lost)[:20]}"
    return (Finding(code=Problem.PAGES_WITHOUT_TEXT, severity=Severity.HOLD, detail=detail),)


def _readable(cleaned: Cleaned, lost: Sequence[int]) -> bool:
    return any((block.text.strip() or block.table is not None) and block.page not in lost for block in cleaned.blocks)


def _nothing_left(lost: Sequence[int]) -> Finding:
    return Finding(
        code=Problem.PAGES_WITHOUT_TEXT, severity=Severity.HOLD, detail=f"no text on any page ({len(lost)} pages lost)"
    )
