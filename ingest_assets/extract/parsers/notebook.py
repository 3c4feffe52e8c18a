"""Jupyter notebooks: sources and text outputs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ingest_assets.code_pages.decode import decode
from ingest_assets.extract.containers import corrupt, refused
from ingest_assets.extract.html.document import read_html
from ingest_assets.extract.plain.base64_runs import without_base64
from ingest_assets.extract.plain.markdown import MarkdownReader
from ingest_assets.extract.plain.prose import readable
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.stitched import Stitched
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Block, Extraction, Json, Route
from ingest_assets.settings import Settings


class NotebookParser:
    """Versions 3 and 4 of the format; pictures and widgets are no text."""

    name = "notebook"
    revision = 2
    engines = ("selectolax",)
    formats = frozenset({"ipynb"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("web",)

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: corrupt when the notebook is no JSON object."""
        try:
            notebook = json.loads(decode(request.data(), request.sniffed.encoding or "utf-8"))
        except (ValueError, RecursionError) as error:
            return refused(corrupt(f"notebook: {error}"))
        if not isinstance(notebook, dict):
            return refused(corrupt("notebook: no JSON object"))
        stitched = Stitched()
        for cell in _cells(notebook):
            for part in _cell(cell, request.settings):
                stitched.add(part)
        read = Extraction(blocks=tuple(stitched.blocks), tables=tuple(stitched.tables), metadata=_metadata(notebook))
        return on_page_one(read, self.name)


def _cells(notebook: dict[str, Any]) -> Iterator[dict[str, Any]]:
    sheets = [notebook, *(sheet for sheet in notebook.get("worksheets") or [] if isinstance(sheet, dict))]
    for sheet in sheets:
        cells = sheet.get("cells")
        yield from (cell for cell in cells if isinstance(cell, dict)) if isinstance(cells, list) else ()


def _cell(cell: dict[str, Any], settings: Settings) -> Iterator[Extraction]:
    source = readable(_joined(cell.get("source", cell.get("input"))))
    kind = cell.get("cell_type")
    if kind == "heading":
        yield Extraction(blocks=(Block(kind="heading", level=int(cell.get("level") or 1), text=source, page=1),))
    elif kind == "code":
        yield from _code(source)
        for output in cell.get("outputs") or []:
            if isinstance(output, dict):
                yield from _output(output, settings)
    else:
        reader = MarkdownReader()
        reader.read(source)
        yield Extraction(blocks=tuple(reader.blocks), tables=tuple(reader.tables))


def _output(output: dict[str, Any], settings: Settings) -> Iterator[Extraction]:
    data = output.get("data") if isinstance(output.get("data"), dict) else output
    assert isinstance(data, dict)
    page = _joined(data.get("text/html", data.get("html")))
    if "<table" in page:
        yield read_html(page, settings.web)
        return
    traceback = output.get("traceback")
    text = "\n".join(map(str, traceback)) if isinstance(traceback, list) else ""
    yield from _code(readable(text or _joined(data.get("text/plain", data.get("text")))))


def _code(text: str) -> Iterator[Extraction]:
    if text.strip():
        yield Extraction(blocks=(Block(kind="code", text=without_base64(text.strip("\n")), page=1),))


def _joined(value: Any) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else ""


def _metadata(notebook: dict[str, Any]) -> dict[str, Json]:
    about = notebook.get("metadata")
    kernel = about.get("kernelspec") if isinstance(about, dict) else None
    return {"kernel": kernel.get("name")} if isinstance(kernel, dict) and kernel.get("name") else {}


PARSER = NotebookParser()
