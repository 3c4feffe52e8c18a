"""Blocks become pieces: the smallest parts that a chunk is made of, each with its heading path and its places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest_assets.index.places import Places
from ingest_assets.index.table_parts import letters_of, table_parts
from ingest_assets.index.tokens import cut, solid_length, token_count
from ingest_assets.markdown import block_markdown
from ingest_assets.model import Block, Region, Route, Table
from ingest_assets.thresholds.gate import ChunkThresholds

UNTOLD = frozenset({"preview", "inferred_head"})
"""Flags of tables that concern only how they are printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """``joined`` keeps the piece with the one before it (a table with its introduction, a list item with its list).

    ``section`` counts the headings so far: pieces of one section stand under one heading. ``item`` marks list items.
    """

    text: str
    heading_path: tuple[str, ...]
    regions: tuple[Region, ...]
    route: Route
    parser: str
    flags: tuple[str, ...] = ()
    table: int | None = None
    joined: bool = False
    item: bool = False
    section: int = 0


@dataclass(slots=True, kw_only=True)
class Cutter:
    """Walks the blocks once, knowing the headings above and the block before."""

    tables: Sequence[Table]
    limits: ChunkThresholds
    places: Places
    path: list[tuple[int, str]] = field(default_factory=list)
    before: Block | None = None
    list_tokens: int = 0
    section: int = 0

    def pieces(self, blocks: Sequence[Block]) -> Iterator[Piece]:
        """Pieces in reading order; headings go into the path of what follows them, and are pieces where nothing does."""
        for place, block in enumerate(blocks):
            after = blocks[place + 1] if place + 1 < len(blocks) else None
            if block.kind == "heading":
                yield from self._heading(block, after)
            elif block.kind == "table" and block.table is not None:
                yield from self._table(block, self.tables[block.table], after)
            elif block.text.strip() and not self._is_told(block):
                yield from self._text(block)
            self.before = block

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings above, the highest first."""
        return tuple(title for _, title in self.path)

    def _heading(self, block: Block, after: Block | None) -> Iterator[Piece]:
        self.path = [entry for entry in self.path if entry[0] < block.level]
        title = " ".join(block.text.split())
        self.section += 1
        bare = after is None or (after.kind == "heading" and after.level <= block.level)
        if bare and title:
            yield self._piece(block, title)
        self.path.append((block.level, title))
        self.section += 1

    def _text(self, block: Block) -> Iterator[Piece]:
        """A block, cut where it is longer than a chunk."""
        text = block_markdown(block, self.tables)
        parts = cut(text, self.limits.tokens)
        joined = self._belongs(block, token_count(parts[0]))
        if len(parts) == 1:
            yield self._piece(block, parts[0], joined=joined)
            return
        total, start = solid_length(text), 0
        for number, part in enumerate(parts):
            stop = start + solid_length(part)
            regions = self.places.narrowed(_regions(block), [(start, stop)], total)
            yield self._piece(block, part, regions=regions, joined=joined and number == 0)
            start = stop

    def _belongs(self, block: Block, tokens: int) -> bool:
        """A list item stays with its list and with the line that leads to it, as long as a chunk holds them."""
        before = self.before
        if block.kind != "list_item" or before is None:
            self.list_tokens = tokens
            return False
        leads = before.kind == "paragraph" and before.text.rstrip().endswith(":")
        if leads:
            self.list_tokens = token_count(before.text)
        if before.kind != "list_item" and not leads:
            self.list_tokens = tokens
            return False
        self.list_tokens += tokens
        if self.list_tokens > self.limits.tokens:
            self.list_tokens = tokens
            return False
        return True

    def _table(self, block: Block, table: Table, after: Block | None) -> Iterator[Piece]:
        """The title stands above each part; the paragraph or caption before the table stays with the first."""
        introduction = self._introduction()
        size = token_count(introduction.text) if introduction is not None else 0
        title = " ".join(table.title.split())
        regions = table.regions or _regions(block)
        beside = _title_regions(title, self.before, after)
        flags = tuple(dict.fromkeys((*block.flags, *(flag for flag in table.flags if flag not in UNTOLD))))
        budget = self.limits.tokens
        parts = table_parts(table, title=title, budget=budget, first=budget - size)
        told = introduction is not None and " ".join(introduction.text.split()) == title
        for number, part in enumerate(parts):
            where = self.places.narrowed(regions, part.letters, letters_of(table)) if len(parts) > 1 else regions
            again = number == 0 and told and part.text.startswith(title)
            yield Piece(
                text=part.text[len(title) :].lstrip() if again else part.text,
                heading_path=self.titles,
                regions=tuple(dict.fromkeys((*(() if again else beside), *where))),
                route=block.route,
                parser=block.parser,
                flags=flags,
                table=block.table,
                joined=introduction is not None and number == 0,
                section=self.section,
            )

    def _introduction(self) -> Block | None:
        before = self.before
        if before is None or before.kind not in ("caption", "paragraph") or not before.text.strip():
            return None
        return before if token_count(before.text) <= self.limits.introduction else None

    def _is_told(self, block: Block) -> bool:
        """A caption below its table stands above the table's text already."""
        before = self.before
        if block.kind != "caption" or before is None or before.table is None:
            return False
        title = " ".join(self.tables[before.table].title.split())
        return " ".join(block.text.split()) == title and token_count(title) <= self.limits.tokens // 4

    def _piece(self, block: Block, text: str, *, regions: tuple[Region, ...] = (), joined: bool = False) -> Piece:
        return Piece(
            text=text,
            heading_path=self.titles,
            regions=regions or _regions(block),
            route=block.route,
            parser=block.parser,
            flags=block.flags,
            joined=joined,
            item=block.kind == "list_item",
            section=self.section,
        )


def _regions(block: Block) -> tuple[Region, ...]:
    return block.regions or (Region(page=block.page, bbox=block.bbox),)


def _title_regions(title: str, *near: Block | None) -> tuple[Region, ...]:
    """Where the table's title is printed: the caption beside it."""
    found = [block for block in near if block is not None and title and " ".join(block.text.split()) == title]
    return _regions(found[0]) if found else ()
