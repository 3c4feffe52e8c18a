"""A plain text body: flowed lines joined, quoted replies and the signature as quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest_assets.extract.plain.base64_runs import without_base64
from ingest_assets.extract.plain.prose import ITEM, paragraphs, readable
from ingest_assets.model import Block
from ingest_assets.thresholds.web import Web

ORIGINAL = re.compile(
    r"^-{2,} ?(?:Original Message|Исходное сообщение|Ursprüngliche Nachricht|Message d'origine) ?-{2,}$"
)
QUOTE_MARK = re.compile(r"^(?:> ?)+")
SIGNATURE = "-- "


def text_blocks(text: str, web: Web, *, flowed: bool = False, delsp: bool = False) -> Iterator[Block]:
    """Blocks of a body. ``flowed`` and ``delsp`` are the parameters of RFC 3676."""
    lines = readable(text).split("\n")
    if flowed:
        lines = list(unflowed(lines, delsp=delsp))
    for is_quote, run in _runs(lines):
        for paragraph in paragraphs("\n".join(run), web):
            yield _block(without_base64(paragraph), is_quote=is_quote)


def _block(paragraph: str, *, is_quote: bool) -> Block:
    if is_quote:
        return Block(kind="quote", text=paragraph, page=1)
    item = ITEM.match(paragraph)
    if item is None:
        return Block(kind="paragraph", text=paragraph, page=1)
    return Block(kind="list_item", level=1, marker=item[0].strip(), text=paragraph[item.end() :], page=1)


def _runs(lines: list[str]) -> Iterator[tuple[bool, list[str]]]:
    """Runs of lines of one author. After a signature mark or an "Original Message" line everything is a quote."""
    run: list[str] = []
    was_quote, tail = False, False
    for line in lines:
        tail = tail or line == SIGNATURE or ORIGINAL.match(line.strip()) is not None
        mark = QUOTE_MARK.match(line)
        is_quote = tail or mark is not None
        if is_quote != was_quote and line.strip():
            yield was_quote, run
            run, was_quote = [], is_quote
        text = line[mark.end() :] if mark else line
        run.append("" if text.strip() == "--" else text)
    yield was_quote, run


def unflowed(lines: list[str], *, delsp: bool) -> Iterator[str]:
    """Lines of a format=flowed text joined where a line ends in a blank, stuffing removed, within one quote depth."""
    open_line, open_depth = "", -1
    for line in lines:
        mark = re.match(r"^>*", line)
        depth = mark.end() if mark else 0
        text = line[depth:].removeprefix(" ")
        if open_depth >= 0 and (depth != open_depth or line == SIGNATURE):
            yield ">" * open_depth + open_line.rstrip()
            open_line, open_depth = "", -1
        text = open_line + text
        if text.endswith(" ") and line != SIGNATURE:
            open_line, open_depth = (text[:-1] if delsp else text), depth
        else:
            yield line if line == SIGNATURE else ">" * depth + text
            open_line, open_depth = "", -1
    if open_depth >= 0:
        yield ">" * open_depth + open_line.rstrip()
