"""Records of the stages to rows: the packed record, and the nested columns that the views unnest. Pure; runs in the workers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from ingest_assets.model import (
    Block,
    Chunk,
    Cleaned,
    ExtractedPage,
    Extraction,
    Finding,
    Sniffed,
    Table,
    Triage,
    Verdict,
)
from ingest_assets.problems import Severity, Stage
from ingest_assets.store.codec import hash_of, pack, to_json_bytes
from ingest_assets.store.schemas import DATASETS
from ingest_assets.store.tables import Row

STAGES = list(Stage)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChild:
    """A child whose bytes are stored."""

    member: str
    raw_sha256: str
    size_bytes: int
    content_type: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How one document's way ended: a row of ``outcomes``."""

    format: str
    state: str
    skip_rule: str | None = None
    findings: tuple[Finding, ...] = ()
    parser_versions: tuple[str, ...] = ()
    cpu_s: float = 0.0
    attempts: int = 1


def sniffed_row(raw_sha256: str, fingerprint: str, record: Sniffed) -> Row:
    """A row of ``sniffed``."""
    plain = {name: getattr(record, name) for name in DATASETS["sniffed"].columns if name not in ("flags", "findings")}
    return _row(raw_sha256, fingerprint, record, {**plain, "flags": list(record.flags), **_findings(record.findings)})


def triaged_row(raw_sha256: str, fingerprint: str, record: Triage) -> Row:
    """A row of ``triaged``."""
    pages = [
        {
            "page": page.page,
            "page_class": page.page_class,
            "route": page.route,
            "characters": page.characters,
            "signals": to_json_bytes(page.signals).decode(),
        }
        for page in record.pages
    ]
    return _row(raw_sha256, fingerprint, record, {"pages": pages, **_findings(record.findings)})


def extracted_row(raw_sha256: str, fingerprint: str, record: Extraction, children: Sequence[StoredChild] = ()) -> Row:
    """A row of ``extracted``. The children's bytes are not in it: they are blobs, named in ``children``."""
    columns = {
        "pages": [_page(page) for page in record.pages],
        "parser_versions": sorted({page.parser_version for page in record.pages} - {""}),
        "children": [asdict(child) for child in children],
        **_findings(record.findings),
    }
    named = replace(record, children=tuple(replace(child, data=b"") for child in record.children))
    row = _row(raw_sha256, fingerprint, named, columns)
    return replace(row, output_hash=hash_of(to_json_bytes(_without_versions(named))))


def _without_versions(record: Extraction) -> Extraction:
    """What the next stages read: an upgrade that changes nothing in it leaves them alone."""
    return replace(record, pages=tuple(replace(page, parser_version="") for page in record.pages))


def cleaned_row(raw_sha256: str, fingerprint: str, record: Cleaned) -> Row:
    """A row of ``cleaned``."""
    columns = {
        "language": record.language,
        "blocks": len(record.blocks),
        "characters": _characters(record.blocks),
        "removed": len(record.removed),
        "tables": [_table(ordinal, table) for ordinal, table in enumerate(record.tables)],
        **_findings(record.findings),
    }
    return _row(raw_sha256, fingerprint, record, columns)


def gated_row(
    raw_sha256: str,
    fingerprint: str,
    record: Verdict,
    *,
    file_format: str,
    findings: Iterable[Finding] = (),
    pages: Sequence[ExtractedPage] = (),
) -> Row:
    """A row of ``gated``. ``findings`` are those of the earlier stages, ``pages`` say which parser read what.

    Raises ValueError for a quarantined document that nothing holds.
    """
    held = (*findings, *record.findings) if record.state == "quarantined" else ()
    holds = _holds(held, pages)
    if record.state == "quarantined" and not holds:
        raise ValueError("quarantined without a holding problem: the quarantine would not show it")
    columns = {
        "state": record.state,
        "skip_rule": record.skip_rule,
        "format": file_format,
        "measures": [asdict(measure) for measure in record.scorecard],
        "holds": holds,
        "lost_pages": list(record.lost_pages),
        **_findings(record.findings),
    }
    return _row(raw_sha256, fingerprint, record, columns)


