"""The main content of a web page: which blocks of the full walk the extractor would keep.

The extractor (trafilatura in precision mode, or resiliparse in the fast profile) only votes; the blocks, tables and
code of our own walk are what is kept, so that structure survives. Procedure and numbers: formats.md section 8.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.extract.html.nodes import INVISIBLE
from ingest_assets.model import Block, Extraction, Removed, Table
from ingest_assets.thresholds.web import Web

TOKEN = re.compile(r"\w+")
TARGET = re.compile(r"\]\([^()\s]*\)")
SIDE_LINK = re.compile(r"(?:[^\[\]]{1,30}[:|] ?)?\[([^\[\]]+)\]\([^()\s]+\)[.…]?")
HEADLINE_WORDS = 4  # a shorter link is a name, a file or an address
RUN = 4  # words: the unit of the public benchmark of article extraction
KEEP = 0.5  # share of a block's runs that the extractor kept

Words = tuple[str, ...]


def only_main(read: Extraction, source: str, profile: str, *, web: Web, depth: int) -> Extraction:
    """``read`` without the blocks around the main content; they stand in ``removed`` as boilerplate.

    Unchanged when no main content is found.
    """
    if depth > web.main_depth or len(source) > web.main_bytes:
        return read
    main = _main_text(source, profile).translate(INVISIBLE)
    full = sum(len(_plain(block, read.tables)) for block in read.blocks)
    if len(main) < web.main_text or (full < web.small_page and len(main) < web.main_share * full):
        return read
    kept = _kept(read, main, small=full < web.short_page)
    if not any(kept):
        return read
    return _split(read, kept)


def _main_text(source: str, profile: str) -> str:
    if profile == "fast":
        from resiliparse.extract.html2text import extract_plain_text

        return str(extract_plain_text(source, main_content=True, alt_texts=False, links=False))
    from trafilatura import extract

    return extract(source, favor_precision=True, include_comments=False, include_tables=True, output_format="txt") or ""


def _plain(block: Block, tables: Sequence[Table]) -> str:
    if block.kind == "table" and block.table is not None:
        return " ".join(cell for row in tables[block.table].rows for cell in row)
    return TARGET.sub("]", block.text)


def _words(text: str) -> Words:
    """In compatibility form: the walk writes x², the extractor x2."""
    return tuple(TOKEN.findall(unicodedata.normalize("NFKC", text).lower()))


def _is_side_link(block: Block) -> bool:
    """True for a headline of another article: a lower heading that is one link, or ``READ MORE: [headline](url)``."""
    link = SIDE_LINK.fullmatch(block.text)
    if link is None:
        return False
    if block.kind == "heading":
        return block.level > 1
    return block.kind == "paragraph" and len(_words(link[1])) >= HEADLINE_WORDS


def _kept(read: Extraction, main: str, *, small: bool) -> list[bool]:
    lines = {_words(line) for line in main.split("\n")}
    words = _words(main)
    runs = {words[i : i + RUN] for i in range(len(words) - RUN + 1)}
    kept = [
        _is_main(_words(_plain(block, read.tables)), lines, runs) and not _is_side_link(block) for block in read.blocks
    ]
    return _with_inner(read.blocks, kept, small=small)


def _is_main(words: Words, lines: set[Words], runs: set[Words]) -> bool:
    if len(words) < RUN:
        return bool(words) and words in lines
    own = [words[i : i + RUN] for i in range(len(words) - RUN + 1)]
    return sum(run in runs for run in own) >= KEEP * len(own)


def _with_inner(blocks: Sequence[Block], kept: list[bool], *, small: bool) -> list[bool]:
    """Tables, code and headings inside the main content stay; so does the page's own title right above it.

    On a ``small`` page everything inside stays: an extractor made for articles takes its lists and notes for menus.
    """
    if not any(kept):
        return kept
    first = kept.index(True)
    last = len(kept) - 1 - kept[::-1].index(True)
    wider = list(kept)
    for i in range(first, last + 1):
        is_head = blocks[i].kind == "heading" and kept[i + 1] and not _is_side_link(blocks[i])
        is_inner = blocks[i].kind in ("table", "code") or (small and not _is_side_link(blocks[i]))
        wider[i] = kept[i] or is_inner or is_head
    return _with_title(blocks, wider, first)


def _with_title(blocks: Sequence[Block], kept: list[bool], first: int) -> list[bool]:
    """The page's own title right above the main content, once: repeated headlines belong to pictures and share buttons."""
    titles = [i for i in range(first + 1) if blocks[i].kind == "heading" and blocks[i].level == 1]
    titles = [i for i in titles if SIDE_LINK.fullmatch(blocks[i].text) is None]
    if not titles:
        return kept
    title = titles[-1]
    words = _words(blocks[title].text)
    again = [is_kept and _words(block.text) == words for block, is_kept in zip(blocks, kept, strict=True)]
    return [i == title or (is_kept and not again[i]) for i, is_kept in enumerate(kept)]


def _split(read: Extraction, kept: Sequence[bool]) -> Extraction:
    blocks: list[Block] = []
    tables: list[Table] = []
    for block, is_kept in zip(read.blocks, kept, strict=True):
        if not is_kept:
            continue
        if block.table is not None:
            tables.append(read.tables[block.table])
            blocks.append(replace(block, table=len(tables) - 1))
        else:
            blocks.append(block)
    return replace(read, blocks=tuple(blocks), tables=tuple(tables), removed=(*read.removed, *_boilerplate(read, kept)))


def _boilerplate(read: Extraction, kept: Sequence[bool]) -> list[Removed]:
    pieces: list[list[str]] = [[]]
    for block, is_kept in zip(read.blocks, kept, strict=True):
        if not is_kept:
            pieces[-1].append(_plain(block, read.tables))
        elif pieces[-1]:
            pieces.append([])
    return [Removed(text="\n".join(piece), page=1, reason="boilerplate") for piece in pieces if piece]
