"""The five assertions at the moment of extraction, under the names that product.md gives them, and the base64 check."""

from __future__ import annotations

from collections.abc import Iterator

from ingest_assets import text_quality
from ingest_assets.code_pages.mojibake import is_mojibake, lost_share
from ingest_assets.model import Cleaned, ExtractedPage, Extraction, Finding, RawFile, Sniffed
from ingest_assets.problems import Problem, Severity
from ingest_assets.settings import Settings

BASE64_CHARACTERS = 200  # formats.md section 1, ipynb: a longer run in the output is encoded data
PROSE = frozenset({"paragraph", "list_item", "quote", "footnote"})
# Formats whose bytes are mostly not words, and containers: few characters from many bytes are right there.
# Formats whose parser holds the text against its own parts, character by character: a stronger test than the file's size.
COUNTED_FORMATS = frozenset(
    {
        "docx",
        "docm",
        "dotx",
        "dotm",
        "wordml",
        "pptx",
        "pptm",
        "ppsx",
        "ppsm",
        "potx",
        "potm",
        "xlsx",
        "xlsm",
        "xltx",
        "xltm",
        "flatopc",
    }
)
SLACK = 12  # marks that a file counts and nobody sees: paragraph and cell ends, placeholders of fields
DATA_FORMATS = frozenset({"zip", "7z", "tar", "gz", "bz2", "xz", "zst", "rar", "mbox", "eml", "msg", "tnef"})


def check_extraction(
    raw: RawFile, sniffed: Sniffed, extraction: Extraction, cleaned: Cleaned, settings: Settings
) -> tuple[Finding, ...]:
    """Run every assertion on what came out of the document."""
    text = output_text(cleaned)
    prose = "\n".join(block.text for block in cleaned.blocks if block.kind in PROSE and not block.table)
    findings = (
        *_empty(raw, sniffed, extraction, text, settings),
        *_leaks(text),
        *_replacements(text, settings),
        *_letters(prose, settings),
        *_mojibake(cleaned, settings),
    )
    return tuple(findings)


def output_text(cleaned: Cleaned) -> str:
    """All words of the document: blocks and table cells."""
    cells = (cell for table in cleaned.tables for row in table.rows for cell in row)
    return "\n".join((*(block.text for block in cleaned.blocks), *cells))


def _empty(raw: RawFile, sniffed: Sniffed, extraction: Extraction, text: str, settings: Settings) -> Iterator[Finding]:
    limits = settings.assertions
    characters = len(text_quality.squeezed(text))
    blank = bool(extraction.pages) and all(page.page_class == "blank" for page in extraction.pages)
    refused = any(finding.severity is Severity.HOLD and finding.page is None for finding in extraction.findings)
    if sniffed.format in (DATA_FORMATS | COUNTED_FORMATS) or extraction.children or blank or refused:
        return
    if extraction.pages and all(_is_accounted_for(page, settings) for page in extraction.pages):
        return
    if characters and _is_as_told(extraction, settings):
        return
    if characters < limits.empty_characters and raw.size_bytes > limits.empty_bytes:
        yield Finding(
            code=Problem.EMPTY_EXTRACTION,
            severity=Severity.HOLD,
            detail=f"{characters} characters from {raw.size_bytes} bytes",
        )


def _is_as_told(extraction: Extraction, settings: Settings) -> bool:
    """As many characters as the file itself says it holds (signal ``expected_characters`` of its first page)."""
    told = [page.signals.get("expected_characters") for page in extraction.pages[:1]]
    read = sum(page.characters for page in extraction.pages)
    return any(isinstance(count, int) and read >= (1 - settings.formats.text_loss) * count - SLACK for count in told)


def _is_accounted_for(page: ExtractedPage, settings: Settings) -> bool:
    """Short, but all there: a clean page whose other ink was measured and has no part of a letter's size (a picture or a large font file is no text),
    or a scan on which OCR left no ink unread."""
    ink, parts, unread = (page.signals.get(name) for name in ("ink", "ink_parts", "uncovered"))
    if page.route == "ocr":
        return page.characters > 0 and isinstance(unread, int | float) and unread <= settings.ocr.retry_uncovered_unsure
    measured = isinstance(ink, int | float) and (ink < settings.triage.blank_ink or parts == 0)
    return page.page_class == "clean_digital" and page.characters > 0 and measured


def _leaks(text: str) -> Iterator[Finding]:
    count = text_quality.cid_count(text)
    if count:
        yield Finding(code=Problem.CID_LEAK, severity=Severity.HOLD, detail=f"{count} times (cid:n)")
    run = text_quality.base64_run(text)
    if run > BASE64_CHARACTERS:
        yield Finding(code=Problem.BASE64_LEAK, severity=Severity.HOLD, detail=f"a run of {run} base64 characters")


def _replacements(text: str, settings: Settings) -> Iterator[Finding]:
    share = text_quality.replacement_share(text)
    if share:
        severity = Severity.HOLD if share > settings.assertions.replacement_share else Severity.NOTE
        yield Finding(
            code=Problem.REPLACEMENT_CHARS,
            severity=severity,
            detail=f"{share:.4%} of the characters, hold above {settings.assertions.replacement_share:.1%}",
        )


def _letters(prose: str, settings: Settings) -> Iterator[Finding]:
    limits = settings.assertions
    if text_quality.letter_share(prose) >= limits.letter_ratio:
        return  # without its leaders and runs of signs it has more
    measured = text_quality.without_runs(text_quality.without_leaders(prose))
    if len(text_quality.squeezed(measured)) < limits.letter_ratio_characters:
        return
    distinct = " ".join(set(measured.split()))
    if len(text_quality.squeezed(distinct)) >= limits.letter_ratio_characters:
        measured = distinct if text_quality.letter_share(distinct) >= limits.letter_ratio else measured
    share = text_quality.letter_share(measured)
    if share < limits.letter_ratio and text_quality.digit_share(measured) < share:
        yield Finding(
            code=Problem.LOW_LETTER_RATIO,
            severity=Severity.HOLD,
            detail=f"{share:.2f} of the prose characters are letters, limit {limits.letter_ratio}",
        )


def _mojibake(cleaned: Cleaned, settings: Settings) -> Iterator[Finding]:
    limit = settings.assertions.lost_letter_share
    lost = lost_share("\n".join(block.text for block in cleaned.blocks if block.kind != "code"))
    if lost > limit:
        detail = f"{lost:.2f} of the words have lost letters to ? or U+FFFD, limit {limit}"
        yield Finding(code=Problem.MOJIBAKE, severity=Severity.HOLD, detail=detail)
    texts = [block.text for block in cleaned.blocks if block.kind != "code"]
    texts.extend(" ".join(cell for row in table.rows for cell in row) for table in cleaned.tables)
    broken = [text for text in texts if is_mojibake(text)]
    if broken:
        yield Finding(
            code=Problem.MOJIBAKE,
            severity=Severity.HOLD,
            detail=f"{len(broken)} paragraphs, the first: {broken[0][:60]!r}",
        )
