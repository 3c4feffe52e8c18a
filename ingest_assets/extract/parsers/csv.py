"""Delimited text: csv and tsv, whatever delimiter they really use."""

from __future__ import annotations

from ingest_assets.code_pages.mixed import decode_lines
from ingest_assets.extract.containers import too_large
from ingest_assets.extract.delimited.table import Delimited, read_delimited
from ingest_assets.extract.faults import finding_of
from ingest_assets.extract.plain.prose import paragraphs, readable
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Block, Extraction, Finding, Route, Table
from ingest_assets.problems import Problem, Severity
from ingest_assets.settings import Settings


class DelimitedParser:
    """Cells are strings as printed: 00501, NA and 19-digit numbers stay what they are."""

    name = "csv"
    revision = 2
    engines: tuple[str, ...] = ()
    formats = frozenset({"csv", "tsv"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("web",)

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: not_tabular (kept as text, or rows that do not agree), too_large above the limit of cells."""
        text = readable(decode_lines(request.data(), request.sniffed.encoding or "utf-8"))
        settings = request.settings
        found = read_delimited(text, cells=settings.limits.cells, web=settings.web)
        read = _as_text(text, settings) if found is None else _as_table(found, settings)
        return on_page_one(read, self.name)


def _as_text(text: str, settings: Settings) -> Extraction:
    blocks = tuple(Block(kind="paragraph", text=part, page=1) for part in paragraphs(text, settings.web))
    is_list = all(len(block.text) < 200 for block in blocks)
    return Extraction(
        blocks=blocks, findings=() if is_list else (_not_tabular("no delimiter gives rows of one width"),)
    )


def _as_table(found: Delimited, settings: Settings) -> Extraction:
    rows = rectangular(found.rows, settings.limits.cells)
    blocks = [Block(kind="paragraph", text=line, page=1) for line in found.preamble if line]
    tables: tuple[Table, ...] = ()
    if rows:
        blocks.append(Block(kind="table", text="", page=1, table=0))
        tables = (Table(page=1, rows=rows),)
    return Extraction(blocks=tuple(blocks), tables=tables, findings=tuple(_findings(found, settings)))


def rectangular(rows: tuple[tuple[str, ...], ...], cells: int) -> tuple[tuple[str, ...], ...]:
    """Rows of one width. When one long row would blow the table up beyond ``cells``, its tail is one cell."""
    longest = max((len(row) for row in rows), default=0)
    width = max(1, min(longest, cells // max(1, len(rows))))
    if width < longest:
        rows = tuple(row if len(row) <= width else (*row[: width - 1], ", ".join(row[width - 1 :])) for row in rows)
    return tuple((*row, *[""] * (width - len(row))) for row in rows)


def _findings(found: Delimited, settings: Settings) -> list[Finding]:
    findings = []
    if found.share < settings.web.modal_share:
        findings.append(
            _not_tabular(f"{found.share:.2f} of the rows have the modal width, limit {settings.web.modal_share}")
        )
    if found.unclosed:
        findings.append(_not_tabular("a quote never closes; quotes were read as text"))
    if found.truncated:
        findings.append(finding_of(too_large(f"more than {settings.limits.cells} cells")))
    return findings


def _not_tabular(detail: str) -> Finding:
    return Finding(code=Problem.NOT_TABULAR, severity=Severity.NOTE, detail=detail)


PARSER = DelimitedParser()
