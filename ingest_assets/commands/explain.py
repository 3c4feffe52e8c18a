"""``ingest explain FILE``: every decision about one file with its evidence, page by page."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.commands.run import DataOption, JsonOption
from ingest_assets.model import Document, ExtractedPage, Measure, RawFile


def explain_command(
    path: Annotated[Path, typer.Argument(help="The file.")],
    http_content_type: Annotated[str | None, typer.Option(help="Content-Type header the file was served with.")] = None,
    image: Annotated[
        Path | None, typer.Option(help="Draw a page with its word boxes, coloured by route, into this PNG file.")
    ] = None,
    page: Annotated[int, typer.Option(help="The page to draw.")] = 1,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Read one file in this process, by the settings of the source that it lies in, and show what was decided and why."""
    if not path.is_file():
        raise CommandError(f"{path} is no file: ingest explain takes one file")
    from ingest_assets.pipeline import read_document
    from ingest_assets.sidecar import sidecar_of, to_json
    from ingest_assets.workspace import workspace

    content = path.read_bytes()
    raw = RawFile(
        raw_sha256=hashlib.sha256(content).hexdigest(),
        size_bytes=len(content),
        name=path.name,
        http_content_type=http_content_type,
    )
    with TemporaryDirectory(prefix="ingest-explain-") as scratch:
        document = read_document(raw, path, Path(scratch), workspace(data).settings_of(path))
    if image is not None:
        _draw(document, path, page, image)
    print(to_json(sidecar_of(document, [])).decode() if as_json else "\n".join(story(document)))
    return 0


def story(document: Document) -> Iterator[str]:
    """The way of a document in the order in which it was decided."""
    raw, sniffed, verdict = document.raw, document.sniffed, document.verdict
    yield f"{raw.name}: {raw.size_bytes} bytes, sha256 {raw.raw_sha256}"
    lie = f"; the name says .{sniffed.declared_extension}" if sniffed.extension_mismatch else ""
    yield f"format: {sniffed.format} ({sniffed.media_type}) by {sniffed.format_evidence}{lie}; libmagic says {sniffed.libmagic}"
    if sniffed.encoding:
        declared = f", declared {sniffed.declared_encoding}" if sniffed.declared_encoding else ""
        yield f"encoding: {sniffed.encoding} by {sniffed.encoding_source}, confidence {sniffed.encoding_confidence}{declared}"
    for page in document.extraction.pages:
        yield from _page_story(page)
    cleaned = document.cleaned
    yield f"cleaned: {len(cleaned.blocks)} blocks, {len(cleaned.tables)} tables, {len(cleaned.removed)} pieces removed, language {cleaned.language}"
    yield from (
        f"  removed ({removed.reason}) page {removed.page}: {removed.text[:80]!r}" for removed in cleaned.removed
    )
    yield from (
        f"  measure {one.name}: {_number(one.value)}{_limit(one)}{' BREACHED' if one.breached else ''}"
        for one in verdict.scorecard
    )
    for finding in document.findings:
        where = f" on page {finding.page}" if finding.page else ""
        yield f"problem: {finding.code.value} ({finding.severity.value}){where}: {finding.detail}"
    rule = f" by the rule {verdict.skip_rule}" if verdict.skip_rule else ""
    lost = f"; pages left out: {list(verdict.lost_pages)}" if verdict.lost_pages else ""
    yield f"state: {verdict.state}{rule}{lost}; {len(document.chunks)} chunks, {len(document.extraction.children)} children"


def _page_story(page: ExtractedPage) -> Iterator[str]:
    confidence = "" if page.confidence is None else f", confidence {page.confidence:.0f}"
    yield f"page {page.page}: {page.page_class}, route {page.route} by {page.parser_version or 'nobody'}, {page.characters} characters{confidence}"
    for name, value in page.signals.items():
        yield f"    {name}: {_number(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False, default=str)}"


def _limit(measure: Measure) -> str:
    return "" if measure.threshold is None else f" against {_number(measure.threshold)}"


def _number(value: float | None) -> str:
    return "abstains" if value is None else f"{value:.4g}"


def _draw(document: Document, path: Path, number: int, image: Path) -> None:
    from ingest_assets.page_picture import draw_words

    pages = document.extraction.pages
    found = [page for page in pages if page.page == number and (page.content is not None or page.route == "vision")]
    if not found:
        raise CommandError(
            f"page {number} has no words with boxes: {document.sniffed.format} has {len(document.extraction.pages)} pages"
        )
    boxes = [block.bbox for block in document.cleaned.blocks if block.page == number and block.route == "vision"]
    draw_words(path, document.sniffed.format, found[0], image, generated=[box for box in boxes if box is not None])
