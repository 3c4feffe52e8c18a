"""Blocks and tables while a document is being read, before the tables have their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ingest_assets.extract.table_heads import with_head
from ingest_assets.model import Block, BlockKind, Extraction, Table
from ingest_assets.thresholds.formats import Formats


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One piece of the reading order. A draft of kind ``table`` carries its table, every other one its text."""

    kind: BlockKind
    text: str = ""
    level: int = 0
    marker: str = ""
    flags: tuple[str, ...] = ()
    table: Table | None = None
    page: int = 1


def paragraph(text: str, *, page: int = 1, flags: tuple[str, ...] = ()) -> Draft:
    """A plain paragraph."""
    return Draft(kind="paragraph", text=text, page=page, flags=flags)


def heading(text: str, level: int, *, page: int = 1, flags: tuple[str, ...] = ()) -> Draft:
    """A heading of level 1-6."""
    return Draft(kind="heading", text=text, level=level, page=page, flags=flags)


def table_of(table: Table) -> Draft:
    """A table in its place."""
    return Draft(kind="table", table=table, page=table.page, flags=table.flags)


def rectangular(rows: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Rows filled up with "" to the longest one."""
    lists = [list(row) for row in rows]
    width = max((len(row) for row in lists), default=0)
    return tuple(tuple(row + [""] * (width - len(row))) for row in lists)


def grid_table(rows: Iterable[Iterable[str]], *, page: int = 1, title: str = "", flags: tuple[str, ...] = ()) -> Draft:
    """A table draft out of ragged rows."""
    return table_of(Table(page=page, rows=rectangular(rows), title=title, flags=flags))


def previewed(table: Table, formats: Formats) -> Table:
    """The table, flagged ``preview`` when the markdown should not show all of it."""
    width = len(table.rows[0]) if table.rows else 0
    large = len(table.rows) > formats.preview_rows or len(table.rows) * width > formats.preview_cells
    return replace(table, flags=(*table.flags, "preview")) if large and "preview" not in table.flags else table


def cell_text(drafts: Iterable[Draft]) -> str:
    """The text of a cell or note: its pieces one a line, list labels kept, tables as their cells."""
    return "\n".join(line for draft in drafts for line in _lines(draft) if line)


def _lines(draft: Draft) -> Iterator[str]:
    if draft.table is not None:
        yield from (" ".join(cell for cell in row if cell) for row in draft.table.rows)
    elif draft.kind == "list_item":
        yield f"{draft.marker} {draft.text}".strip()
    else:
        yield draft.text


def assembled(drafts: Iterable[Draft], formats: Formats) -> Extraction:
    """Blocks and tables of the drafts, in order; each table gets its number."""
    blocks: list[Block] = []
    tables: list[Table] = []
    for draft in drafts:
        number = None
        if draft.table is not None:
            number = len(tables)
            tables.append(previewed(with_head(draft.table), formats))
        blocks.append(
            Block(
                kind=draft.kind,
                text=draft.text,
                page=draft.page,
                level=draft.level,
                marker=draft.marker,
                flags=draft.flags,
                table=number,
            )
        )
    return Extraction(blocks=tuple(blocks), tables=tuple(tables))
