"""A finished document as the JSON sidecar and the markdown of output-contract.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

from ingest_assets.markdown import document_markdown, table_markdown
from ingest_assets.model import Block, Chunk, Document, ExtractedPage, Finding, Region, Table
from ingest_assets.problems import Severity

SCHEMA = 1


def markdown_of(document: Document) -> str:
    """The cleaned text with page markers; pages that the gate lost are left out."""
    lost = set(document.verdict.lost_pages)
    blocks = [block for block in document.cleaned.blocks if block.page not in lost]
    pages = [page.page for page in document.extraction.pages] or [1]
    return document_markdown(blocks, document.cleaned.tables, pages)


def sidecar_of(document: Document, children: list[dict[str, object]]) -> dict[str, object]:
    """All keys of the contract. ``children`` holds ``{member, raw_sha256, sidecar}`` of each child."""
    raw, verdict, cleaned = document.raw, document.verdict, document.cleaned
    blocks = [block for block in cleaned.blocks if block.page not in set(verdict.lost_pages)]
    return {
        "schema": SCHEMA,
        "name": raw.name,
        "raw_sha256": raw.raw_sha256,
        "size_bytes": raw.size_bytes,
        **_decisions(document),
        "state": verdict.state,
        "problems": [_finding(finding) for finding in document.findings],
        "skip_rule": verdict.skip_rule,
        "pages": [_page(page) for page in document.extraction.pages],
        "lost_pages": list(verdict.lost_pages),
        "blocks": [_block(block) for block in blocks],
        "tables": [_table(table) for table in cleaned.tables],
        "removed": [asdict(removed) for removed in cleaned.removed],
        "scorecard": {
            measure.name: {"value": measure.value, "threshold": measure.threshold, "breached": measure.breached}
            for measure in verdict.scorecard
        },
        "metadata": {"language": cleaned.language, **cleaned.metadata},
        "children": children,
        "chunks": [_chunk(chunk) for chunk in document.chunks],
        "model_generated": any(block.route == "vision" for block in blocks),
    }


def _decisions(document: Document) -> dict[str, object]:
    sniffed = document.sniffed
    return {
        "format": sniffed.format,
        "media_type": sniffed.media_type,
        "declared_extension": sniffed.declared_extension,
        "extension_mismatch": sniffed.extension_mismatch,
        "format_evidence": sniffed.format_evidence,
        "flags": list(sniffed.flags),
        "libmagic": sniffed.libmagic,
        "encoding": sniffed.encoding,
        "encoding_source": sniffed.encoding_source,
        "encoding_confidence": sniffed.encoding_confidence,
        "declared_encoding": sniffed.declared_encoding,
    }


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code.value,
        "stage": finding.code.about.stage.value,
        "severity": Severity(finding.severity).value,
        "page": finding.page,
        "detail": finding.detail,
    }


def _page(page: ExtractedPage) -> dict[str, object]:
    return {
        "page": page.page,
        "class": page.page_class,
        "route": page.route,
        "parser": page.parser or None,
        "parser_version": page.parser_version or None,
        "characters": page.characters,
        "signals": page.signals,
        "confidence": page.confidence,
    }


def _regions(regions: tuple[Region, ...]) -> list[dict[str, object]]:
    return [{"page": region.page, "bbox": _rounded(region.bbox)} for region in regions]


def _rounded(box: tuple[float, ...] | None) -> list[float] | None:
    return None if box is None else [round(value, 2) for value in box]


def _block(block: Block) -> dict[str, object]:
    out: dict[str, object] = {
        "kind": block.kind,
        "level": block.level,
        "text": block.text,
        "page": block.page,
        "bbox": _rounded(block.bbox),
        "regions": _regions(block.regions),
        "route": block.route,
        "parser": block.parser,
    }
    optional = {"marker": block.marker, "table": block.table, "flags": list(block.flags)}
    return out | {key: value for key, value in optional.items() if value not in ("", None, [])}


def _table(table: Table) -> dict[str, object]:
    return {
        "page": table.page,
        "bbox": _rounded(table.bbox),
        "regions": _regions(table.regions),
        "header_rows": table.header_rows,
        "rows": [list(row) for row in table.rows],
        "spans": [asdict(span) for span in table.spans],
        "markdown": table_markdown(table),
        "title": table.title,
        "route": table.route,
        "flags": list(table.flags),
    }


def _chunk(chunk: Chunk) -> dict[str, object]:
    return {**asdict(chunk), "regions": _regions(chunk.regions)}


def to_json(sidecar: Mapping[str, object]) -> bytes:
    """UTF-8 JSON; lone surrogates of broken names become replacement characters."""
    text = json.dumps(sidecar, ensure_ascii=False, default=str)
    return text.encode("utf-8", "replace")
