"""``ingest search``, ``ingest cite`` and ``ingest index``: find chunks, show where they stand, publish the index."""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.commands.run import DataOption, JsonOption

if TYPE_CHECKING:
    from ingest_assets.search.search import Found, Hit, Search

CURE = "ingest index --rebuild makes it from the lake"


def search_command(  # noqa: PLR0913, PLR0917 - the command line takes one argument for each option
    query: Annotated[
        list[str], typer.Argument(help='Words, "phrases", numbers and codes as written, field:value, -word.')
    ],
    source: Annotated[str | None, typer.Option(help="Only this source.")] = None,
    file_format: Annotated[str | None, typer.Option("--format", help="Only this format.")] = None,
    language: Annotated[str | None, typer.Option(help="Only this language (en, ru, …).")] = None,
    route: Annotated[str | None, typer.Option(help="Only native, native_repaired, ocr or vision.")] = None,
    after: Annotated[
        str | None, typer.Option(help="Only files last changed on or after this day (2026-03-01).")
    ] = None,
    before: Annotated[str | None, typer.Option(help="Only files last changed on or before this day.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many results.")] = 10,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Ranked chunks with file, page, route and snippet; near-duplicates stand below the best of them."""
    from ingest_assets.search.query import Filters

    filters = Filters(
        source=source,
        format=file_format,
        language=language,
        route=route,
        after=_day("--after", after),
        before=_day("--before", before),
    )
    bold = ("\x1b[1m", "\x1b[0m") if sys.stdout.isatty() and not as_json else ("", "")
    hits = _opened(data, bold).find(" ".join(query), filters, limit=limit)
    if as_json:
        print(json.dumps([_as_json(hit) for hit in hits], ensure_ascii=False))
        return 0
    for number, hit in enumerate(hits, 1):
        print("\n".join(_lines(number, hit)))
    print(f"{len(hits)} results" if hits else "nothing found")
    return 0


def cite_command(
    chunk_id: Annotated[str, typer.Argument(help="A chunk's identity, or the beginning of it.")],
    image: Annotated[
        Path | None, typer.Option(help="Draw the page with the cited regions marked into this PNG file.")
    ] = None,
    page: Annotated[int | None, typer.Option(help="Another page of the chunk than its first.")] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Show where a chunk stands: file, page, boxes, who read it; with --image as a picture."""
    from ingest_assets.search.cite import NotDrawableError, draw_citation
    from ingest_assets.workspace import workspace

    found = _opened(data).chunk(chunk_id)
    if found is None:
        raise CommandError(
            f"no published chunk {chunk_id} (or more than one begins so): ingest search --json gives identities"
        )
    if image is not None:
        try:
            draw_citation(found, workspace(data).lake, image, page=page)
        except NotDrawableError as error:
            raise CommandError(f"--page {page}: {error}") from error
    if as_json:
        print(json.dumps(_found_json(found), ensure_ascii=False))
        return 0
    print("\n".join(_place(found)))
    return 0


def index_command(
    rebuild: Annotated[bool, typer.Option(help="Build anew from the lake instead of adding the difference.")] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Publish the search index: bring it up to date with the lake, or build it anew when it is damaged or --rebuild says so."""
    from dataclasses import asdict

    from ingest_assets.search.publish import publish
    from ingest_assets.store.store import Store
    from ingest_assets.workspace import workspace

    home = workspace(data)
    done = publish(Store(home.lake), home.settings().search, rebuild=rebuild)
    if as_json:
        print(json.dumps(asdict(done)))
        return 0
    built = f", built anew: {done.rebuilt}" if done.rebuilt else ""
    print(f"publication {done.number}: {done.documents} documents, {done.chunks} chunks{built}")
    print(f"{done.added} documents added, {done.changed} changed, {done.removed} removed")
    if done.documents_without_chunks:
        print(f"{done.documents_without_chunks} indexed documents have no chunk: nothing of them can be found")
    return 0


def _opened(data: DataOption, mark: tuple[str, str] = ("", "")) -> Search:
    from ingest_assets.search.publication import IndexMissingError
    from ingest_assets.search.search import Search
    from ingest_assets.workspace import workspace

    try:
        return Search(workspace(data).lake, mark=mark)
    except IndexMissingError as error:
        raise CommandError(f"{error}: {CURE}") from error


def _day(option: str, value: str | None) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(value) if value is not None else None
    except ValueError as error:
        raise CommandError(f"{option} {value} is no day: write it as 2026-03-01") from error


def _lines(number: int, hit: Hit) -> Sequence[str]:
    found = hit.found
    where = f"{found.source}/{found.locations[0]}"
    head = f"{number:3}. {where}, {_pages(found)} · {'+'.join(found.routes)} · {found.format} · grade {found.grade or '?'} · {found.chunk_id[:12]}"
    path = [f"     {' › '.join(found.heading_path)}"] if found.heading_path else []
    also = [f"     also in {one.source}/{one.locations[0]}, {_pages(one)} · {one.chunk_id[:12]}" for one in hit.near]
    names = [f"     also as {name}" for name in found.locations[1:]]
    return [head, *path, f"     {hit.snippet}", *names, *also]


def _pages(found: Found) -> str:
    pages = list(found.pages)
    return f"page {pages[0]}" if len(pages) == 1 else f"pages {pages[0]}-{pages[-1]}" if pages else "no page"


def _place(found: Found) -> Sequence[str]:
    boxes = [
        f"  page {region.page}: "
        + (", ".join(f"{value:.1f}" for value in region.bbox) if region.bbox else "no geometry")
        for region in found.regions
    ]
    names = [f"{found.source}/{name}#page={found.pages[0] if found.pages else 1}" for name in found.locations]
    read = f"{found.format}, read by {', '.join(found.parsers) or 'nobody'} ({', '.join(found.routes)}), grade {found.grade or '?'}"
    path = [" › ".join(found.heading_path)] if found.heading_path else []
    return [*names, read, *path, "regions (points from the top left):", *boxes, "", found.text]


def _found_json(found: Found) -> dict[str, object]:
    from dataclasses import asdict

    regions = [{"page": region.page, "bbox": region.bbox} for region in found.regions]
    return {**asdict(found), "regions": regions}


def _as_json(hit: Hit) -> dict[str, object]:
    near = [
        {"chunk_id": one.chunk_id, "source": one.source, "locations": one.locations, "pages": one.pages}
        for one in hit.near
    ]
    return {"score": round(hit.score, 3), "snippet": hit.snippet, **_found_json(hit.found), "near_duplicates": near}
