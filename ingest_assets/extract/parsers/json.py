"""JSON and JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ingest_assets.code_pages.decode import decode
from ingest_assets.extract.containers import refused, too_large
from ingest_assets.extract.plain.json_lines import blocks_of, flat_table, parse
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.stitched import Stitched
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Block, Extraction, Finding, Route, Table
from ingest_assets.problems import Problem, Severity


class JsonParser:
    """Key paths and values; arrays of flat records are tables; bad lines are counted and kept out."""

    name = "json"
    revision = 1
    engines: tuple[str, ...] = ()
    formats = frozenset({"json", "jsonl"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: too_large (nested too deep), bad_records (a hold when no record parses)."""
        text = decode(request.data(), request.sniffed.encoding or "utf-8").replace("\x00", "").lstrip("\ufeff")
        try:
            read = _whole(text) if request.sniffed.format == "json" else None
        except RecursionError:
            return refused(too_large("JSON nested deeper than the reader goes"))
        return on_page_one(read or _by_line(text), self.name)


def _whole(text: str) -> Extraction | None:
    try:
        value = parse(text)
    except ValueError:
        return None
    return _read(value)


def _read(value: Any) -> Extraction:
    rows = flat_table(value) if isinstance(value, list) else None
    if rows is None:
        return Extraction(blocks=tuple(blocks_of(value)))
    return Extraction(blocks=(Block(kind="table", text="", page=1, table=0),), tables=(Table(page=1, rows=rows),))


def _by_line(text: str) -> Extraction:
    """Records one a line; a file of records one after the other over several lines is read as well."""
    records: list[Any] = []
    bad: list[int] = []
    for number, record in _records(text):
        if record is None:
            bad.append(number)
        else:
            records.append(record[0])
    rows = flat_table(records)
    stitched = Stitched()
    if rows is not None:
        stitched.add(_read(records))
    else:
        for i, record in enumerate(records):
            stitched.add(Extraction(blocks=tuple(blocks_of(record, f"[{i}]"))))
    findings = (_bad_records(bad, len(records)),) if bad else ()
    if not records:
        stitched.add(Extraction(blocks=(Block(kind="code", text=text.strip(), page=1),)))
    return Extraction(blocks=tuple(stitched.blocks), tables=tuple(stitched.tables), findings=findings)


def _records(text: str) -> Iterator[tuple[int, tuple[Any] | None]]:
    """(line number, (record,)), or None in place of the record when the line is bad."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, (parse(line),)
        except (ValueError, RecursionError):
            yield number, None


def _bad_records(bad: list[int], good: int) -> Finding:
    """A note; a hold when nothing was read at all."""
    detail = f"{len(bad)} bad of {len(bad) + good} records; lines {json.dumps(bad[:10])}"
    return Finding(code=Problem.BAD_RECORDS, severity=Severity.NOTE if good else Severity.HOLD, detail=detail)


PARSER = JsonParser()
