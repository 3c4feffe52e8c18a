"""Columns of lines to blocks: paragraphs get their text, their kind and their places."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest_assets.clean.layout.columns import Column
from ingest_assets.clean.layout.figures import labels_together
from ingest_assets.clean.layout.formulas import is_formula
from ingest_assets.clean.layout.frames import Frame
from ingest_assets.clean.layout.headings import Headings, plain_key
from ingest_assets.clean.layout.hyphens import BREAK, Vocabulary
from ingest_assets.clean.layout.line import Line
from ingest_assets.clean.layout.markers import has_leaders, is_bullet, is_caption, is_table_caption, list_mark
from ingest_assets.clean.layout.notes import footnotes_of, without_mark, written
from ingest_assets.clean.layout.paragraphs import (
    Paragraph,
    Steps,
    joined_over_columns,
    paragraphs_of,
    with_wrapped_headings,
)
from ingest_assets.clean.layout.sheets import Place, Sheet, TableItem
from ingest_assets.clean.layout.sides import with_notes_placed
from ingest_assets.model import BBox, Block, Region, Route, Table
from ingest_assets.thresholds.layout import Layout

_LEADERS = re.compile(r"(?:\s?\.){5,}(?=\s*\d{1,4}$)")
_AFTER_CAPTION = re.compile(r"\s*(?:$|[.:–—-]|[A-ZА-ЯЁ«(])")
_CAPTION_NUMBER = re.compile(r"^\D{3,20}?\s*(?:№\s*)?[A-ZА-Я]?[\dIVXLC]+(?:[.–-]\d+)*")


@dataclass(frozen=True, slots=True)
class _Document:
    """What every paragraph's decision may look at."""

    texts: dict[int, str]
    headings: Headings
    notes: dict[int, str]
    marks: dict[int, frozenset[str]]
    vocabulary: Vocabulary
    frames: Mapping[Place, Frame]
    sheets: dict[int, Sheet]


def blocks_of(
    columns: Sequence[Column],
    sheets: Sequence[Sheet],
    frames: Mapping[Place, Frame],
    outline: Sequence[tuple[int, str]],
    limits: Layout,
) -> tuple[tuple[Block, ...], tuple[Table, ...]]:
    """Blocks in reading order, notes with their page, and the tables that table blocks point to."""
    steps = Steps(columns)
    found = [p for number, column in enumerate(columns) for p in paragraphs_of(column, number, steps, limits)]
    found = with_wrapped_headings(with_notes_placed(found), steps)
    vocabulary = Vocabulary(_printed(found))
    texts = {id(paragraph): folded(paragraph.lines, vocabulary) for paragraph in found}
    headings = Headings(found, texts, {plain_key(title): level for level, title in outline if plain_key(title)}, limits)
    notes = footnotes_of(found, headings.body.size)
    plain = {id(p) for p in found if _is_plain(p, headings, notes)}
    paragraphs = joined_over_columns(labels_together(found, plain, headings.body.size), plain, limits)
    marks = _marks(paragraphs, notes)
    document = _Document(texts, headings, notes, marks, vocabulary, frames, {sheet.number: sheet for sheet in sheets})
    return _assembled(_with_notes(paragraphs, document, sheets))


def _printed(paragraphs: Sequence[Paragraph]) -> Iterator[str]:
    """All lines and cells of the document."""
    for paragraph in paragraphs:
        for line in paragraph.lines:
            yield line.text
            if isinstance(line.item, TableItem) and line.item.table is not None:
                yield from (cell for row in line.item.table.rows for cell in row if cell)


def _settled(table: Table, vocabulary: Vocabulary) -> Table:
    """The table with the words joined that its cells break over lines."""
    if not any(BREAK in cell or "\u00ad" in cell for row in table.rows for cell in row):
        return table
    return replace(table, rows=tuple(tuple(vocabulary.settled(cell) for cell in row) for row in table.rows))


def folded(lines: Sequence[Line], vocabulary: Vocabulary) -> str:
    """Lines put together to one text, broken words joined."""
    text = ""
    for line in lines:
        text = vocabulary.joined(text, line.text.strip())
    return text.strip()


