"""Does a chunk's citation hold what it cites, and nothing else? Measured on the page's own words, which no part of the pipeline has touched."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pymupdf

from ingest_assets.model import Chunk, RawFile
from ingest_assets.pipeline import read_document
from ingest_assets.settings import Settings

WORD = re.compile(r"[^\W_]+")
BREAK = re.compile(r"[-\u00ad‐]\s*")
EDGE = 1.0  # points


@dataclass(frozen=True, slots=True)
class Cited:
    """Words of the chunk, those of them inside its regions, words inside the regions, those of them that are not the chunk's."""

    words: int
    inside: int
    printed: int
    foreign: int


def chunks_of(path: Path) -> tuple[Chunk, ...]:
    """The chunks of a PDF as they would be indexed."""
    raw = RawFile(raw_sha256="0" * 64, size_bytes=path.stat().st_size, name=path.name)
    with TemporaryDirectory() as scratch:
        return read_document(raw, path, Path(scratch), Settings()).chunks


def cited(path: Path, chunk: Chunk) -> Cited:
    """Compare a chunk with the words that are printed inside its regions."""
    wanted = _tokens([line for line in chunk.text.splitlines() if not line.startswith("| ---")])
    with pymupdf.open(path) as document:
        printed = _tokens(_inside(document, chunk))
    return Cited(
        words=wanted.total(),
        inside=(wanted & printed).total(),
        printed=printed.total(),
        foreign=(printed - wanted).total(),
    )


def shares(found: Iterable[Cited]) -> tuple[float, float]:
    """Share of the chunks' words inside their regions, and of foreign words among those inside."""
    each = list(found)
    words, printed = sum(one.words for one in each), sum(one.printed for one in each)
    return sum(one.inside for one in each) / max(words, 1), sum(one.foreign for one in each) / max(printed, 1)


def _inside(document: pymupdf.Document, chunk: Chunk) -> list[str]:
    texts = []
    for number in chunk.pages:
        page = document[number - 1]
        boxes = [region.bbox for region in chunk.regions if region.page == number and region.bbox is not None]
        for x0, y0, x1, y1, text, *_ in page.get_text("words"):
            box = pymupdf.Rect(x0, y0, x1, y1) * page.rotation_matrix
            if _is_in((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, boxes):
                texts.append(text)
    return texts


def _is_in(x: float, y: float, boxes: Sequence[tuple[float, float, float, float]]) -> bool:
    return any(x0 - EDGE <= x <= x1 + EDGE and y0 - EDGE <= y <= y1 + EDGE for x0, y0, x1, y1 in boxes)


def _tokens(texts: Sequence[str]) -> Counter[str]:
    """Words without hyphens, so that a word broken at a line's end is the same on both sides."""
    text = unicodedata.normalize("NFKC", "\n".join(texts)).casefold()
    return Counter(WORD.findall(BREAK.sub("", text)))
