"""Was text lost or doubled? The findings of every reader of Word documents."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.extract.ooxml.word.document import WordText
from ingest_assets.extract.ooxml.word.story import visible
from ingest_assets.model import Extraction, Finding
from ingest_assets.problems import Problem
from ingest_assets.thresholds.formats import Formats


def checked(read: WordText, formats: Formats) -> Extraction:
    """The extraction with the findings about its completeness."""
    extraction = read.extraction
    findings = [
        *extraction.findings,
        *text_findings(read.expected, found_characters(extraction) - read.generated, formats),
    ]
    if read.lost_labels:
        problem = Problem.NUMBERING_LOST
        findings.append(Finding(code=problem, severity=problem.about.severity, detail=f"{read.lost_labels} paragraphs"))
    return replace(extraction, findings=tuple(findings))


def found_characters(extraction: Extraction) -> int:
    """Characters other than white space in blocks, tables and hidden text; running headers are not counted on either side."""
    blocks = sum(
        visible(block.text) + (visible(block.marker) if block.kind == "list_item" else 0) for block in extraction.blocks
    )
    cells = sum(visible(cell) for table in extraction.tables for row in table.rows for cell in row)
    hidden = sum(visible(one.text) for one in extraction.removed if one.reason.startswith("hidden_"))
    return blocks + cells + hidden


def text_findings(expected: int, found: int, formats: Formats) -> list[Finding]:
    """docx_text_loss or docx_duplicate_text when the share read lies outside the tolerance."""
    if abs(expected - found) <= max(formats.text_loss_characters, formats.text_loss * expected):
        return []
    problem = Problem.DOCX_TEXT_LOSS if found < expected else Problem.DOCX_DUPLICATE_TEXT
    return [
        Finding(
            code=problem,
            severity=problem.about.severity,
            detail=f"{found} of {expected} characters, tolerance {formats.text_loss:g}",
        )
    ]
