"""The columns of every dataset, with their meaning: what Parquet files hold and what ``describe()`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa

TEXT, INT, REAL, BOOL, TIME = pa.string(), pa.int64(), pa.float64(), pa.bool_(), pa.timestamp("us")
TEXTS, INTS = pa.list_(TEXT), pa.list_(INT)
BOX = pa.list_(REAL)


def _structs(**fields: pa.DataType) -> pa.DataType:
    return pa.list_(pa.struct(list(fields.items())))


FINDINGS = _structs(code=TEXT, severity=TEXT, page=INT, detail=TEXT)
REGIONS = _structs(page=INT, bbox=BOX)

KEYS: dict[str, tuple[pa.DataType, str]] = {
    "source": (TEXT, "partition: the source's key"),
    "raw_sha256": (TEXT, "sha256 of the raw bytes: the document's identity"),
    "fingerprint": (TEXT, "hash of everything that decided this row"),
    "output_hash": (TEXT, "sha256 of the record's JSON; the next stage's fingerprint contains it"),
    "run": (TEXT, "run that wrote the row"),
    "written_at": (TIME, "when it was written, UTC"),
    "sequence": (INT, "number of the commit in its dataset and source; the newest row of a document counts"),
    "dropped": (BOOL, "true: the document left the source"),
    "payload": (pa.binary(), "the stage's record as JSON, zstd"),
}


@dataclass(frozen=True, slots=True)
class Dataset:
    """One stage's rows. ``history``: rows of the past stay for good."""

    columns: Mapping[str, tuple[pa.DataType, str]]
    history: bool = False

    @property
    def schema(self) -> pa.Schema:
        """Keys first, then the stage's own columns."""
        return pa.schema([(name, kind) for name, (kind, _) in {**KEYS, **self.columns}.items()])


DATASETS: dict[str, Dataset] = {
    "sniffed": Dataset({
        "format": (TEXT, "what the bytes are"),
        "media_type": (TEXT, "media type of the format"),
        "format_evidence": (TEXT, "why the format was chosen"),
        "declared_extension": (TEXT, "extension of the name"),
        "extension_mismatch": (BOOL, "the name lies about the format"),
        "libmagic": (TEXT, "libmagic's own answer"),
        "encoding": (TEXT, "WHATWG name; null for binary formats"),
        "encoding_source": (TEXT, "which evidence settled the encoding"),
        "encoding_confidence": (REAL, "0-1"),
        "declared_encoding": (TEXT, "what the file itself declares"),
        "flags": (TEXTS, "marks of the sniffer"),
        "skip_rule": (TEXT, "the rule that leaves the document out"),
        "findings": (FINDINGS, "problems of this stage"),
    }),
    "triaged": Dataset({
        "pages": (
            _structs(page=INT, page_class=TEXT, route=TEXT, characters=INT, signals=TEXT),
            "class, route and signals of each page",
        ),
        "findings": (FINDINGS, "problems of this stage"),
    }),
    "extracted": Dataset({
        "pages": (
            _structs(
                page=INT, page_class=TEXT, route=TEXT, parser=TEXT, parser_version=TEXT, characters=INT,
                confidence=REAL, signals=TEXT,
            ),
            "how each page was read",
        ),
        "parser_versions": (TEXTS, "every parser version that read a part of the document"),
        "cpu_s": (REAL, "CPU seconds of the reading, all attempts"),
        "attempts": (INT, "attempts of the worker pool"),
        "children": (
            _structs(member=TEXT, raw_sha256=TEXT, size_bytes=INT, content_type=TEXT),
            "members that are documents of their own",
        ),
        "findings": (FINDINGS, "problems of this stage"),
    }),
    "cleaned": Dataset({
        "language": (TEXT, "ISO 639-1, null when too short to tell"),
        "blocks": (INT, "blocks in reading order"),
        "characters": (INT, "characters of all blocks"),
        "removed": (INT, "pieces taken out of the flow"),
        "tables": (
            _structs(
                ordinal=INT, page=INT, title=TEXT, row_count=INT, column_count=INT, header_rows=INT, route=TEXT,
                parser=TEXT, flags=TEXTS, cells=TEXT,
            ),
            "the tables, cells as JSON rows",
        ),
        "findings": (FINDINGS, "problems of this stage"),
    }),
    "gated": Dataset({
        "state": (TEXT, "indexed, quarantined or skipped"),
        "skip_rule": (TEXT, "the rule when skipped"),
        "format": (TEXT, "what the bytes are"),
        "measures": (_structs(name=TEXT, value=REAL, threshold=REAL, breached=BOOL), "the scorecard"),
        "holds": (_structs(problem=TEXT, parser=TEXT, parser_version=TEXT), "the problems that hold the document"),
        "lost_pages": (INTS, "pages whose text stays out"),
        "findings": (FINDINGS, "problems of this stage"),
    }),
    "indexed": Dataset({
        "chunks": (
            _structs(
                chunk_id=TEXT, text=TEXT, heading_path=TEXTS, pages=INTS, regions=REGIONS, routes=TEXTS, parsers=TEXTS,
                language=TEXT, model_generated=BOOL, flags=TEXTS, tables=INTS, grade=TEXT,
            ),
            "the chunks as they stand in the index",
        ),
    }),
    "outcomes": Dataset(
        {
            "format": (TEXT, "what the bytes are"),
            "state": (TEXT, "indexed, quarantined or skipped"),
            "skip_rule": (TEXT, "the rule when skipped"),
            "problems": (TEXTS, "all problem codes, notes included"),
            "primary_problem": (TEXT, "the holding problem of the earliest stage; null unless quarantined"),
            "parser_versions": (TEXTS, "every parser version that read a part of the document"),
            "cpu_s": (REAL, "CPU seconds over all attempts"),
            "attempts": (INT, "attempts of the worker pool"),
        },
        history=True,
    ),
}  # fmt: skip

LOCATIONS: dict[str, tuple[pa.DataType, str]] = {
    "source": (TEXT, "partition: the source's key"),
    "path": (pa.binary(), "path below the source's folder, the bytes as the disk has them"),
    "name": (TEXT, "the path for people; foreign bytes as \\xe9"),
    "size_bytes": (INT, "size when it was read"),
    "mtime_ns": (INT, "modification time when it was read, ns"),
    "raw_sha256": (TEXT, "sha256 of the bytes; for what is never read, of its rule and name"),
    "http_content_type": (TEXT, "Content-Type header stored beside a fetched file"),
    "headers_mtime_ns": (INT, "modification time of that headers file, ns"),
    "skip_rule": (TEXT, "symlink, special_file, system_file or size_limit"),
    "problem": (TEXT, "read_error, fetch_failed, fetch_refused or address_gone when the bytes could not be had"),
    "detail": (TEXT, "the system's own words about it"),
    "etag": (TEXT, "the object store's or web server's mark of these bytes"),
    "headers": (TEXT, "how they were fetched: time, final address, status and response headers, JSON"),
    "first_seen": (TIME, "first run that saw this name, UTC"),
}
LOCATION_SCHEMA = pa.schema([(name, kind) for name, (kind, _) in LOCATIONS.items()])
