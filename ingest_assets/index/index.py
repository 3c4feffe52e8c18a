"""A gated document becomes chunks: by heading, within a token budget, each with every place its words come from."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest_assets.index.grades import grade
from ingest_assets.index.pieces import Cutter, Piece
from ingest_assets.index.places import Places
from ingest_assets.index.tokens import token_count
from ingest_assets.model import Chunk, Document, Region
from ingest_assets.settings import Settings


def index(document: Document, settings: Settings) -> Document:
    """The document with its chunks. Blocks of lost pages, quoted mail history and removed text are left out."""
    lost = set(document.verdict.lost_pages)
    blocks = [block for block in document.cleaned.blocks if block.page not in lost and block.kind != "quote"]
    cutter = Cutter(tables=document.cleaned.tables, limits=settings.chunks, places=Places(document.extraction.pages))
    weight = grade(document.verdict, settings)
    seen: Counter[tuple[tuple[str, ...], str]] = Counter()
    chunks = []
    for group in _groups(cutter.pieces(blocks), settings.chunks.tokens):
        key = (group[0].heading_path, _text(group))
        chunks.append(replace(_chunk(document, group, seen[key]), grade=weight))
        seen[key] += 1
    return replace(document, chunks=tuple(chunks))


def _groups(pieces: Iterable[Piece], budget: int) -> Iterator[list[Piece]]:
    """Neighbouring units under one heading, up to the budget; no chunk crosses a heading."""
    group: list[Piece] = []
    size = 0
    for unit in _units(pieces):
        tokens = sum(token_count(piece.text) for piece in unit)
        if group and (unit[0].section != group[0].section or size + tokens > budget):
            yield group
            group, size = [], 0
        group.extend(unit)
        size += tokens
    if group:
        yield group


def _units(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Pieces that stay together."""
    unit: list[Piece] = []
    for piece in pieces:
        if unit and not (piece.joined and piece.section == unit[0].section):
            yield unit
            unit = []
        unit.append(piece)
    if unit:
        yield unit


def _chunk(document: Document, group: Sequence[Piece], ordinal: int) -> Chunk:
    path = group[0].heading_path
    text = _text(group)
    regions = tuple(dict.fromkeys(region for piece in group for region in piece.regions))
    routes = tuple(dict.fromkeys(piece.route for piece in group))
    return Chunk(
        chunk_id=_identity(document, path, text, ordinal),
        text=text,
        heading_path=path,
        pages=tuple(sorted({region.page for region in regions})),
        regions=regions,
        routes=routes,
        parsers=_versions(document, group, regions),
        language=document.cleaned.language,
        model_generated="vision" in routes,
        flags=tuple(dict.fromkeys(flag for piece in group for flag in piece.flags)),
        tables=tuple(dict.fromkeys(piece.table for piece in group if piece.table is not None)),
    )


def _text(group: Sequence[Piece]) -> str:
    """Pieces with a blank line between them, but items of one list line by line."""
    text = group[0].text
    for before, piece in pairwise(group):
        text += ("\n" if before.item and piece.item else "\n\n") + piece.text
    return text


def _identity(document: Document, path: tuple[str, ...], text: str, ordinal: int) -> str:
    """From the document's place, the words and their ordinal among equal ones: an unchanged part of a changed file keeps its id."""
    raw = document.raw
    parts = (raw.source, raw.name, *path, text, str(ordinal))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _versions(document: Document, group: Sequence[Piece], regions: Sequence[Region]) -> tuple[str, ...]:
    """Versions of the parsers that read the chunk's pages."""
    pages = {region.page for region in regions}
    names = {piece.parser for piece in group}
    found = [
        page.parser_version
        for page in document.extraction.pages
        if page.page in pages and (not names or page.parser in names or page.parser_version)
    ]
    return tuple(dict.fromkeys(version for version in found if version))
