"""One page made ready for layout: its frames, the tables found in them, and the segments that tables left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest_assets.clean.layout.drafts import without_line_numbers
from ingest_assets.clean.layout.frames import Frame, frames_of
from ingest_assets.clean.layout.leftward import leftward_frame
from ingest_assets.clean.layout.line import Line, segments_of
from ingest_assets.clean.layout.pieces import pieces_of
from ingest_assets.clean.layout.spacing import with_joined_letters
from ingest_assets.clean.layout.title_blocks import without_title_blocks
from ingest_assets.clean.tables.find import find_tables, over_budget
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.join import join_over_pages
from ingest_assets.clean.tables.margins import running_lines
from ingest_assets.clean.tables.turned import with_upright_cells
from ingest_assets.model import Annotation, BBox, ExtractedPage, PageContent, Region, Span, Table
from ingest_assets.thresholds.layout import Layout
from ingest_assets.thresholds.tables import Tables

TABLES = Tables()
ANNOTATION_SIZE = 10.0  # pt: type size of values that the file shows without saying how


@dataclass(frozen=True, slots=True)
class TableItem:
    """A table among the lines: ``table`` with its places in displayed pages; None where an earlier page holds the table."""

    table: Table | None


@dataclass(slots=True)
class Sheet:
    """A page with its frames (the main one first), the segments of each, leaning spans and sticky notes."""

    page: ExtractedPage
    content: PageContent
    frames: list[Frame]
    segments: list[list[Line]]
    leaning: list[Span]
    notes: tuple[Annotation, ...]
    over_budget: bool = False

    @property
    def number(self) -> int:
        """Page number."""
        return self.page.page


def sheets_of(pages: Sequence[ExtractedPage], limits: Layout) -> list[Sheet]:
    """Pages with content, with tables taken out of their segments and put among them as items."""
    read = [page for page in pages if page.content is not None]
    bare = without_title_blocks([page.content for page in read if page.content is not None], limits)
    whole = [with_joined_letters(content, limits) for content in bare]
    sheets = [_sheet(page, without_line_numbers(content, limits)) for page, content in zip(read, whole, strict=True)]
    running = running_lines([sheet.content for sheet in sheets], TABLES) if len(sheets) > 1 else frozenset()
    found = [[find_tables(frame.content, running=running) for frame in sheet.frames] for sheet in sheets]
    joined = _joined(sheets, found)
    for sheet in sheets:
        for frame in sheet.frames:
            owned, items = joined.get((sheet.number, frame.turn), (frozenset(), []))
            pieces = pieces_of(frame.content.spans, owned, frame.turn)
            sheet.segments.append([*segments_of(sheet.number, pieces, limits), *items])
    return sheets


def _sheet(page: ExtractedPage, content: PageContent) -> Sheet:
    shown = replace(content, spans=(*content.spans, *map(_annotation_span, _on_page(content))))
    frames, leaning = frames_of(with_upright_cells(shown))
    notes = tuple(one for one in content.annotations if one.kind == "note")
    return Sheet(page, content, [leftward_frame(frame) for frame in frames], [], leaning, notes, over_budget(content))


def _on_page(content: PageContent) -> list[Annotation]:
    return [annotation for annotation in content.annotations if annotation.kind != "note"]


def _annotation_span(annotation: Annotation) -> Span:
    x0, y0, x1, y1 = annotation.bbox
    size = min(ANNOTATION_SIZE, max(y1 - y0, 1.0))
    base = (y0 + y1) / 2 + 0.35 * size
    text = " ".join(annotation.text.split())
    return Span(text=text, bbox=(x0, base - size, x1, base + 0.25 * size), origin=(x0, base), size=size)


Place = tuple[int, int]
"""Page and quarter turns: names a frame of the document."""


def _joined(
    sheets: Sequence[Sheet], found: Sequence[Sequence[Sequence[FoundTable]]]
) -> dict[Place, tuple[frozenset[tuple[int, int]], list[Line]]]:
    """Owned words and table items by frame; tables of frames turned alike are joined over pages."""
    by_turn: dict[int, tuple[list[FoundTable], list[PageContent]]] = {}
    frames: dict[Place, Frame] = {}
    for sheet, tables in zip(sheets, found, strict=True):
        for frame, frame_tables in zip(sheet.frames, tables, strict=True):
            frames[sheet.number, frame.turn] = frame
            collected, contents = by_turn.setdefault(frame.turn, ([], []))
            collected.extend(frame_tables)
            contents.append(frame.content)
    owned: dict[Place, set[tuple[int, int]]] = {}
    items: dict[Place, list[Line]] = {}
    for turn, (collected, contents) in by_turn.items():
        for table in join_over_pages(collected, contents):
            for page, words in table.owned_by_page or ((table.table.page, table.owned),):
                owned.setdefault((page, turn), set()).update(words)
            _place_items(table, turn, frames, items)
    return {place: (frozenset(owned.get(place, ())), items.get(place, [])) for place in frames}


def _place_items(found: FoundTable, turn: int, frames: dict[Place, Frame], items: dict[Place, list[Line]]) -> None:
    regions = found.table.regions or (Region(page=found.table.page, bbox=found.bbox),)
    placed = tuple(
        replace(region, bbox=frames[region.page, turn].placed(region.bbox) if region.bbox else None)
        for region in regions
    )
    table = replace(found.table, bbox=placed[0].bbox, regions=placed)
    for number, region in enumerate(regions):
        if region.bbox is not None:
            line = item_line(region.page, region.bbox, TableItem(table if number == 0 else None))
            items.setdefault((region.page, turn), []).append(line)


def item_line(page: int, box: BBox, item: object) -> Line:
    """A thing that is no text of its frame, with its box there, as one of the lines."""
    return Line(page, (), "", box[0], box[2], box[1], box[3], box[3], 0.0, item=item)
