"""What a parser is: one file in ``extract/parsers/`` with a module constant ``PARSER`` that fits this protocol."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ingest_assets.model import ExtractedPage, Extraction, PageTriage, RawFile, Route, Sniffed
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.settings import Settings

UNSET = "unset"
"""In a version: the number of an engine that is not configured on this machine. What it read elsewhere stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRequest:
    """One call of a parser.

    ``path`` is the stored blob (its name is a hash: never look at its extension), ``pages`` are the pages that this parser shall read
    (empty for formats without pages), ``pdf`` is the open PDF whose page reads are shared with triage, ``scratch`` an empty folder.
    ``prepared`` is a folder of documents that a batch has converted already, each under its hash.
    ``prior`` holds what an earlier route read of these pages (OCR, for the vision route).
    """

    raw: RawFile
    path: Path
    sniffed: Sniffed
    settings: Settings
    scratch: Path
    pages: tuple[PageTriage, ...] = ()
    pdf: PdfPages | None = None
    prior: tuple[ExtractedPage, ...] = ()
    prepared: Path | None = None

    def data(self) -> bytes:
        """The document's bytes."""
        return self.path.read_bytes()


class Parser(Protocol):
    """``revision`` is raised by hand when the output changes; ``engines`` are the installed distributions whose versions count."""

    name: str
    revision: int
    engines: tuple[str, ...]
    formats: frozenset[str]
    routes: frozenset[Route]

    def read(self, request: ReadRequest) -> Extraction:
        """Read the request's document or pages. Bad input gives findings, not exceptions, wherever the parser can name the fault."""
        ...


Version = Callable[[Parser], str]
