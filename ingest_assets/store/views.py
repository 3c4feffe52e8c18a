"""The SQL of every view, with the meaning of its columns. Base relations are ``_<dataset>`` (rows that count) and ``_seen``."""

from __future__ import annotations

from dataclasses import dataclass

DEPTH = 16
"""Levels of containers that ``raw_files`` follows: far above ``Limits.depth``, it only keeps a cycle from running for ever."""


@dataclass(frozen=True, slots=True)
class View:
    """One view. ``columns`` maps its columns to their meaning; a test holds them against the SQL."""

    sql: str
    columns: dict[str, str]


_DOCUMENT = {"source": "the source's key", "raw_sha256": "the document"}

VIEWS: dict[str, View] = {
    "raw_files": View(
        f"""
        with recursive tree as (
            select source, raw_sha256, name, size_bytes, mtime_ns, http_content_type, skip_rule, problem, detail, headers, first_seen,
                null::varchar as parent_sha256, null::varchar as member, 0 as depth
            from _locations
            union all
            select child.source, child.raw_sha256, tree.name || '!/' || child.member, child.size_bytes, null,
                child.content_type, null, null, null, null, tree.first_seen, tree.raw_sha256, child.member, tree.depth + 1
            from tree join (
                select source, raw_sha256 as parent, unnest(children, recursive := true) from _children
            ) child on child.source = tree.source and child.parent = tree.raw_sha256
            where tree.depth < {DEPTH}
        )
        select * from tree
        """,
        _DOCUMENT
        | {
            "name": "path below the source; a member's follows its container's after !/",
            "size_bytes": "bytes",
            "mtime_ns": "modification time, ns; null for members",
            "http_content_type": "Content-Type header that came with it",
            "skip_rule": "why it is never read (symlink, special_file, system_file, size_limit)",
            "problem": "why its bytes could not be had in the last run (read_error, fetch_failed, fetch_refused, address_gone)",
            "detail": "the system's own words about that",
            "headers": "how it was fetched: time, final address, status, response headers (JSON)",
            "first_seen": "first run that saw the name, UTC",
            "parent_sha256": "the container, null for files",
            "member": "name inside the container",
            "depth": "0 for files, 1 for members, …",
        },
    ),
    "sniffed_files": View(
        """
        select source, raw_sha256, format, media_type, format_evidence, declared_extension, extension_mismatch, libmagic,
            encoding, encoding_source, encoding_confidence, declared_encoding, flags, skip_rule,
            list_transform(findings, lambda finding: finding.code) as problems
        from _sniffed
        """,
        _DOCUMENT
        | {
            "format": "what the bytes are",
            "media_type": "its media type",
            "format_evidence": "why",
            "declared_extension": "extension of the name",
            "extension_mismatch": "the name lies",
            "libmagic": "libmagic's own answer",
            "encoding": "WHATWG name; null for binary formats",
            "encoding_source": "the evidence that settled it",
            "encoding_confidence": "0-1",
            "declared_encoding": "what the file declares",
            "flags": "marks of the sniffer",
            "skip_rule": "the rule that leaves it out",
            "problems": "codes found by the sniffer",
        },
    ),
    "page_triage": View(
        "select source, raw_sha256, unnest(pages, recursive := true) from _triaged",
        _DOCUMENT
        | {
            "page": "from 1",
            "page_class": "clean_digital, broken_text, scan, mixed or blank",
            "route": "the way it should go",
            "characters": "characters of its text layer",
            "signals": "every measured signal, JSON",
        },
    ),
    "extracted_text": View(
        "select source, raw_sha256, unnest(pages, recursive := true) from _extracted",
        _DOCUMENT
        | {
            "page": "from 1",
            "page_class": "class of the page",
            "route": "the way it went",
            "parser": "who read it",
            "parser_version": "e.g. pdf_words-3+pymupdf-1.28.2",
            "characters": "characters read",
            "confidence": "0-100 for OCR pages",
            "signals": "every measured signal, JSON",
        },
    ),
    "cleaned_documents": View(
        """
        select source, raw_sha256, language, blocks, characters, removed, len(tables) as tables, output_hash from _cleaned
        """,
        _DOCUMENT
        | {
            "language": "ISO 639-1, null when too short to tell",
            "blocks": "blocks in reading order",
            "characters": "characters of all blocks",
            "removed": "pieces taken out of the flow",
            "tables": "number of tables",
            "output_hash": "sha256 of the record: equal means equal output",
        },
    ),
    "tables": View(
        "select source, raw_sha256, unnest(tables, recursive := true) from _cleaned",
        _DOCUMENT
        | {
            "ordinal": "index in the document, from 0",
            "page": "first page",
            "title": "title",
            "row_count": "rows",
            "column_count": "columns",
            "header_rows": "rows that are header",
            "route": "the way it was read",
            "parser": "who read it",
            "flags": "marks, e.g. unverified numbers",
            "cells": "rows of printed strings, JSON",
        },
    ),
    "scorecards": View(
        "select source, raw_sha256, state, unnest(measures, recursive := true) from _gated",
        _DOCUMENT
        | {
            "state": "terminal state",
            "name": "measure",
            "value": "null when it abstains",
            "threshold": "what it was held against",
            "breached": "outside its threshold",
        },
    ),
    "quarantine": View(
        """
        select raw_sha256, format, hold.problem, hold.parser, hold.parser_version, source
        from (select source, raw_sha256, format, unnest(holds) as hold from _gated where state = 'quarantined')
        """,
        {
            "raw_sha256": "the document; its bytes are found by it",
            "format": "what the bytes are",
            "problem": "a problem that holds it; one row each",
            "parser": "who read it",
            "parser_version": "in which version",
            "source": "the source's key",
        },
    ),
    "chunks": View(
        "select source, raw_sha256, unnest(chunks, max_depth := 2) from _indexed",
        _DOCUMENT
        | {
            "chunk_id": "identity from content",
            "text": "the text",
            "heading_path": "headings above it",
            "pages": "pages it comes from",
            "regions": "page and box of every place",
            "routes": "ways it was read",
            "parsers": "who read it",
            "language": "ISO 639-1",
            "model_generated": "true when a vision model wrote a part",
            "flags": "marks",
            "tables": "indices into the document's tables",
            "grade": "a, b or c: how far the scorecard stays from its limits",
        },
    ),
    "outcomes": View(
        """
        select outcome.raw_sha256, outcome.source, coalesce(place.locations, []) as locations, outcome.format, state,
            outcome.skip_rule, problems, primary_problem, cpu_s, parser_versions,
            coalesce(place.first_seen, past.first_written) as first_seen, seen.seen_at as last_seen
        from _outcomes outcome
        left join (
            select source, raw_sha256, list(name order by name) as locations, min(first_seen) as first_seen
            from raw_files group by all
        ) place using (source, raw_sha256)
        left join (
            select source, raw_sha256, min(written_at) as first_written from _outcomes_history group by all
        ) past using (source, raw_sha256)
        left join _seen seen using (source)
        """,
        {
            "raw_sha256": "the document",
            "source": "the source's key",
            "locations": "every name it has in the source",
            "format": "what the bytes are",
            "state": "indexed, quarantined or skipped",
            "skip_rule": "the rule when skipped",
            "problems": "all codes, notes included",
            "primary_problem": "holding problem of the earliest stage; null unless quarantined",
            "cpu_s": "CPU seconds of its last reading, all attempts",
            "parser_versions": "who read it, in which version",
            "first_seen": "UTC",
            "last_seen": "last look at the source that found it, UTC",
        },
    ),
    "document_history": View(
        """
        select source, raw_sha256, run, written_at, case when dropped then 'gone' else state end as state, skip_rule,
            primary_problem, parser_versions, attempts, cpu_s,
            row_number() over (lines order by sequence) as line,
            coalesce(place.first_seen, min(written_at) over lines) as first_seen,
            case when place.first_seen is null then max(written_at) over lines else seen.seen_at end as last_seen
        from _outcomes_history
        left join (
            select source, raw_sha256, min(first_seen) as first_seen from raw_files group by all
        ) place using (source, raw_sha256)
        left join _seen seen using (source)
        window lines as (partition by source, raw_sha256)
        """,
        _DOCUMENT
        | {
            "run": "the run",
            "written_at": "UTC",
            "state": "state in that run; gone when it left the source",
            "skip_rule": "the rule when skipped",
            "primary_problem": "holding problem of the earliest stage",
            "parser_versions": "who read it, in which version",
            "attempts": "attempts of the worker pool",
            "cpu_s": "CPU seconds over all attempts",
            "line": "the document's first, second, … ending",
            "first_seen": "first run that saw the document, UTC",
            "last_seen": "last look at the source that found it; for what is gone, when that was noticed; UTC",
        },
    ),
}
