"""Plain texts, subtitles, and source code that is kept line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest_assets.code_pages.mixed import decode_lines
from ingest_assets.extract.plain.base64_runs import without_base64
from ingest_assets.extract.plain.cards import card_lines
from ingest_assets.extract.plain.prose import ITEM, paragraphs, readable, repaired_lines
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Block, Extraction, Json, Removed, Route
from ingest_assets.settings import Settings

CODE = frozenset({"py", "js", "css", "yaml", "sql", "php", "bib", "typ"})
SUBTITLES = frozenset({"srt", "vtt"})
CARDS = frozenset({"ics", "vcf"})
CUE = re.compile(r"^\s*(?:\d+:)?\d\d:\d\d[.,]\d{1,3}\s+-->.*$|^\s*\d+\s*$|^WEBVTT.*$|^(?:NOTE|STYLE|REGION)\b.*$")
CUE_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,80}>|<\d[\d:.]{0,20}>|\{\\an?\d\}")


class TextParser:
    """Reads what the sniffer decoded; never looks for the encoding itself."""

    name = "text"
    revision = 3
    engines: tuple[str, ...] = ()
    formats = frozenset({"txt"}) | CODE | SUBTITLES | CARDS
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("web",)

    def read(self, request: ReadRequest) -> Extraction:
        """Paragraphs, or one code block for source code."""
        text, repairs = repaired_lines(decode_lines(request.data(), request.sniffed.encoding or "utf-8"))
        text = readable(text)
        blocks = list(blocks_of(text, request.sniffed.format, request.settings))
        drawn = [block for block in blocks if is_drawn(block)]
        kept = tuple(block for block in blocks if not is_drawn(block))
        removed = tuple(Removed(text=block.text, page=1, reason="boilerplate") for block in drawn)
        told: dict[str, Json] = {"mojibake_repair": repairs} if repairs else {}
        return on_page_one(Extraction(blocks=kept, removed=removed, metadata=told), self.name)


def is_drawn(block: Block) -> bool:
    """True for a rule or frame drawn with signs: four and more of them, and no letter or digit."""
    return block.kind == "paragraph" and len(block.text) > 3 and not any(sign.isalnum() for sign in block.text)


def blocks_of(text: str, kind: str, settings: Settings) -> Iterator[Block]:
    """Blocks of a readable text of the given format."""
    if kind in CODE:
        if text.strip():
            yield Block(kind="code", text=text.strip("\n"), page=1)
        return
    if kind in SUBTITLES:
        text = "\n".join(CUE_TAG.sub("", line) for line in text.split("\n") if not CUE.match(line))
    if kind in CARDS:
        text = "\n".join(card_lines(text))
    yield from (_block(without_base64(paragraph)) for paragraph in paragraphs(text, settings.web))


def _block(paragraph: str) -> Block:
    item = ITEM.match(paragraph)
    if item is None:
        return Block(kind="paragraph", text=paragraph, page=1)
    return Block(kind="list_item", level=1, marker=item[0].strip(), text=paragraph[item.end() :], page=1)


PARSER = TextParser()