def _is_plain(paragraph: Paragraph, headings: Headings, notes: Mapping[int, str]) -> bool:
    """Running text that may go on in the next column."""
    line = paragraph.lines[0]
    if line.item is not None or paragraph.side or line.mono or id(paragraph) in notes:
        return False
    return headings.level(paragraph) is None and not _is_caption(paragraph.first) and not has_leaders(paragraph.first)


def _is_caption(text: str) -> bool:
    if not is_caption(text):
        return False
    number = _CAPTION_NUMBER.match(text)
    return number is None or bool(_AFTER_CAPTION.match(text[number.end() :]))


def _marks(paragraphs: Sequence[Paragraph], notes: Mapping[int, str]) -> dict[int, frozenset[str]]:
    found: dict[int, set[str]] = {}
    for paragraph in paragraphs:
        if id(paragraph) in notes:
            found.setdefault(paragraph.page, set()).add(notes[id(paragraph)])
    return {page: frozenset(marks) for page, marks in found.items()}


def _with_notes(
    paragraphs: Sequence[Paragraph], document: _Document, sheets: Sequence[Sheet]
) -> Iterator[Block | Table]:
    """Blocks of each paragraph; sticky notes after the last block that starts on their page. Tables stand for their blocks."""
    waiting = [sheet for sheet in sheets if sheet.notes]
    for block in _blocks(paragraphs, document):
        while waiting and waiting[0].number < block.page:
            yield from _sticky_notes(waiting.pop(0))
        yield block
    for sheet in waiting:
        yield from _sticky_notes(sheet)


def _sticky_notes(sheet: Sheet) -> Iterator[Block]:
    for note in sheet.notes:
        regions = (Region(page=sheet.number, bbox=note.bbox),)
        yield Block(
            kind="quote", text=note.text, page=sheet.number, bbox=note.bbox, regions=regions, parser=sheet.page.parser
        )


def _blocks(paragraphs: Sequence[Paragraph], document: _Document) -> Iterator[Block | Table]:
    items = _ListLevels()
    code: list[Paragraph] = []
    for paragraph in paragraphs:
        line = paragraph.lines[0]
        if line.mono and line.item is None and (not code or code[-1].column == paragraph.column):
            code.append(paragraph)
            continue
        if code:
            yield _code_block(code, document)
            code = []
        if isinstance(line.item, TableItem):
            if line.item.table is not None:
                yield replace(
                    _settled(line.item.table, document.vocabulary),
                    parser=document.sheets[line.page].page.parser,
                    route=_page_route(document, line),
                )
        elif line.mono:
            code.append(paragraph)
        else:
            yield _text_block(paragraph, document, items)
    if code:
        yield _code_block(code, document)


def _code_block(paragraphs: Sequence[Paragraph], document: _Document) -> Block:
    lines = [line for paragraph in paragraphs for line in paragraph.lines]
    left = min(line.x0 for line in lines)
    rows: list[str] = []
    for number, paragraph in enumerate(paragraphs):
        if number and paragraph.space > BLANK_LINE:
            rows.append("")
        rows.extend(
            " " * round((line.x0 - left) / (MONO_WIDTH * line.size)) + written(line.text, ())
            for line in paragraph.lines
        )
    return _block("code", "\n".join(rows), lines, document)


BLANK_LINE = 1.6  # line steps: a gap in a listing that stands for an empty line
MONO_WIDTH = 0.6  # em: advance of Courier and its like


def _text_block(paragraph: Paragraph, document: _Document, items: _ListLevels) -> Block:
    raw = document.texts.get(id(paragraph)) or folded(paragraph.lines, document.vocabulary)
    marks = document.marks.get(paragraph.page, frozenset())
    note = document.notes.get(id(paragraph))
    if note is not None:
        return replace(
            _block("footnote", _clean(written(without_mark(raw), marks), document), paragraph.lines, document),
            marker=note,
        )
    text = _clean(written(raw, marks), document)
    level = document.headings.level(paragraph)
    if level is not None:
        items.end()
        return replace(_block("heading", text, paragraph.lines, document), level=level)
    if _is_caption(text):
        return _block("caption", text, paragraph.lines, document)
    mark = list_mark(text)
    if mark is not None and len(text) > len(mark) and not (mark == "—" and _is_speech(text, items)):
        block = _block("list_item", text[len(mark) :].strip(), paragraph.lines, document)
        return replace(block, marker="-" if is_bullet(mark) else mark, level=items.level(paragraph))
    items.end()
    kind = "formula" if is_formula(paragraph, text) else "paragraph"
    return _block(kind, text, paragraph.lines, document)


