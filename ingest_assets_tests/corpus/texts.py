"""Plain, delimited and structured texts, and the two ways in which a test reads bytes: one parser, or the whole way."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.registry import parser_for
from ingest_assets.model import Document, Extraction, RawFile, Sniffed
from ingest_assets.pipeline import read_document
from ingest_assets.settings import Settings

LEASE = "Договор аренды заключён между сторонами на срок одиннадцать месяцев, плата вносится до пятого числа."
HARBOUR = (
    "The lock keeper opened the gate at dawn and wrote the height of the water into the book. "
    "Two barges waited below the weir until the wind turned, and nobody on the quay asked him why."
)
LOG = "\n".join(f"2026-03-{day:02} 10:00:00 INFO the pump of basin {day} was started by hand" for day in range(1, 9))
WRAPPED = """The keeper of the northern lock writes down the height of the water every morn-
ing before the gates are opened, and again in the evening when the last barge has
gone through and the lamps on the quay are lit."""


def raw_file(data: bytes, name: str) -> RawFile:
    """The record of bytes found under a name."""
    return RawFile(raw_sha256=sha256(data).hexdigest(), size_bytes=len(data), name=name)


def extraction(
    data: bytes | str,
    file_format: str,
    *,
    encoding: str = "utf-8",
    name: str = "file",
    settings: Settings | None = None,
) -> Extraction:
    """What the parser of a format reads from bytes, as if the sniffer had named format and encoding."""
    data = data.encode(encoding) if isinstance(data, str) else data
    parser = parser_for(file_format, "native")
    assert parser is not None, file_format
    sniffed = Sniffed(
        format=file_format,
        media_type="application/octet-stream",
        format_evidence="test",
        declared_extension="",
        extension_mismatch=False,
        encoding=encoding,
    )
    with TemporaryDirectory() as folder:
        path, scratch = Path(folder) / "blob", Path(folder) / "scratch"
        path.write_bytes(data)
        scratch.mkdir()
        request = ReadRequest(
            raw=raw_file(data, name), path=path, sniffed=sniffed, settings=settings or Settings(), scratch=scratch
        )
        return parser.read(request)


def whole_way(data: bytes, name: str, settings: Settings | None = None) -> Document:
    """A document from its bytes to its terminal state."""
    with TemporaryDirectory() as folder:
        path, scratch = Path(folder) / "blob", Path(folder) / "scratch"
        path.write_bytes(data)
        scratch.mkdir()
        return read_document(raw_file(data, name), path, scratch, settings or Settings())


def kinds(read: Extraction) -> list[tuple[str, str]]:
    """(kind, text) of each block, a table as its first cell."""
    return [
        (block.kind, block.text if block.table is None else read.tables[block.table].rows[0][0])
        for block in read.blocks
    ]


def text_of(read: Extraction) -> str:
    """All block texts, one a line."""
    return "\n".join(block.text for block in read.blocks)
