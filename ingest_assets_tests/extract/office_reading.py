"""Reading office bytes in tests: through one parser, or the whole way to the terminal state."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.registry import parser_for
from ingest_assets.markdown import document_markdown
from ingest_assets.model import Document, Extraction, RawFile, Sniffed
from ingest_assets.pipeline import read_document
from ingest_assets.settings import Settings


def raw_file(data: bytes, name: str) -> RawFile:
    """The record of those bytes under that name."""
    return RawFile(raw_sha256=hashlib.sha256(data).hexdigest(), size_bytes=len(data), name=name)


def parsed(data: bytes, kind: str, folder: Path, settings: Settings | None = None) -> Extraction:
    """What the parser of the format ``kind`` reads."""
    parser = parser_for(kind, "native")
    assert parser is not None
    path = folder / "blob"
    path.write_bytes(data)
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    sniffed = Sniffed(
        format=kind, media_type="", format_evidence="test", declared_extension=kind, extension_mismatch=False
    )
    request = ReadRequest(
        raw=raw_file(data, f"x.{kind}"), path=path, sniffed=sniffed, settings=settings or Settings(), scratch=scratch
    )
    return parser.read(request)


def judged(data: bytes, name: str, folder: Path, settings: Settings | None = None) -> Document:
    """The whole way, from bytes to the terminal state."""
    path = folder / "blob"
    path.write_bytes(data)
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    return read_document(raw_file(data, name), path, scratch, settings or Settings())


def markdown(read: Extraction) -> str:
    """The text as markdown."""
    return document_markdown(read.blocks, read.tables, [page.page for page in read.pages])


def codes(read: Extraction | Document) -> set[str]:
    """Problem codes."""
    return {str(finding.code) for finding in read.findings}
