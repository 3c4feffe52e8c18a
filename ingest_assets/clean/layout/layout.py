"""Pages of words with coordinates become blocks in reading order, tables, and a list of what was taken out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest_assets.clean.layout import furniture
from ingest_assets.clean.layout.blocks import blocks_of
from ingest_assets.clean.layout.columns import Column, Gutters, columns_of, gutters_of, is_crowded, margins_apart
from ingest_assets.clean.layout.frames import MIRRORED, Frame, curved_words
from ingest_assets.clean.layout.line import Line, line_of
from ingest_assets.clean.layout.notes import written
from ingest_assets.clean.layout.pieces import pieces_of
from ingest_assets.clean.layout.sheets import Place, Sheet, item_line, sheets_of
from ingest_assets.clean.layout.sides import marked_sides
from ingest_assets.model import BBox, Block, ExtractedPage, Finding, Json, Removed, Table
from ingest_assets.problems import Problem, Severity
from ingest_assets.thresholds.layout import Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOut:
    """The laid out document."""

    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    removed: tuple[Removed, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class TurnedItem:
    """Text of another direction among the lines of the main one: laid out by itself, read as a whole."""

    columns: tuple[Column, ...]


def lay_out(pages: Sequence[ExtractedPage], metadata: Mapping[str, Json], limits: Layout) -> LaidOut:
    """Lay out all pages that have content. ``metadata['outline']`` gives headings where it matches the text."""
    sheets = sheets_of(pages, limits)
    frames = _frames(sheets)
    removed = [gone for sheet in sheets for gone in _hidden(sheet)]
    removed.extend(_take_furniture(sheets, frames, limits))
    columns: list[Column] = []
    body = _body_size(sheets)
    gutters = gutters_of([sheet.segments[0] for sheet in sheets], limits) if len(sheets) > 1 else ()
    for sheet in sheets:
        columns.extend(_flat(_sheet_columns(sheet, limits, gutters, body)))
    columns, side_bars = marked_sides(columns, body, limits)
    removed.extend(_gone(line, frames, "side_bar") for column in side_bars for line in column.lines)
    blocks, tables = blocks_of(columns, sheets, frames, outline_of(metadata), limits)
    return LaidOut(
        blocks=blocks, tables=tables, removed=tuple(removed), findings=(*_budget(sheets, limits), *_uncertain(tables))
    )


def _frames(sheets: Sequence[Sheet]) -> dict[Place, Frame]:
    """All frames by page and turn; leaning text counts as upright even on pages without upright text."""
    frames = {(s.number, 0): Frame(0, s.content, s.content.width, s.content.height) for s in sheets}
    return frames | {(sheet.number, frame.turn): frame for sheet in sheets for frame in sheet.frames}


def _hidden(sheet: Sheet) -> Iterator[Removed]:
    for span in sheet.content.spans:
        if span.hidden is not None and span.text.strip():
            reason = span.hidden if span.hidden in FOUND_HERE else f"hidden_{span.hidden}"
            yield Removed(text=_plain(span.text), page=sheet.number, bbox=span.bbox, reason=reason)


# Reasons that are no hiding: text that a reader sees and that layout (or the reading of the page) set apart.
FOUND_HERE = frozenset({"duplicate", "line_number", "running_footer"})


def _take_furniture(sheets: Sequence[Sheet], frames: Mapping[Place, Frame], limits: Layout) -> list[Removed]:
    """Take running lines and watermarks out of the sheets."""
    views = [
        furniture.Sheet(sheet.number, frame.content.height, tuple(segments))
        for sheet in sheets
        for frame, segments in zip(sheet.frames, sheet.segments, strict=True)
    ]
    reasons = furniture.running_lines(views, _body_size(sheets), limits)
    leaning = [(sheet.number, span) for sheet in sheets for span in sheet.leaning]
    marks, crossing = furniture.watermarks(leaning, views, _body_size(sheets), limits)
    reasons.update(dict.fromkeys(crossing, "watermark"))
    removed = [Removed(text=_plain(span.text), page=page, bbox=span.bbox, reason="watermark") for page, span in marks]
    gone = {id(span) for _, span in marks}
    for sheet in sheets:
        sheet.leaning = [span for span in sheet.leaning if id(span) not in gone]
        for number, segments in enumerate(sheet.segments):
            removed.extend(_gone(line, frames, reasons[id(line)]) for line in segments if id(line) in reasons)
            sheet.segments[number] = [line for line in segments if id(line) not in reasons]
    return removed


def _gone(line: Line, frames: Mapping[Place, Frame], reason: str) -> Removed:
    box = frames[line.page, line.turn].placed(line.box)
    return Removed(text=_plain(written(line.text, ())), page=line.page, bbox=box, reason=reason)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _body_size(sheets: Sequence[Sheet]) -> float:
    sizes: Counter[float] = Counter()
    for sheet in sheets:
        for segments in sheet.segments:
            for line in segments:
                if line.item is None:
                    sizes[round(line.size * 2) / 2] += len(line.text)
    return max(sizes, key=lambda size: (sizes[size], size), default=10.0)


def _sheet_columns(sheet: Sheet, limits: Layout, gutters: Gutters, body: float) -> list[Column]:
    """Columns of the main frame, with those of other frames as items at their places."""
    segments = list(sheet.segments[0])
    for frame, turned in zip(sheet.frames[1:], sheet.segments[1:], strict=True):
        inner = columns_of(sheet.number, turned, limits)
        if inner:
            box = _into(sheet.frames[0], frame.placed(_around(inner)))
            segments.append(item_line(sheet.number, box, TurnedItem(tuple(inner))))
    parts = margins_apart(segments, sheet.frames[0].content.height, body, limits)
    columns = [column for part in parts for column in columns_of(sheet.number, part, limits, gutters)]
    for span in curved_words(sheet.leaning):
        line = line_of(sheet.number, pieces_of([replace(span, hidden=None)]), limits)
        columns.append(Column(sheet.number, (line,), line.x0, line.x1))
    return columns


def _around(columns: Sequence[Column]) -> BBox:
    lines = [line for column in columns for line in column.lines]
    return (
        min(line.x0 for line in lines),
        min(line.top for line in lines),
        max(line.x1 for line in lines),
        max(line.bottom for line in lines),
    )


def _into(frame: Frame, box: BBox) -> BBox:
    """A box of the displayed page in the frame: three quarter turns more undo one."""
    x0, y0, x1, y1 = box
    match frame.turn % MIRRORED:
        case 1:
            box = (frame.height - y1, x0, frame.height - y0, x1)
        case 2:
            box = (frame.width - x1, frame.height - y1, frame.width - x0, frame.height - y0)
        case 3:
            box = (y0, frame.width - x1, y1, frame.width - x0)
    return frame.unmirrored(box)


def _flat(columns: Sequence[Column]) -> Iterator[Column]:
    """Columns with turned items taken apart where they stand."""
    for column in columns:
        run: list[Line] = []
        for line in column.lines:
            if isinstance(line.item, TurnedItem):
                if run:
                    yield replace(column, lines=tuple(run))
                    run = []
                yield from line.item.columns
            else:
                run.append(line)
        if run:
            yield replace(column, lines=tuple(run))


def outline_of(metadata: Mapping[str, Json]) -> list[tuple[int, str]]:
    """(level, title) of the document's bookmarks."""
    entries = metadata.get("outline")
    if not isinstance(entries, list | tuple):
        return []
    return [(int(entry[0]), str(entry[1])) for entry in entries if len(entry) >= 2]


def _budget(sheets: Sequence[Sheet], limits: Layout) -> Iterator[Finding]:
    for sheet in sheets:
        over = list(_over_budget(sheet, limits))
        if over:
            yield Finding(
                code=Problem.BUDGET_EXCEEDED, severity=Severity.NOTE, page=sheet.number, detail=", ".join(over)
            )


def _over_budget(sheet: Sheet, limits: Layout) -> Iterator[str]:
    """What the page has too much of."""
    content = sheet.page.content
    if content is None:
        return
    crowded = _is_crowded(sheet, limits)
    if sheet.over_budget or crowded:
        yield f"{content.path_count} paths"
    if crowded:
        yield f"{max(map(len, sheet.segments))} pieces of text, {limits.column_segments} searched for columns"
    if content.forms_left_out:
        yield f"{content.forms_left_out} forms that draw too many others are left out"


def _is_crowded(sheet: Sheet, limits: Layout) -> bool:
    return any(is_crowded(segments, limits) for segments in sheet.segments)


def _uncertain(tables: Sequence[Table]) -> Iterator[Finding]:
    for table in tables:
        if "columns_uncertain" in table.flags:
            yield Finding(code=Problem.COLUMNS_UNCERTAIN, severity=Severity.NOTE, page=table.page)
