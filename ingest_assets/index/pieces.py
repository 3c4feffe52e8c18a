"""Blocks become pieces: the smallest parts that a chunk is made of, each with its heading path and its places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest_assets.markdown import block_markdown, table_markdown
from ingest_assets.model import Block, Region, Route, Table
from ingest_assets.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """``joined`` keeps the piece with the one before it (a table with its introduction, a list item with its list)."""

    text: str
    heading_path: tuple[str, ...]
    regions: tuple[Region, ...]
    route: Route
    parser: str
    flags: tuple[str, ...] = ()
    table: int | None = None
    joined: bool = False


def pieces_of(blocks: Sequence[Block], tables: Sequence[Table], settings: Settings) -> Iterator[Piece]:
    """Pieces in reading order; headings go into the path of what follows them."""
    path: list[tuple[int, str]] = []
    before: Block | None = None
    for block in blocks:
        if block.kind == "heading":
            if before is not None and before.kind == "heading" and before.level >= block.level:
                yield _piece(before, before.text, _titles(path))
            path = [entry for entry in path if entry[0] < block.level]
            path.append((block.level, " ".join(block.text.split())))
        elif block.kind == "table" and block.table is not None:
            yield from _table_pieces(block, tables[block.table], _titles(path), before, settings.chunks.table_rows)
        elif block.text.strip():
            yield _text_piece(block, tables, _titles(path), before)
        before = block
    if before is not None and before.kind == "heading":
        yield _piece(before, before.text, _titles(path))


def _titles(path: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(title for _, title in path)


def _text_piece(block: Block, tables: Sequence[Table], path: tuple[str, ...], before: Block | None) -> Piece:
    joined = before is not None and before.kind == block.kind == "list_item"
    return replace(_piece(block, block_markdown(block, tables), path), joined=joined and len(block.text) < 200)


def _piece(block: Block, text: str, path: tuple[str, ...]) -> Piece:
    regions = block.regions or (Region(page=block.page, bbox=block.bbox),)
    return Piece(
        text=text, heading_path=path, regions=regions, route=block.route, parser=block.parser, flags=block.flags
    )


def _table_pieces(
    block: Block, table: Table, path: tuple[str, ...], before: Block | None, limit: int
) -> Iterator[Piece]:
    """The table whole, or by groups of rows with its head repeated."""
    heads = max(table.header_rows, 1)
    head, body = table.rows[:heads], table.rows[heads:]
    base = _piece(replace(block, regions=table.regions or block.regions), "", path)
    introduced = before is not None and before.kind in ("caption", "paragraph")
    flags = tuple(dict.fromkeys((*base.flags, *(flag for flag in table.flags if flag != "preview"))))
    for start in range(0, max(len(body), 1), limit):
        part = replace(table, rows=(*head, *body[start : start + limit]), flags=())
        text = table_markdown(part)
        if text:
            yield replace(base, text=text, flags=flags, table=block.table, joined=introduced and start == 0)
