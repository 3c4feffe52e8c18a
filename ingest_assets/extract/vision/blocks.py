"""A model's transcription as blocks and tables, with boxes where its lines are found among the OCR words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest_assets.model import BBox, Block, Span, Table

HEADING = re.compile(r"^(#{1,6})\s+(.*)$")
ITEM = re.compile(r"^\s*([-*•]|\d{1,3}[.)])\s+(.*)$")
RULER = re.compile(r"^\|?[\s:|-]*-{2,}[\s:|-]*\|?$")
WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """Blocks in reading order; a table block's ``table`` is an index into ``tables``."""

    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]


def transcript(
    text: str,
    page: int,
    words: Sequence[Span],
    *,
    suspicious: Sequence[str],
    aligned_share: float,
    first_table: int = 0,
) -> Transcript:
    """Headings, list items, pipe tables and paragraphs of one page; parts that hold a ``suspicious`` number are flagged."""
    blocks: list[Block] = []
    tables: list[Table] = []
    for kind, lines in _pieces(text):
        flags = ("numbers_unverified",) if any(number in line for number in suspicious for line in lines) else ()
        box = aligned_box(" ".join(lines), words, aligned_share)
        if kind == "table":
            rows = _rows(lines)
            tables.append(Table(page=page, rows=rows, bbox=box, route="vision", parser="vision", flags=flags))
            block = Block(
                kind="table",
                text="",
                page=page,
                bbox=box,
                route="vision",
                parser="vision",
                table=first_table + len(tables) - 1,
                flags=flags,
            )
        else:
            block = _text_block(lines, page, box, flags)
        blocks.append(block)
    return Transcript(blocks=tuple(blocks), tables=tuple(tables))


def _pieces(text: str) -> Iterator[tuple[str, list[str]]]:
    """Runs of lines that belong together: a table's rows, a paragraph's lines, single headings and list items."""
    kind, run = "", list[str]()
    for line in (*text.splitlines(), ""):
        here = _kind(line)
        if run and (here != kind or here in ("heading", "item", "")):
            yield kind, run
            run = []
        kind = here
        if here:
            run.append(line.strip())


def _kind(line: str) -> str:
    if not line.strip():
        return ""
    if line.lstrip().startswith("|") and line.count("|") > 1:
        return "table"
    if HEADING.match(line):
        return "heading"
    return "item" if ITEM.match(line) else "paragraph"


def _rows(lines: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    rows = [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        for line in lines
        if not RULER.match(line)
    ]
    width = max((len(row) for row in rows), default=0)
    return tuple(tuple(cell.replace("\\|", "|") for cell in row) + ("",) * (width - len(row)) for row in rows)


def _text_block(lines: Sequence[str], page: int, box: BBox | None, flags: tuple[str, ...]) -> Block:
    text = " ".join(lines)
    if found := HEADING.match(text):
        return Block(
            kind="heading",
            level=len(found[1]),
            text=found[2],
            page=page,
            bbox=box,
            route="vision",
            parser="vision",
            flags=flags,
        )
    if found := ITEM.match(text):
        return Block(
            kind="list_item",
            level=1,
            marker=found[1],
            text=found[2],
            page=page,
            bbox=box,
            route="vision",
            parser="vision",
            flags=flags,
        )
    return Block(kind="paragraph", text=text, page=page, bbox=box, route="vision", parser="vision", flags=flags)


def aligned_box(text: str, spans: Sequence[Span], least: float) -> BBox | None:
    """The box around the OCR words that say ``text``: enough of its words in the same order, none far from the others; else None."""
    wanted = [word.casefold() for word in WORD.findall(text)]
    read = [(word.casefold(), span.bbox) for span in spans for word in WORD.findall(span.text)]
    found = _longest_common([word for word, _ in read], wanted)
    if not wanted or len(found) < least * len(wanted):
        return None
    if found[-1] - found[0] > 2 * len(wanted):
        return None
    boxes = [read[index][1] for index in found]
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def _longest_common(read: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Indices in ``read`` of matching runs in the order of ``wanted`` (difflib's matching blocks)."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, read, wanted, autojunk=False)
    return [block.a + offset for block in matcher.get_matching_blocks() for offset in range(block.size)]