def indexed_row(raw_sha256: str, fingerprint: str, chunks: Sequence[Chunk]) -> Row:
    """A row of ``indexed``."""
    return _row(raw_sha256, fingerprint, tuple(chunks), {"chunks": [_chunk(chunk) for chunk in chunks]})


def outcome_row(raw_sha256: str, fingerprint: str, ending: Ending) -> Row:
    """A row of ``outcomes``: one more line of the document's history."""
    columns = {
        "format": ending.format,
        "state": ending.state,
        "skip_rule": ending.skip_rule,
        "problems": sorted({finding.code.value for finding in ending.findings}),
        "primary_problem": primary_problem(ending.findings) if ending.state == "quarantined" else None,
        "parser_versions": sorted(ending.parser_versions),
        "cpu_s": ending.cpu_s,
        "attempts": ending.attempts,
    }
    return Row(raw_sha256=raw_sha256, fingerprint=fingerprint, columns=columns)


def primary_problem(findings: Iterable[Finding]) -> str | None:
    """The holding problem of the earliest stage (the first met there), so that counts by problem add up to documents."""
    holding = [finding.code for finding in findings if finding.severity is Severity.HOLD]
    return min(holding, key=lambda code: STAGES.index(code.about.stage)).value if holding else None


def _row(raw_sha256: str, fingerprint: str, record: object, columns: dict[str, object]) -> Row:
    data = to_json_bytes(record)
    return Row(
        raw_sha256=raw_sha256, fingerprint=fingerprint, output_hash=hash_of(data), payload=pack(data), columns=columns
    )


def _findings(findings: Iterable[Finding]) -> dict[str, object]:
    return {
        "findings": [
            {
                "code": finding.code.value,
                "severity": finding.severity.value,
                "page": finding.page,
                "detail": clean(finding.detail),
            }
            for finding in findings
        ]
    }


def _page(page: ExtractedPage) -> dict[str, object]:
    names = ("page", "page_class", "route", "parser", "parser_version", "characters", "confidence")
    return {**{name: getattr(page, name) for name in names}, "signals": to_json_bytes(page.signals).decode()}


def _characters(blocks: Iterable[Block]) -> int:
    return sum(len(block.text) for block in blocks)


def _table(ordinal: int, table: Table) -> dict[str, object]:
    return {
        "ordinal": ordinal,
        "page": table.page,
        "title": clean(table.title),
        "row_count": len(table.rows),
        "column_count": max((len(row) for row in table.rows), default=0),
        "header_rows": table.header_rows,
        "route": table.route,
        "parser": table.parser,
        "flags": list(table.flags),
        "cells": to_json_bytes(table.rows).decode(),
    }


def _holds(findings: Iterable[Finding], pages: Sequence[ExtractedPage]) -> list[dict[str, str]]:
    """One entry per holding problem, with the parser of its page (of the first page where it concerns the whole document)."""
    by_page = {page.page: page for page in pages}
    first = pages[0] if pages else None
    holds: dict[str, dict[str, str]] = {}
    for finding in findings:
        page = by_page.get(finding.page, first) if finding.page is not None else first
        parser, version = (page.parser, page.parser_version) if page else ("", "")
        if finding.severity is Severity.HOLD:
            holds.setdefault(
                finding.code.value, {"problem": finding.code.value, "parser": parser, "parser_version": version}
            )
    return list(holds.values())


def _chunk(chunk: Chunk) -> dict[str, object]:
    regions = [{"page": region.page, "bbox": list(region.bbox) if region.bbox else None} for region in chunk.regions]
    plain = asdict(replace(chunk, regions=()))
    return {
        **plain,
        "text": clean(chunk.text),
        "heading_path": [clean(text) for text in chunk.heading_path],
        "regions": regions,
    }


def clean(text: str) -> str:
    """Half of a surrogate pair cannot stand in Parquet: U+FFFD instead."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if not text.isascii() else text
