"""Headings and literal blocks of reStructuredText and Org texts; everything else is read as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest_assets.extract.plain.prose import paragraphs
from ingest_assets.model import Block
from ingest_assets.thresholds.web import Web

UNDERLINE = re.compile(r"^([=\-~^\"'`#*+.:_])\1{2,}\s*$")
ORG_HEADING = re.compile(r"^(\*{1,6})\s+(?:(?:TODO|DONE)\s+)?(\S.*?)(?:\s+:[\w:@]+:)?\s*$")
ORG_BEGIN = re.compile(r"^\s*#\+begin_(src|example|quote)\b", re.IGNORECASE)
ORG_END = re.compile(r"^\s*#\+end_", re.IGNORECASE)
ORG_TITLE = re.compile(r"^#\+title:\s*(\S.*)$", re.IGNORECASE)
ORG_KEYWORD = re.compile(r"^\s*(?:#\+\w+:|:\w+:)")
Piece = Block | str
"""A finished block, or a run of plain text."""


def outline_blocks(text: str, kind: str, web: Web) -> Iterator[Block]:
    """Headings, code and paragraphs of an ``rst`` or ``org`` text."""
    for piece in rst_pieces(text) if kind == "rst" else org_pieces(text):
        if isinstance(piece, Block):
            yield piece
        else:
            yield from (Block(kind="paragraph", text=part, page=1) for part in paragraphs(piece, web))


def rst_pieces(text: str) -> Iterator[Piece]:
    """Sections by their underlines: the order in which signs first occur gives the level."""
    lines = text.split("\n")
    signs: list[str] = []
    run: list[str] = []
    i = 0
    while i < len(lines):
        following = lines[i + 1] if i + 1 < len(lines) else ""
        mark = UNDERLINE.match(following)
        is_title = bool(lines[i].strip()) and not UNDERLINE.match(lines[i])
        if mark and is_title and len(following.rstrip()) >= len(lines[i].rstrip()):
            yield "\n".join(line for line in run if not UNDERLINE.match(line))
            run = []
            if mark[1] not in signs:
                signs.append(mark[1])
            yield Block(kind="heading", level=min(6, signs.index(mark[1]) + 1), text=lines[i].strip(), page=1)
            i += 2
            continue
        if lines[i].rstrip().endswith("::") and not lines[i].lstrip().startswith(".. "):
            lines[i] = lines[i].rstrip()[:-1]
        run.append(lines[i])
        i += 1
    yield "\n".join(run)


def org_pieces(text: str) -> Iterator[Piece]:
    """Stars are headings; source and example blocks are code; drawers and keywords are no text."""
    run: list[str] = []
    code: list[str] | None = None
    for line in text.split("\n"):
        heading = ORG_HEADING.match(line)
        title = ORG_TITLE.match(line)
        if code is not None:
            if ORG_END.match(line):
                yield Block(kind="code", text="\n".join(code), page=1)
                code = None
            else:
                code.append(line)
        elif ORG_BEGIN.match(line):
            yield "\n".join(run)
            run, code = [], []
        elif heading or title:
            yield "\n".join(run)
            run = []
            level, words = (len(heading[1]), heading[2]) if heading else (1, title[1] if title else "")
            yield Block(kind="heading", level=level, text=words, page=1)
        elif not ORG_KEYWORD.match(line):
            run.append(line)
    yield "\n".join([*run, *(code or [])])