def _is_speech(text: str, items: _ListLevels) -> bool:
    """A dash before a speech, as Russian and French set it: no list, unless it ends like an item or follows one."""
    return not text.endswith((";", ",")) and not items.indents


class _ListLevels:
    """Nesting of list items by their indent."""

    def __init__(self) -> None:
        self.indents: list[float] = []

    def end(self) -> None:
        """Other text ends every list."""
        self.indents = []

    def level(self, paragraph: Paragraph) -> int:
        """1 for the outermost item."""
        line = paragraph.lines[0]
        while self.indents and self.indents[-1] > line.x0 + line.size / 2:
            self.indents.pop()
        if not self.indents or line.x0 > self.indents[-1] + line.size / 2:
            self.indents.append(line.x0)
        return len(self.indents)


def _clean(text: str, document: _Document) -> str:
    """One line of NFC text; the dots that lead to a page number are drawing, not text."""
    return unicodedata.normalize("NFC", " ".join(_LEADERS.sub(" ", document.vocabulary.settled(text)).split()))


def _block(kind: str, text: str, lines: Sequence[Line], document: _Document) -> Block:
    regions = regions_of(lines, document.frames)
    return Block(
        kind=kind,  # type: ignore[arg-type]  # the callers write the literals
        text=text,
        page=regions[0].page,
        bbox=regions[0].bbox,
        regions=regions,
        route=_page_route(document, lines[0]),
        parser=document.sheets[lines[0].page].page.parser,
    )


def _page_route(document: _Document, line: Line) -> Route:
    """The page's route, except for native words on a page that was read by OCR beside them."""
    route = document.sheets[line.page].page.route
    return line.route if route == "ocr" and line.item is None else route


def regions_of(lines: Sequence[Line], frames: Mapping[Place, Frame]) -> tuple[Region, ...]:
    """One region for each run of lines that stand below each other in one frame."""
    runs: list[list[Line]] = []
    for line in lines:
        if runs and _below(runs[-1][-1], line):
            runs[-1].append(line)
        else:
            runs.append([line])
    return tuple(Region(page=run[0].page, bbox=frames[run[0].page, run[0].turn].placed(_box(run))) for run in runs)


def _below(above: Line, line: Line) -> bool:
    return above.page == line.page and above.turn == line.turn and line.base > above.base and line.x0 < above.x1


def _box(lines: Sequence[Line]) -> BBox:
    return (
        min(line.x0 for line in lines),
        min(line.top for line in lines),
        max(line.x1 for line in lines),
        max(line.bottom for line in lines),
    )


def _assembled(found: Iterator[Block | Table]) -> tuple[tuple[Block, ...], tuple[Table, ...]]:
    """Table blocks point into the list of tables; the caption before a table, else the one after it, is its title."""
    blocks: list[Block] = []
    tables: list[Table] = []
    for one in found:
        if isinstance(one, Block):
            blocks.append(one)
            continue
        block = Block(
            kind="table", text="", page=one.page, bbox=one.bbox, regions=one.regions, route=one.route, parser=one.parser
        )
        blocks.append(replace(block, table=len(tables)))
        tables.append(one)
    used: set[int] = set()
    for place, block in enumerate(blocks):
        if block.table is not None:
            title = _title(blocks, place, used)
            tables[block.table] = replace(tables[block.table], title=title)
    return tuple(blocks), tuple(tables)


def _title(blocks: Sequence[Block], place: int, used: set[int]) -> str:
    for near in (place - 1, place + 1):
        if (
            0 <= near < len(blocks)
            and near not in used
            and blocks[near].kind == "caption"
            and is_table_caption(blocks[near].text)
        ):
            used.add(near)
            return blocks[near].text
    return ""
