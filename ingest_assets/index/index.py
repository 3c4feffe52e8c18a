"""A gated document becomes chunks: by heading, within a token budget, each with every place its words come from."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ingest_assets.index.pieces import Piece, pieces_of
from ingest_assets.model import Chunk, Document, Region
from ingest_assets.settings import Settings

TOKEN = re.compile(r"\w+|[^\w\s]")


def index(document: Document, settings: Settings) -> Document:
    """The document with its chunks. Blocks of lost pages, quoted mail history and removed text are left out."""
    lost = set(document.verdict.lost_pages)
    blocks = [block for block in document.cleaned.blocks if block.page not in lost and block.kind != "quote"]
    pieces = pieces_of(blocks, document.cleaned.tables, settings)
    seen: Counter[tuple[tuple[str, ...], str]] = Counter()
    chunks = []
    for group in _groups(pieces, settings.chunks.tokens):
        key = (group[0].heading_path, "\n\n".join(piece.text for piece in group))
        chunks.append(_chunk(document, group, seen[key]))
        seen[key] += 1
    return replace(document, chunks=tuple(chunks))


def token_count(text: str) -> int:
    """Words and punctuation marks: the stated rule for every budget here."""
    return len(TOKEN.findall(text))


def _groups(pieces: Iterable[Piece], budget: int) -> Iterator[list[Piece]]:
    """Neighbouring pieces under one heading, up to the budget; a heading path never shares a chunk with another."""
    group: list[Piece] = []
    size = 0
    for piece in pieces:
        tokens = token_count(piece.text)
        if group and (piece.heading_path != group[0].heading_path or (size + tokens > budget and not piece.joined)):
            yield group
            group, size = [], 0
        group.append(piece)
        size += tokens
    if group:
        yield group


def _chunk(document: Document, group: Sequence[Piece], ordinal: int) -> Chunk:
    path = group[0].heading_path
    text = "\n\n".join(piece.text for piece in group)
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
        tables=tuple(piece.table for piece in group if piece.table is not None),
    )


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
